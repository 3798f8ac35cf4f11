// llms.txt of a site: what it is, and some pages of each of its routes as Markdown, for whoever reads by a language model. In: the
// tables, the readable addresses of adopted pages, states. Out: the text. What is in it is bounded, whatever the site has; where no page is to be had as
// Markdown there is none.
//
// https://llmstxt.org

import type { ReadableScheme } from '../../src/readable.ts'
import { markdownHref } from '../html/markdown-address.ts'
import { linkList } from '../markdown/link-list.ts'
import { groupOf } from '../site/state-group.ts'
import { headOf, type OpenApp, type SiteState } from '../site/states.ts'

/** How many pages of a route are named, and how many of all. */
const MOST_OF_ROUTE = 20
const MOST = 500
/** For how many ms titles are asked for; the others are called by their states. */
const PATIENCE = 20_000

/** Gathers states for the text. */
export interface LlmsText {
  /** Takes a state, if it is to be named. */
  offer(state: SiteState): void
  /** @returns undefined where nothing is to be had as Markdown. */
  write(): Promise<string | undefined>
}

/** What a page says of itself. */
type Said = NonNullable<SiteState['says']>

/** A page that is named. */
interface Named {
  readonly scheme: ReadableScheme
  readonly state: string
  readonly ask: (signal: AbortSignal) => Promise<Said | undefined> | Said | undefined
}

/** What apps show first, by either of its names. */
const isFirst = (state: string): boolean => state === '' || state === '/'

/**
 * Begins a text.
 *
 * @param adopted The readable addresses of adopted pages, by their paths.
 */
export function llmsText(
  apps: readonly OpenApp[],
  origin: string,
  adopted: ReadonlyMap<string, ReadableScheme> = new Map(),
): LlmsText {
  const offered = apps.filter(({ routes }) => routes.options.readable?.markdown)
  const isOne = offered.length + adopted.size === 1
  const sections = new Map<string, Named[]>()
  const [first] = offered
  let home: Named['ask'] | undefined = first && ((signal) => headOf(first, '', signal))
  let count = 0

  /** Names a page by the head that it would have, or by what it has been seen to say. */
  function named({ page, state, says }: SiteState): (Named & { readonly section: string }) | null {
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

  async function headsOf(pages: readonly Named['ask'][], signal: AbortSignal) {
    // Also where a loader does not listen to the signal.
    const late = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
    })
    const heads: (Said | undefined)[] = []
    // One after another: nobody waits, and the data's source serves others, too.
    for (const page of pages) {
      const asked = (async () => page(signal))().catch(() => undefined)
      heads.push(signal.aborted ? undefined : await Promise.race([asked, late]))
    }
    return heads
  }

  return {
    offer(state) {
      const found = state.index && count < MOST ? named(state) : null
      if (found === null) return
      if (isFirst(state.state)) home ??= found.ask
      const section = sections.get(found.section) ?? []
      if (section.length >= MOST_OF_ROUTE) return
      sections.set(found.section, [...section, found])
      count += 1
    },
    async write() {
      if (offered.length === 0 && count === 0) return undefined
      const signal = AbortSignal.timeout(PATIENCE)
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
