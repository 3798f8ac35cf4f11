// Writes llms.txt with some Markdown pages of each route. A site without Markdown has none.
// https://llmstxt.org

import type { ReadableScheme } from '../../../src/readable.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import { groupOf } from '../../site/state-group.ts'
import { headOf, type OpenApp, type SiteState } from '../../site/states.ts'
import { linkList } from '../../snapshot/markdown/link-list.ts'
import { type AskHead, HEADS_PATIENCE, headsOf } from './page-heads.ts'

/** Most pages of one route, and most pages in total. */
const MOST_OF_ROUTE = 20
const MOST = 500

export interface LlmsText {
  offer(state: SiteState): void
  /** The paths of the Markdown pages, for llms-full.txt: up to 500, of any route. */
  readonly paths: readonly string[]
  /** @returns undefined when the site has no Markdown pages. */
  write(): Promise<string | undefined>
}

interface ListedPage {
  readonly scheme: ReadableScheme
  readonly state: string
  readonly ask: AskHead
}

const isFirst = (state: string): boolean => state === '' || state === '/'

/** @param adopted The readable addresses of adopted pages, by path. */
export function llmsText(
  apps: readonly OpenApp[],
  origin: string,
  adopted: ReadonlyMap<string, ReadableScheme> = new Map(),
): LlmsText {
  const offered = apps.filter(({ routes }) => routes.options.readable?.markdown)
  const isOne = offered.length + adopted.size === 1
  const sections = new Map<string, ListedPage[]>()
  const [first] = offered
  let home: ListedPage['ask'] | undefined = first && ((signal) => headOf(first, '', signal))
  const paths: string[] = []
  let count = 0

  /** Takes the title from the page's head, or from the facts of its snapshot. */
  function named({
    page,
    state,
    says,
  }: SiteState): (ListedPage & { readonly section: string }) | null {
    const app = offered.find((one) => one.page === page)
    const route = app?.routes.match(state)?.name
    const scheme = app ? app.routes.options.readable : adopted.get(page)
    if (!scheme || (app && route === undefined)) return null
    const group =
      route ?? (isFirst(state) ? 'home' : groupOf({ page, state }).slice(page.length + 1))
    const section = isOne ? group : `${page} ${group}`
    const ask = app ? (signal: AbortSignal) => headOf(app, state, signal) : () => says
    return { section, scheme, state, ask }
  }

  return {
    paths,
    offer(state) {
      const found = state.index && count < MOST ? named(state) : null
      if (found === null) return
      if (paths.length < MOST) paths.push(markdownHref(found.scheme, found.state))
      if (isFirst(state.state)) home ??= found.ask
      const section = sections.get(found.section) ?? []
      if (section.length >= MOST_OF_ROUTE) return
      sections.set(found.section, [...section, found])
      count += 1
    },
    async write() {
      if (offered.length === 0 && count === 0) return undefined
      const signal = AbortSignal.timeout(HEADS_PATIENCE)
      const [said] = await headsOf(home ? [home] : [], signal)
      const written = []
      for (const [name, pages] of sections) {
        const heads = await headsOf(
          pages.map(({ ask }) => ask),
          signal,
        )
        const links = pages.map(({ scheme, state }, at) => {
          const { title = state || 'home', description } = heads[at] ?? {}
          return { title, description, url: origin + markdownHref(scheme, state) }
        })
        written.push({ name, links })
      }
      const host = new URL(origin).host
      return linkList({
        title: said?.title ?? host,
        description: said?.description,
        sections: written,
      })
    },
  }
}
