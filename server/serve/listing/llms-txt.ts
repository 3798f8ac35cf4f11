// Writes llms.txt with some Markdown pages of each route, if the site has any.
// https://llmstxt.org

import type { ReadableScheme } from '../../../src/readable.ts'
import { markdownHref } from '../../html/readable-links.ts'
import type { OpenedApp, SiteState } from '../../site/site-states.ts'
import { linkList } from '../../snapshot/markdown/link-list.ts'
import { HEADS_TIMEOUT_MS, headsOf, type ListedState } from './page-heads.ts'

const MOST_OF_ROUTE = 20
const MOST = 500

export interface LlmsText {
  offer(state: SiteState): void
  /** Of the Markdown pages, for llms-full.txt. */
  readonly paths: readonly string[]
  /**
   * Leaves out redirects and missing pages. @param absent More such paths.
   * @returns Undefined without Markdown pages.
   */
  write(absent?: ReadonlySet<string>): Promise<string | undefined>
}

interface ListedPage extends ListedState {
  readonly scheme: ReadableScheme
}

/** `newBooks` is "New books". */
const headingOf = (name: string): string =>
  name
    .replace(/[-_]+|(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase())

/** The path of a state, or of its folder, without slashes at its ends. */
const pathOf = (state: string, last = ''): string =>
  state.replace(new RegExp(`${last}(?:[?&].*)?$`), '').replace(/^\/+|\/+$/g, '')

const isFirst = (state: string): boolean => state === '' || state === '/'

/** @param adopted By path. */
export function llmsText(
  apps: readonly OpenedApp[],
  origin: string,
  adopted: ReadonlyMap<string, ReadableScheme> = new Map(),
): LlmsText {
  const offered = apps.filter(({ routes }) => routes.options.readable?.markdown)
  const isOne = offered.length + adopted.size === 1
  const sections = new Map<string, ListedPage[]>()
  /** By page and path, as the sections of adopted states. */
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
    if (route === undefined) return { scheme, section: `${page} ${pathOf(state, '[^/?&]*')}` }
    const group = headingOf(route.replace(/^.*\./, ''))
    return { scheme, section: isOne ? group : `${page} ${group}` }
  }

  return {
    paths,
    offer(listed) {
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
    async write(absent) {
      if (offered.length === 0 && count === 0) return undefined
      const signal = AbortSignal.timeout(HEADS_TIMEOUT_MS)
      const [homeHead] = await headsOf(offered, home ? [home] : [], signal)
      const written = []
      for (const [section, pages] of sections) {
        const heads = await headsOf(offered, pages, signal)
        const links = pages.flatMap(({ scheme, state }, at) => {
          const path = markdownHref(scheme, state)
          if (heads[at] === null || absent?.has(path)) return []
          const { title = state || 'home', description } = heads[at] ?? {}
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
