// Handles the configuration of adopted pages: apps with their own scripts and no route table.
// Separates them from pages with tables, and finds their files, addresses and mounts.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ReadableScheme, readableScheme } from '../../src/readable.ts'
import type { AdoptedPageConfig, AdoptedReadable, Config, PageConfig } from './config.ts'
import { type StatePrefix, type StateShape, stateShape } from './state-shape.ts'

type Pages = Config['pages']

export const isAdopted = (page: PageConfig | AdoptedPageConfig): page is AdoptedPageConfig =>
  'site' in page

/** The pages that have tables, with their paths. */
export const tablePages = (pages: Pages): (readonly [path: string, page: PageConfig])[] =>
  Object.entries(pages).flatMap(([path, page]) => (isAdopted(page) ? [] : [[path, page] as const]))

/** The pages that are adopted, with their paths. */
export const adoptedPages = (pages: Pages): (readonly [path: string, page: AdoptedPageConfig])[] =>
  Object.entries(pages).flatMap(([path, page]) => (isAdopted(page) ? [[path, page] as const] : []))

/** The prefix of an adopted page's readable addresses. */
export const prefixOf = (readable: AdoptedReadable): string =>
  typeof readable === 'string' ? readable : readable.prefix

/**
 * The readable addresses of an adopted page's states.
 * @param page Its path.
 * @throws {TypeError} When the prefix is invalid.
 */
export const readableOf = (page: string, readable: AdoptedReadable): ReadableScheme =>
  readableScheme(prefixOf(readable), {
    ...{ page, data: false },
    files: (typeof readable !== 'string' && readable.files) || false,
  })

/** The readable addresses of adopted pages, by path. */
export const adoptedReadables = (pages: Pages): ReadonlyMap<string, ReadableScheme> =>
  new Map(
    adoptedPages(pages).flatMap(([path, { readable }]) =>
      readable === undefined ? [] : [[path, readableOf(path, readable)] as const],
    ),
  )

/** Whether a site is a server's URL, not a folder. */
export const isServer = (site: string): boolean => /^https?:\/\//i.test(site)

/** The path without its last segment. */
export const baseOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The file of a page in a folder. */
export const fileOf = (path: string, site: string): string =>
  join(site, decodeURIComponent(path.slice(baseOf(path).length)) || 'index.html')

/** The address of a page on a server. */
export const addressOf = (path: string, site: string): string =>
  new URL(path.slice(baseOf(path).length), folderUrl(site)).href

/** A folder or server that answers requests below a path. */
export interface Mount {
  /** Begins and ends with "/". */
  readonly base: string
  /** The `file:` URL of a folder, or the URL of a server. */
  readonly site: string
  /** Whether symbolic links may lead out of the folder. Default: false. */
  readonly followLinks?: boolean | undefined
}

/** Returns the mounts of the adopted pages, the longest paths first. */
export function mountsOf({
  pages,
  assets,
  base = '/',
  followLinks,
}: Pick<Config, 'pages' | 'assets' | 'base' | 'followLinks'>): Mount[] {
  const own = adoptedPages(pages).map(([path, { site }]) => ({
    base: baseOf(path),
    site: isServer(site) ? folderUrl(site) : pathToFileURL(site).href,
  }))
  const files = assets === undefined ? [] : [{ base, site: pathToFileURL(assets).href }]
  const all = [...own, ...files].sort((one, other) => other.base.length - one.base.length)
  return all
    .filter(
      (one, at) => all.findIndex((two) => two.base === one.base && two.site === one.site) === at,
    )
    .map((one) => ({ ...one, ...(followLinks && { followLinks }) }))
}

const folderUrl = (site: string): string => (site.endsWith('/') ? site : `${site}/`)

/** The URL format of an adopted page's states. */
export const shapeOf = ({
  page,
  states = '#!',
  readableAt,
}: {
  readonly page: string
  readonly states?: StatePrefix | undefined
  /** The prefix of its readable addresses, if any. */
  readonly readableAt?: AdoptedReadable | undefined
}): StateShape =>
  stateShape(states, readableAt === undefined ? undefined : readableOf(page, readableAt))
