// Translates a purge for a CDN; `purge-everywhere.ts` calls it. URLs and folders are for CDNs and
// files without tags.

import type { ReadableScheme } from '../../../src/readable.ts'
import type { Scheme } from '../../../src/scheme.ts'
import { toUglyUrl } from '../../../src/url.ts'
import { markdownHref } from '../../html/readable-links.ts'
import type { CdnSelection } from '../../site/config.ts'
import { serverPath } from '../../site/site-urls.ts'
import { type Purge, purgedTags } from '../tags.ts'

export interface PurgedAddresses {
  /** The table's; undefined for an adopted page. */
  readonly scheme?: Scheme | undefined
  readonly readable?: ReadableScheme | undefined
}

/** @param states The stored spellings of the purged state, if any. */
export function selectionOf(
  which: Purge,
  states: readonly string[],
  origin: string,
  pages: ReadonlyMap<string, PurgedAddresses>,
): CdnSelection {
  const { page, state, prefix, tag } = which
  const isAll = [page, state, prefix, tag].every((field) => field === undefined)
  if (isAll) return { everything: true }
  const purgedPages = [...pages].filter(([path]) => page === undefined || path === page)
  const folder = state === undefined && tag === undefined ? prefix : undefined
  const urls = states.flatMap((state) =>
    purgedPages.flatMap(([path, schemes]) => urlsOf(origin + path, state, schemes)),
  )
  const prefixes = purgedPages.flatMap(([, schemes]) => folderOf(origin, folder, schemes))
  return {
    tags: purgedTags(which, states),
    urls: [...new Set(urls)],
    prefixes: [...new Set(prefixes)],
  }
}

function urlsOf(page: string, state: string, { scheme, readable }: PurgedAddresses): string[] {
  const path = scheme && serverPath(scheme, state)
  const markdown = readable?.markdown ? markdownHref(readable, state) : undefined
  const paths = [path, readable && serverPath(readable, state), markdown]
  const shown = paths.flatMap((href) => (href === undefined ? [] : [new URL(href, page).href]))
  // Crawlers use this spelling; tags cover the others.
  const ugly = path
    ? toUglyUrl(new URL(path, page).href, { fragmentTag: true })
    : toUglyUrl(`${page}#!${state}`)
  return ugly === null ? shown : [ugly, ...shown]
}

function folderOf(
  origin: string,
  prefix: string | undefined,
  { scheme, readable }: PurgedAddresses,
): string[] {
  const folder = /^\/[\w\-.~/]*(?=\/)/.exec(prefix ?? '')?.[0]
  if (folder === undefined) return []
  const paths = [scheme, readable].map((hrefs) => hrefs && serverPath(hrefs, folder))
  return paths.flatMap((path) => (path === undefined ? [] : [new URL(origin).host + path]))
}
