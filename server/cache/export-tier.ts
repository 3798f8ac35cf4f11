// The tier of the cache that `hashbang export` has written. In: addresses. Out: pages from files, or
// nothing for what was not exported. An export of another build or origin, or a file that is not what the
// manifest says, is not used: the state is rendered instead, and so is one that was purged since the export.

import { MANIFEST, type Manifest, type SnapshotRecord } from '../export/manifest.ts'
import { tagsOf } from '../http/cache-tags.ts'
import { storedResponse } from '../http/responses.ts'
import type { Observer } from '../observe/events.ts'
import { contentHash } from '../runtime/content-hash.ts'
import type { ExportedPages } from './exported-pages.ts'
import type { Purge } from './purge.ts'
import { openPurgedFile, type PurgedFile } from './purged-file.ts'
import type { Tier } from './tier.ts'

/** Settings of the tier. */
export interface ExportTierOptions {
  readonly pages: ExportedPages
  readonly origin: string
  readonly build: string
  /** For how many ms a page is fresh. */
  readonly maxAge: number
  readonly observe: Observer
}

/** What the tier is called in events. */
const NAME = 'the exported snapshots'

/** So long a server that starts waits for an export, in ms; then it answers without. */
const FIRST = 10_000

/** So many purges are remembered while there is no export; more become one of everything. */
const MOST_EARLY = 100

/** Opens an export; one that cannot be used has no pages. */
export function exportTier({ pages, origin, build, maxAge, observe }: ExportTierOptions): Tier {
  let usable: Manifest | undefined
  let purged: PurgedFile | undefined
  let works = true
  /** Whether it is known that there is no export. */
  let isMissing = false
  /** Which manifest was looked into last. */
  let seen: string | undefined
  let timer: NodeJS.Timeout | undefined
  const early: { readonly which: Purge; readonly at: number }[] = []
  let isOpen = true

  function report(now: boolean, why = ''): void {
    if (works !== now || !now) observe({ type: 'tier', name: NAME, works: now, why })
    works = now
  }

  const whyNot = ({ header }: Manifest): string | undefined =>
    header.origin !== origin
      ? `they are of ${header.origin}`
      : header.build !== build
        ? 'they are of another build, locale or time zone: export again'
        : undefined

  /** @returns Why it cannot be used. */
  async function open(): Promise<string | undefined> {
    isMissing = false
    const found = await pages.open(seen)
    isMissing = found === undefined
    if (found === 'unchanged') return undefined
    if (found === undefined) return `there is no ${MANIFEST} in ${pages.place}`
    const { manifest, writtenAt } = found
    const why = whyNot(manifest)
    // What was purged must be known before anything is answered.
    const known = await openPurgedFile(pages.purged, writtenAt).catch((error) => {
      manifest.close()
      throw error
    })
    purged = known
    seen = found.etag
    for (const { which, at } of early.splice(0)) void known.add(which, at)
    if (why === undefined && isOpen) usable = manifest
    else manifest.close()
    if (usable) report(true)
    return why
  }

  async function look(): Promise<void> {
    const why = await open().catch((error: Error) => error.message)
    if (why !== undefined) report(false, why)
    lookAgain()
  }

  function lookAgain(): void {
    if (usable === undefined && pages.again !== undefined && isOpen)
      timer = setTimeout(() => void look(), pages.again).unref()
  }
  const looked = look()

  /** One that is damaged, such as one of a copy that broke off, is used no more. */
  function find(page: string, state: string): SnapshotRecord | undefined {
    try {
      return usable?.find(page, state)
    } catch (error) {
      usable?.close()
      usable = undefined
      report(false, error instanceof Error ? error.message : String(error))
      lookAgain()
      return undefined
    }
  }

  return {
    name: NAME,
    async get({ page, query, state, live, markdown }) {
      if (usable === undefined || query !== '' || live || markdown) return {}
      const found = find(page, state)
      if (found === undefined || found.status >= 400) return {}
      // Kept by a run that could not make it anew.
      if (found.from !== undefined && found.from.build !== build) return {}
      const { status, file, bytes, hash, headers, lastModified } = found
      const body = bytes === 0 ? Buffer.alloc(0) : await pages.page(found)
      // It may have been purged meanwhile.
      if (body === undefined || purged?.has({ page, state }, tagsOf(found))) return {}
      const changed = lastModified === undefined ? undefined : Date.parse(lastModified)
      const isRight = body !== null && (bytes === 0 || contentHash(body) === hash)
      const entry = isRight
        ? storedResponse({ status, headers, body, lastModified: changed, live: false })
        : undefined
      if (entry !== undefined) return { page: { entry, maxAge, age: 0 } }
      report(false, `${file} is not what ${MANIFEST} says`)
      return {}
    },
    async purge(which, at) {
      if (purged === undefined) {
        // There may be an export later, or be one that cannot be read now, and older than this.
        if (early.length >= MOST_EARLY) early.splice(0, early.length, { which: {}, at: Date.now() })
        else early.push({ which, at: at ?? Date.now() })
        return isMissing
      }
      const error = await purged.add(which, at)
      if (error === undefined) return true
      report(false, `a purge holds only until this server ends: ${error}`)
      return false
    },
    async ready() {
      let wait: NodeJS.Timeout | undefined
      await Promise.race([looked, new Promise((resolve) => (wait = setTimeout(resolve, FIRST)))])
      clearTimeout(wait)
    },
    async close() {
      isOpen = false
      clearTimeout(timer)
      usable?.close()
    },
  }
}
