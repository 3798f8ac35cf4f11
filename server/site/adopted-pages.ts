// Separates adopted pages from pages with tables, and finds their files, addresses and mounts. The
// server, workers and tools call it.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ReadableScheme, readableScheme } from '../../src/readable.ts'
import { type StatePrefix, type StateShape, stateShape } from './adopted-urls.ts'
import type { AdoptedPageConfig, AdoptedReadable, Config, PageConfig } from './config.ts'

type Pages = Config['pages']

export const isAdopted = (page: PageConfig | AdoptedPageConfig): page is AdoptedPageConfig =>
  'site' in page

export const tablePages = (pages: Pages): (readonly [path: string, page: PageConfig])[] =>
  Object.entries(pages).flatMap(([path, page]) => (isAdopted(page) ? [] : [[path, page] as const]))

export const adoptedPages = (pages: Pages): (readonly [path: string, page: AdoptedPageConfig])[] =>
  Object.entries(pages).flatMap(([path, page]) => (isAdopted(page) ? [[path, page] as const] : []))

export const prefixOf = (readable: AdoptedReadable): string =>
  typeof readable === 'string' ? readable : readable.prefix

/** @throws {TypeError} When the prefix is invalid. */
export const readableOf = (page: string, readable: AdoptedReadable): ReadableScheme =>
  readableScheme(prefixOf(readable), {
    page,
    data: false,
    files: (typeof readable !== 'string' && readable.files) || false,
  })

export const adoptedReadables = (pages: Pages): ReadonlyMap<string, ReadableScheme> =>
  new Map(
    adoptedPages(pages).flatMap(([path, { readable }]) =>
      readable === undefined ? [] : [[path, readableOf(path, readable)] as const],
    ),
  )

export const isServer = (site: string): boolean => /^https?:\/\//i.test(site)

/** The path without its last segment. */
export const baseOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The file of a page in a folder. */
export const fileOf = (path: string, site: string): string =>
  join(site, decodeURIComponent(path.slice(baseOf(path).length)) || 'index.html')

export const adoptedAddress = (path: string, site: string): string =>
  new URL(path.slice(baseOf(path).length), folderUrl(site)).href

export interface Mount {
  /** Begins and ends with "/". */
  readonly base: string
  /** URL of a folder or a server. */
  readonly site: string
  /** Whether links may lead out of the folder. */
  readonly followLinks?: boolean | undefined
}

/** The longest paths first. */
export function mountsOf({
  pages,
  assets,
  base = '/',
  followLinks,
}: Pick<Config, 'pages' | 'assets' | 'base' | 'followLinks'>): Mount[] {
  const adopted = adoptedPages(pages).map(([path, { site }]) => ({
    base: baseOf(path),
    site: isServer(site) ? folderUrl(site) : pathToFileURL(site).href,
  }))
  const files = assets === undefined ? [] : [{ base, site: pathToFileURL(assets).href }]
  const mounts = [...adopted, ...files].sort((a, b) => b.base.length - a.base.length)
  const distinct = new Map(mounts.map((mount) => [`${mount.base} ${mount.site}`, mount]))
  return [...distinct.values()].map((mount) => ({ ...mount, ...(followLinks && { followLinks }) }))
}

const folderUrl = (site: string): string => (site.endsWith('/') ? site : `${site}/`)

export const shapeOf = ({
  page,
  states = '#!',
  readableAt,
}: {
  readonly page: string
  readonly states?: StatePrefix | undefined
  readonly readableAt?: AdoptedReadable | undefined
}): StateShape =>
  stateShape(states, readableAt === undefined ? undefined : readableOf(page, readableAt))
