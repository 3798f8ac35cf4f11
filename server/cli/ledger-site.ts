// Resolves old URLs in the current site: from the tables, without views, and for adopted pages
// through the site's own handler.

import { follow } from '../../src/follow.ts'
import { toUglyUrl } from '../../src/url.ts'
import { createSite } from '../serve/start/create-site.ts'
import type { Site } from '../serve/start/site.ts'
import { adoptedPages, readableOf } from '../site/adopted-pages.ts'
import type { Config } from '../site/config.ts'
import { stateOfUrl } from '../site/state-of-url.ts'
import { stateShape } from '../site/state-shape.ts'
import { type OpenApp, withoutViews } from '../site/states.ts'
import type { LedgerPage, PlaceOfUrl } from '../tools/ledger/place-of-url.ts'
import { asUsage, openSite, withShapes } from './open-site.ts'

export interface UrlVerdict {
  /** The name of the route; `adopted` for an adopted page; null without a match. */
  readonly route: string | null
  /** Null where nothing was loaded. */
  readonly status: number | null
  readonly to: string | undefined
}

export interface LedgerAnswers {
  readonly pages: readonly LedgerPage[]
  find(place: PlaceOfUrl): Promise<UrlVerdict>
  close(): Promise<void>
}

/** @param loads Whether to load states for their status. */
export async function openLedgerSite(
  given: Config,
  loads: boolean,
  signal: AbortSignal,
): Promise<LedgerAnswers> {
  const apps = await openSite(given)
  const config = await withShapes(given)
  const { origin } = config
  let site: Promise<Site> | undefined
  const open = () => {
    site ??= asUsage(createSite(config, { observe: () => undefined }))
    return site
  }
  const adopted = adoptedPages(config.pages).map(([page, { states = '#!', readable }]) => {
    const shape = stateShape(
      states,
      readable === undefined ? undefined : readableOf(page, readable),
    )
    const stateOf = (url: URL) => stateOfUrl(url.href, origin + page, shape)
    return { page, stateOf }
  })
  const tables = apps.map(({ page, routes }) => {
    const { scheme, options } = routes
    return {
      page,
      stateOf(url: URL) {
        const own = scheme.href('').startsWith('#') && url.pathname !== page
        return (own ? null : scheme.stateOf(url)) ?? options.readable?.stateOf(url) ?? null
      },
    }
  })

  async function ofTable({ routes, context }: OpenApp, state: string): Promise<UrlVerdict> {
    const match = routes.match(state)
    if (match === null) return { route: null, status: null, to: undefined }
    const { name: route } = match
    if (!loads) return { route, status: null, to: undefined }
    const { page, status } = await follow(withoutViews(routes), state, {
      context: context as never,
      signal,
    })
    if (page.type === 'aborted') return { route, status: null, to: undefined }
    if (page.status >= 400) return { route, status: page.status, to: undefined }
    return { route, status: status ?? page.status, to: status === null ? undefined : page.state }
  }

  async function ofAdopted({ page, state }: PlaceOfUrl): Promise<UrlVerdict> {
    if (!loads) return { route: ADOPTED, status: null, to: undefined }
    const target = toUglyUrl(`${page}#!${state}`)
    const answer =
      target === null ? null : await (await open())({ method: 'GET', target, headers: {} })
    return { route: ADOPTED, status: answer?.status ?? 404, to: answer?.headers.location }
  }

  return {
    pages: [...tables, ...adopted],
    find(place) {
      const app = apps.find(({ page }) => page === place.page)
      return app ? ofTable(app, place.state) : ofAdopted(place)
    },
    close: async () => (await site)?.close(),
  }
}

const ADOPTED = 'adopted'
