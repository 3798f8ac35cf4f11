// Purges the cache, then Redis, then the CDN, which would else fetch the old page again. The site
// calls it.

import { setTimeout } from 'node:timers/promises'
import { canonicalState } from '../../../src/state.ts'
import type { Cache } from '../../cache/cache.ts'
import { selectionOf } from '../../cache/cdn/selection.ts'
import { OBEYED_WITHIN_MS } from '../../cache/generations.ts'
import type { SharedPages } from '../../cache/shared-pages.ts'
import { type Purge, type Purged, purgedTags } from '../../cache/tags.ts'
import type { Cdn, CdnSelection } from '../../site/config.ts'
import { type SitePage, stateOfRequest } from '../handler/addresses.ts'
import type { Observer } from '../observe/events.ts'

/** The most purges that wait for Redis: one purge of everything replaces more. */
const MOST_WAITING = 100

type PurgedPage = Pick<SitePage, 'table' | 'readable'>

export interface PurgeParts {
  readonly cache: Pick<Cache, 'purge'>
  readonly shared?: Pick<SharedPages, 'generations'> | undefined
  readonly cdn: Cdn | undefined
  readonly origin: string
  readonly pages: ReadonlyMap<string, PurgedPage>
  readonly observe: Observer
  /** Default: the machine's timer. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/** Never rejects. */
export function purgeEverywhere(parts: PurgeParts): (which: Purge) => Promise<Purged> {
  const { cache, shared, cdn, origin, pages, observe, wait = setTimeout } = parts
  const purgeCdn = cdn && cdnPurger(cdn, observe)
  const addresses = new Map(
    [...pages].map(([path, { table, readable }]) => [path, { scheme: table?.scheme, readable }]),
  )
  /** Purges that the CDN gets again once Redis has them. */
  let again: CdnSelection[] = []

  /** Waits for the other servers, which may send the CDN old pages until they obey. */
  const untilAllObey = () => (shared ? wait(OBEYED_WITHIN_MS) : undefined)

  async function purgeAgain(): Promise<void> {
    await shared?.generations.whenSent()
    const selections = again
    again = []
    await untilAllObey()
    for (const selection of selections) await purgeCdn?.(selection)
  }

  return async (which) => {
    const stored = asStored(which, pages)
    const purged = await cache.purge(purgedTags(stored, stored.states))
    if (purgeCdn === undefined) return purged
    const selection = selectionOf(stored, stored.states, origin, addresses)
    if (purged.complete) await untilAllObey()
    else {
      if (again.length === 0) void purgeAgain()
      again = again.length < MOST_WAITING ? [...again, selection] : [{ everything: true }]
    }
    const fault = await purgeCdn(selection)
    return fault === undefined ? purged : { ...purged, complete: false, cdn: fault }
  }
}

/** Reports failures, and the first success after one. */
function cdnPurger(cdn: Cdn, observe: Observer) {
  const { name } = cdn
  let works = true
  // A CDN of your own may throw, though it must not.
  const attempt = async (selection: CdnSelection) => cdn.purge(selection)

  return async (selection: CdnSelection): Promise<string | undefined> => {
    const fault = await attempt(selection).catch(
      (error) => `${name}: ${error instanceof Error ? error.message : String(error)}`,
    )
    // Every failure is reported: each leaves other pages in the CDN.
    if (fault !== undefined || !works) {
      works = fault === undefined
      observe({ type: 'tier', name, works, why: fault ?? '' })
    }
    return fault
  }
}

/** Spells a purge as the cache does: routes sort keys and omit defaults. */
function asStored(which: Purge, pages: ReadonlyMap<string, PurgedPage>) {
  const prefix = which.prefix?.replace(/^#!/, '')
  // A prefix with escapes is in stored form.
  const folder = prefix === undefined || prefix.includes('%') ? prefix : canonicalState(prefix)
  const state = which.state?.replace(/^#!/, '')
  if (state === undefined) return { ...which, prefix: folder, states: [] }
  const spellings = [...pages].flatMap(([path, { table }]) =>
    which.page === undefined || which.page === path ? stateOfRequest(table, state).state : [],
  )
  return { ...which, states: [...new Set([canonicalState(state), ...spellings])] }
}
