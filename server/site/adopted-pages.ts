// Pages of sites that are adopted: apps with scripts of their own and no table of ours. In: pages of a configuration. Out: those
// that are adopted, and those that are not; the file or address of such a page, and what answers the requests of its scripts.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ReadableScheme, readableScheme } from '../../src/readable.ts'
import type { Config, PageConfig } from './load-config.ts'
import { type StatePrefix, type StateShape, stateShape } from './state-shape.ts'

/** A page of an app that runs as it is: its own index.html, its own scripts, its own requests. */
export interface AdoptedPageConfig {
  /** Folder of the app's files, or the URL of the server that it runs at; the page's path is the same below it. */
  readonly site: string
  /**
   * What fragments of states begin with: `#!/`, `#!`, `#/` or `#`. Default: what the links of the page begin with
   * when the server starts.
   */
  readonly states?: StatePrefix
  /**
   * File that lists all states: one a line, each as a URL, as a fragment or as a state; may be gzipped. Default: those that the
   * site's own sitemap lists and those that links lead to, from the first page on.
   */
  readonly statesFile?: string
  /** What readable addresses of its states begin with, such as `/s/`: no file of the app is below it. Default: it has none. */
  readonly readable?: string
  /**
   * True: the app is loaded once, and gone through from state to state as a reader does, which is several times faster than to
   * load it anew for each. It has to prove that it shows the same; states where it does not are loaded anew. Default: false.
   */
  readonly walk?: boolean
  /** As of other pages. */
  readonly query?: readonly string[]
}

/** The file that says which engine makes the snapshots of which states, unless the configuration gives another. */
export const ENGINES_FILE = 'hashbang.engines.json'

type Pages = Config['pages']

/** Whether a page is adopted. */
export const isAdopted = (page: PageConfig | AdoptedPageConfig): page is AdoptedPageConfig =>
  'site' in page

/** The pages that have tables, with their paths. */
export const tablePages = (pages: Pages): (readonly [path: string, page: PageConfig])[] =>
  Object.entries(pages).flatMap(([path, page]) => (isAdopted(page) ? [] : [[path, page] as const]))

/** The pages that are adopted, with their paths. */
export const adoptedPages = (pages: Pages): (readonly [path: string, page: AdoptedPageConfig])[] =>
  Object.entries(pages).flatMap(([path, page]) => (isAdopted(page) ? [[path, page] as const] : []))

/** The readable addresses of an adopted page's states. @param page Its path. @throws {TypeError} When the prefix is none. */
export const readableOf = (page: string, prefix: string): ReadableScheme =>
  readableScheme(prefix, { page, data: false })

/** The readable addresses of adopted pages, by their paths. */
export const adoptedReadables = (pages: Pages): ReadonlyMap<string, ReadableScheme> =>
  new Map(
    adoptedPages(pages).flatMap(([path, { readable }]) =>
      readable === undefined ? [] : [[path, readableOf(path, readable)] as const],
    ),
  )

/** Whether a site is a server and no folder. */
export const isServer = (site: string): boolean => /^https?:\/\//i.test(site)

/** The path that a page's site is below: that of the page without its last name. */
const baseOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The file of a page of a folder. */
export const fileOf = (path: string, site: string): string =>
  join(site, decodeURIComponent(path.slice(baseOf(path).length)) || 'index.html')

/** The address of a page of a server. */
export const addressOf = (path: string, site: string): string =>
  new URL(path.slice(baseOf(path).length), folderUrl(site)).href

/** What answers requests below a path. */
export interface Mount {
  /** Begins and ends with "/". */
  readonly base: string
  /** The `file:` URL of a folder, or the URL of a server. */
  readonly site: string
  /** Whether symbolic links may lead out of the folder. */
  readonly followLinks: boolean
}

/** What answers the requests of the adopted pages, the longest paths first. */
export function mountsOf({
  pages,
  assets,
  base = '/',
  followLinks = false,
}: Pick<Config, 'pages' | 'assets' | 'base' | 'followLinks'>): Mount[] {
  const own = adoptedPages(pages).map(([path, { site }]) => ({
    base: baseOf(path),
    site: isServer(site) ? folderUrl(site) : pathToFileURL(site).href,
    followLinks,
  }))
  const files =
    assets === undefined ? [] : [{ base, site: pathToFileURL(assets).href, followLinks }]
  const all = [...own, ...files].sort((one, other) => other.base.length - one.base.length)
  return all.filter(
    (one, at) => all.findIndex((two) => two.base === one.base && two.site === one.site) === at,
  )
}

const folderUrl = (site: string): string => (site.endsWith('/') ? site : `${site}/`)

/** The setting `engines`: that of the configuration, else the usual file in its folder, where it is there. */
export function enginesOf(
  { engines, pages }: Pick<Config, 'engines' | 'pages'>,
  folder: string,
): Pick<Config, 'engines'> {
  if (engines !== undefined) return { engines: resolve(folder, engines) }
  const usual = resolve(folder, ENGINES_FILE)
  return Object.values(pages).some(isAdopted) && existsSync(usual) ? { engines: usual } : {}
}

/** How the states of an adopted page are written. */
export const shapeOf = ({
  page,
  states = '#!',
  readableAt,
}: {
  readonly page: string
  readonly states?: StatePrefix | undefined
  /** What its readable addresses begin with, if it has such. */
  readonly readableAt?: string | undefined
}): StateShape =>
  stateShape(states, readableAt === undefined ? undefined : readableOf(page, readableAt))
