// Writes llms.txt with some Markdown pages of each route, if the site has any, and llms-full.txt
// with the text of these pages. The listing and `export` call it.
// https://llmstxt.org

import type { ReadableScheme } from '../../../src/readable.ts'
import { isFailed } from '../../cache/response/http-semantics.ts'
import type { Handler } from '../../cache/response/http-values.ts'
import { markdownHref } from '../../html/readable-links.ts'
import {
  headsOf,
  headsSignal,
  type ListedState,
  type OpenedApp,
  type SiteState,
} from '../../site/site-states.ts'
import { linkList } from '../../snapshot/markdown/link-list.ts'

const MOST_OF_ROUTE = 20
const MOST = 500

type ListedPage = ListedState & { readonly scheme: ReadableScheme }

/** `newBooks` is "New books". */
const headingOf = (name: string): string =>
  name
    .replace(/[-_]+|(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase())

/** The path of a state without slashes at its ends. */
const pathOf = (state: string): string => state.replace(/[?&].*$/, '').replace(/^\/+|\/+$/g, '')

/** The path of a state's folder without slashes at its ends. */
const folderOf = (state: string): string => pathOf(state.replace(/[^/?&]*(?:[?&].*)?$/, ''))

const isFirst = (state: string): boolean => state === '' || state === '/'

/** @param adopted The schemes of adopted pages, by path. */
export function llmsText(
  apps: readonly OpenedApp[],
  origin: string,
  adopted: ReadonlyMap<string, ReadableScheme> = new Map(),
) {
  const offered = apps.filter(({ routes }) => routes.options.readable?.markdown)
  const isOne = offered.length + adopted.size === 1
  const sections = new Map<string, ListedPage[]>()
  /** The titles of folders, by the name of the section of their adopted states. */
  const titles = new Map<string, string>()
  const [first] = offered
  let home: ListedState | undefined = first && { page: first.page, state: '' }
  const paths: string[] = []
  let count = 0

  function placeOf({ page, state }: SiteState) {
    const app = offered.find((one) => one.page === page)
    const route = app?.routes.match(state)?.name
    const scheme = app ? app.routes.options.readable : adopted.get(page)
    if (!scheme || (app && route === undefined)) return null
    if (route === undefined) return { scheme, section: `${page} ${folderOf(state)}` }
    const group = headingOf(route.replace(/^.*\./, ''))
    return { scheme, section: isOne ? group : `${page} ${group}` }
  }

  return {
    /** The Markdown pages, for llms-full.txt. */
    paths,
    offer(listed: SiteState): void {
      if (adopted.has(listed.page) && listed.state === '') home ??= listed
      const { title } = listed.says ?? {}
      // A title of the whole app names no folder.
      if (title && title !== home?.says?.title)
        titles.set(`${listed.page} ${pathOf(listed.state)}`, title)
      const place = listed.index && count < MOST ? placeOf(listed) : null
      if (place === null) return
      const { scheme, section } = place
      if (paths.length < MOST) paths.push(markdownHref(scheme, listed.state))
      if (isFirst(listed.state)) home ??= listed
      const pages = sections.get(section) ?? []
      if (pages.length >= MOST_OF_ROUTE) return
      sections.set(section, [...pages, { ...listed, scheme }])
      count += 1
    },
    /**
     * Leaves out redirects and missing pages. @param absent More such paths.
     * @returns Undefined without Markdown pages.
     */
    async write(absent?: ReadonlySet<string>): Promise<string | undefined> {
      if (offered.length === 0 && count === 0) return undefined
      const signal = headsSignal()
      const [homeHead] = await headsOf(offered, home ? [home] : [], signal)
      const written = []
      for (const [section, pages] of sections) {
        const heads = await headsOf(offered, pages, signal)
        const links = pages.flatMap(({ scheme, state }, index) => {
          const head = heads[index]
          const path = markdownHref(scheme, state)
          if (head === null || absent?.has(path)) return []
          const { title = state || 'home', description } = head ?? {}
          return { title, description, url: origin + path }
        })
        const isFolder = adopted.has(pages[0]?.page ?? '')
        const words = isFolder ? headingOf(section.replace(/^.*[ /]/, '')) : section
        const name = titles.get(section) ?? (words || homeHead?.title || 'Pages')
        if (links.length > 0) written.push({ name, links })
      }
      const title = homeHead?.title ?? new URL(origin).host
      return linkList({ title, description: homeHead?.description, sections: written })
    },
  }
}

/** The most characters of llms-full.txt. Further pages are at their own addresses. */
const MOST_CHARACTERS = 8 * 2 ** 20

/** The Markdown of the pages, the paths of those that fail, and of those that are none. */
export async function llmsFullText(paths: readonly string[], handler: Handler) {
  const pages: string[] = []
  const failed: string[] = []
  const absent = new Set<string>()
  let length = 0
  for (const [index, path] of paths.entries()) {
    // One page at a time: readers need the same workers.
    const answer = await handler({ method: 'GET', target: path, headers: {} })
    if (answer === null || answer.status >= 500 || isFailed(answer.headers)) {
      failed.push(path)
      continue
    }
    if (answer.status !== 200) {
      absent.add(path)
      continue
    }
    const page = answer.body.toString()
    length += page.length
    if (length > MOST_CHARACTERS) {
      pages.push(`Left out for their length: ${paths.length - index} more pages. See llms.txt.\n`)
      break
    }
    pages.push(page)
  }
  if (failed.length > 0) pages.push(`Not available now: ${failed.join(', ')}\n`)
  return { markdown: pages.join('\n\n'), failed, absent }
}
