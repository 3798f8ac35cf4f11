// The form of an app at paths: its whole site, with the files of the built client.
//   /word/ajax -> word/ajax/index.html     '' -> index.html
//   all others -> 404.html, where a host supports it

import { readableFile, whyNoFile } from '../../site/address-file.ts'
import { type Form, failed, omitted, pageOf } from './form.ts'

export interface PathOptions extends Pick<Form, 'folder' | 'client'> {
  /** The path that the site is below, such as `/`. */
  readonly base: string
  /** The path of a state; `''` where it has none, undefined where its page is not at paths. */
  hrefOf(page: string, state: string): string | undefined
}

export const pathsForm = ({ folder, client, base, hrefOf }: PathOptions): Form => ({
  ...{ name: 'paths', folder, client },
  filesOf({ page, state }) {
    const address = hrefOf(page, state)
    if (address === undefined) return []
    const file = readableFile(base, address) ?? omitted(whyNoFile(address))
    return [{ file, address: address || state, contentOf: pageOf }]
  },
  async lastFiles(ask) {
    const { status = 500, body } = (await ask(`${base}404.html`)) ?? {}
    return { '404.html': body && status < 500 ? body : failed(`its status is ${status}`) }
  },
})
