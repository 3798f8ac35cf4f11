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

/** Beyond it, one purge of everything replaces them. */
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
  /** For the CDN, once Redis has the purges. */
  let again: CdnSelection[] = []

  /** Until then, other servers may send the CDN old pages. */
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
  const attempt = async (selection: CdnSelection) => cdn.purge(selection)

  return async (selection: CdnSelection): Promise<string | undefined> => {
    const fault = await attempt(selection).catch(
      (error) => `${name}: ${error instanceof Error ? error.message : String(error)}`,
    )
    // Each failure leaves pages in the CDN.
    if (fault !== undefined || !works) {
      works = fault === undefined
      observe({ type: 'tier', name, works, why: fault ?? '' })
    }
    return fault
  }
}

/** Routes sort keys and omit defaults. */
function asStored(which: Purge, pages: ReadonlyMap<string, PurgedPage>) {
  const { page, state } = which
  const prefix = which.prefix?.replace(/^#!/, '')
  // With escapes it is in stored form.
  const folder = prefix === undefined || prefix.includes('%') ? prefix : canonicalState(prefix)
  const text = state?.replace(/^#!/, '')
  if (text === undefined) return { ...which, prefix: folder, states: [] }
  const meant = [...pages].filter(([path]) => page === undefined || path === page)
  const spellings = meant.map(([, { table }]) => stateOfRequest(table, text).state)
  return { ...which, states: [...new Set([canonicalState(text), ...spellings])] }
}
