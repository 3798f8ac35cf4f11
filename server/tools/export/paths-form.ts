// The form of an app at paths: its whole site, with the files of the built client.
//   /word/ajax -> word/ajax/index.html     '' -> index.html
//   all others -> 404.html, where a host supports it

import { relative } from 'node:path'
import { inFragment } from '../../../src/scheme.ts'
import type { Table } from '../../../src/table.ts'
import { readableFile, whyNoFile } from '../../site/address-file.ts'
import { tablePages } from '../../site/adopted-pages.ts'
import { type ExportedSite, type Form, failed, omitted, pageOf } from './form.ts'

export const pathsForm = (folder: string, site: ExportedSite): Form => ({
  ...{ name: 'paths', folder, client: clientOf(site) },
  filesOf({ page, state }) {
    const table = site.apps.find((app) => app.page === page)?.routes
    if (!table || inFragment(table.scheme)) return []
    const address = pathOf(table, state)
    const file = readableFile(site.base ?? '/', address) ?? omitted(whyNoFile(address))
    return [{ file, address: address || state, contentOf: pageOf }]
  },
  async lastFiles(ask) {
    const { status = 500, body } = (await ask(`${site.base ?? '/'}404.html`)) ?? {}
    return { '404.html': body && status < 500 ? body : failed(`its status is ${status}`) }
  },
})

/** Empty where the state has none. */
function pathOf({ scheme }: Table, state: string): string {
  try {
    return scheme.href(state)
  } catch {
    return ''
  }
}

const clientOf = ({ pages, assets: folder }: ExportedSite): Form['client'] =>
  folder === undefined
    ? undefined
    : { folder, without: tablePages(pages).map(([, { shell }]) => relative(folder, shell)) }
