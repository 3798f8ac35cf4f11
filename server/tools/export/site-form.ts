// The form for hosts without rules (GitHub Pages, S3): the whole site, with each state at its path
// or readable address. For --site.

import { relative } from 'node:path'
import type { ReadableScheme } from '../../../src/readable.ts'
import { inFragment } from '../../../src/scheme.ts'
import { fragmentOf, fragmentState } from '../../../src/url.ts'
import { isFailed } from '../../cache/response/http-semantics.ts'
import { markdownHref, readableRewrite } from '../../html/readable-links.ts'
import { isFragmentTag, nodesOf } from '../../html/shell-tree.ts'
import { TOO_LARGE_FOR_MARKDOWN } from '../../serve/http/responses.ts'
import { adoptedPages, baseOf, fileOf, isServer, tablePages } from '../../site/adopted-pages.ts'
import { serverPath } from '../../site/site-urls.ts'
import { markdownFile, readableFile, whyNoFile } from '../../site/state-files.ts'
import {
  type Client,
  type ExportedSite,
  type ExportedState,
  type Form,
  failedFile,
  isRedirect,
  type LastFile,
  movedPage,
  omitted,
  pageOf,
  type StateFile,
} from './export-form.ts'

/**
 * `/word/ajax` goes to word/ajax/index.html, `/s/word/ajax` to s/word/ajax/index.html, and `''` to
 * index.html. 404.html answers all others, if the table is at paths and the host supports it.
 */
export const siteForm = (folder: string, site: ExportedSite): Form => ({
  name: 'site',
  folder,
  clients: clientsOf(site),
  filesOf(state) {
    if (isAtPaths(site, state.page)) return [pathFile(state, site)]
    const readable = site.readables.get(state.page)
    return readable ? readableFiles(state, readable, site) : []
  },
  async lastFiles(fetch) {
    const files: Record<string, LastFile> = {}
    // A host needs the page itself, also if the table has no empty state.
    for (const page of site.readables.keys()) {
      if (isAtPaths(site, page)) continue
      const answer = await fetch(page)
      const home = answer ? pageOf(answer) : failedFile('it has no answer')
      files[homeFile(page, site)] = Buffer.isBuffer(home) ? withoutTag(home) : home
    }
    if (!site.apps.some(({ page }) => isAtPaths(site, page))) return files
    const { status = 500, headers = {}, body = '' } = (await fetch(`${rootOf(site)}404.html`)) ?? {}
    const isGood = status < 500 && !isFailed(headers)
    return { ...files, '404.html': isGood ? body : failedFile(`its status is ${status}`) }
  },
})

/** Removes the fragment tag: no file answers the ugly URLs that it promises. */
function withoutTag(page: Buffer): Buffer {
  const html = String(page)
  const tag = nodesOf(html).find(isFragmentTag)?.sourceCodeLocation
  return tag ? Buffer.from(html.slice(0, tag.startOffset) + html.slice(tag.endOffset)) : page
}

/** A page may be a file, such as /users.html. */
const homeFile = (page: string, site: ExportedSite): string =>
  page.slice(rootOf(site).length) + (page.endsWith('/') ? 'index.html' : '')

/** The pages whose states have no path, so that no file can answer them. */
export const pagesWithoutPaths = (site: ExportedSite): string[] =>
  Object.keys(site.pages).filter((page) => !isAtPaths(site, page) && !site.readables.has(page))

const rootOf = ({ base = '/' }: ExportedSite): string => base

const tableOf = ({ apps }: ExportedSite, page: string) =>
  apps.find((app) => app.page === page)?.routes

function isAtPaths(site: ExportedSite, page: string): boolean {
  const table = tableOf(site, page)
  return table !== undefined && !inFragment(table.scheme)
}

function pathFile({ page, state }: ExportedState, site: ExportedSite): StateFile {
  const scheme = tableOf(site, page)?.scheme
  const address = (scheme && serverPath(scheme, state)) ?? ''
  const file = readableFile(rootOf(site), address) ?? omitted(whyNoFile(address))
  return { file, address: address || state, contentOf: pageOf }
}

function readableFiles(
  { page, state }: ExportedState,
  scheme: ReadableScheme,
  site: ExportedSite,
): readonly StateFile[] {
  const { origin, readables } = site
  const root = rootOf(site)
  const address = scheme.href(state)
  const rewrite = readableRewrite(readables, origin + page)
  const html: StateFile = {
    file: readableFile(root, address, scheme.files) ?? omitted(whyNoFile(address)),
    address,
    contentOf(answer) {
      if (!isRedirect(answer)) return pageOf(answer)
      const { location = '' } = answer.headers
      const url = rewrite(location, 'link') ?? location
      const isHidden = url.startsWith(`${origin}/`) && fragmentState(fragmentOf(url)) !== null
      return isHidden ? omitted('it redirects to a state that has no file') : movedPage(url)
    },
  }
  const markdown = markdownHref(scheme, state)
  const file = scheme.markdown ? markdownFile(root, markdown) : null
  const sides = file === null ? [] : [{ file, address: markdown, contentOf: markdownOf }]
  return state === '' ? sides : [html, ...sides]
}

const markdownOf: StateFile['contentOf'] = (answer) => {
  if (String(answer.body.subarray(0, 100)).startsWith(TOO_LARGE_FOR_MARKDOWN))
    return omitted('it is too large to be converted to Markdown')
  return isRedirect(answer) ? undefined : pageOf(answer)
}

/** The built files of tables and of adopted apps, without the shells that pages replace. */
function clientsOf(site: ExportedSite): readonly Client[] {
  const { pages, assets } = site
  const hidden = pagesWithoutPaths(site)
  const shells = tablePages(pages).flatMap(([page, { shell }]) =>
    hidden.includes(page) ? [] : [shell],
  )
  const built = assets === undefined ? [] : [{ folder: assets, into: '', shells }]
  const adopted = adoptedPages(pages).flatMap(([page, { site: folder }]) => {
    const shells = hidden.includes(page) ? [] : [fileOf(page, folder)]
    return isServer(folder)
      ? []
      : [{ folder, into: baseOf(page).slice(rootOf(site).length), shells }]
  })
  return [...built, ...adopted].map(({ folder, into, shells }) => ({
    folder,
    into,
    followLinks: site.followLinks,
    without: shells.map((shell) => relative(folder, shell).replaceAll('\\', '/')),
  }))
}
