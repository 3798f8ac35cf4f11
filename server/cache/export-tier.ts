// Reads pages that `hashbang export` wrote. A state is rendered instead if the build or origin
// differs, the file is damaged, or the page was purged since.

import { contentHash } from '../diagnostics/runtime/content-hash.ts'
import { tagsOf } from '../http/cache-tags.ts'
import { storedResponse } from '../http/responses.ts'
import type { Observer } from '../observe/events.ts'
import { MANIFEST, type Manifest, type SnapshotRecord } from '../tools/export/manifest.ts'
import { openExport, pageOf } from './exported-pages.ts'
import { openPurgedFile, type PurgedFile } from './purged-file.ts'
import type { Tier } from './tier.ts'

export interface ExportTierOptions {
  readonly folder: string
  readonly origin: string
  readonly build: string
  /** How long a page is fresh, in ms. */
  readonly maxAge: number
  readonly observe: Observer
}

const NAME = 'the exported snapshots'

/** Opens an export; an unusable export has no pages. */
export function exportTier({ folder, origin, build, maxAge, observe }: ExportTierOptions): Tier {
  let usable: Manifest | undefined
  let purged: PurgedFile | undefined
  let works = true
  let isMissing = false

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

  /** @returns Why the export is unusable. */
  async function open(): Promise<string | undefined> {
    const found = await openExport(folder)
    isMissing = found === undefined
    if (found === undefined) return `there is no ${MANIFEST} in ${folder}`
    const { manifest, writtenAt, purges } = found
    const why = whyNot(manifest)
    // Load the purges before any page is returned.
    const known = await openPurgedFile(purges, writtenAt).catch((error) => {
      manifest.close()
      throw error
    })
    purged = known
    if (why === undefined) usable = manifest
    else manifest.close()
    return why
  }

  const opened = open()
    .catch((error: Error) => error.message)
    .then((why) => why !== undefined && report(false, why))

  /** Skips damaged records, for example of an interrupted copy. */
  function find(page: string, state: string): SnapshotRecord | undefined {
    try {
      return usable?.find(page, state)
    } catch (error) {
      usable?.close()
      usable = undefined
      report(false, error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  return {
    name: NAME,
    async get({ page, query, state, live, markdown }) {
      if (usable === undefined || query !== '' || live || markdown) return {}
      const found = find(page, state)
      if (found === undefined || found.status >= 400) return {}
      // A later export run failed to render this page and kept the old one.
      if (found.from !== undefined && found.from.build !== build) return {}
      const { status, file, bytes, hash, headers, lastModified } = found
      const body = bytes === 0 ? Buffer.alloc(0) : await pageOf(folder, found)
      // A purge may have arrived during the read.
      if (purged?.has({ page, state }, tagsOf(found))) return {}
      const changed = lastModified === undefined ? undefined : Date.parse(lastModified)
      const isRight = body !== undefined && (bytes === 0 || contentHash(body) === hash)
      const entry = isRight
        ? storedResponse({ status, headers, body, lastModified: changed, live: false })
        : undefined
      if (entry !== undefined) return { page: { entry, maxAge, age: 0 } }
      report(false, `${file} is not what ${MANIFEST} says`)
      return {}
    },
    async purge(which, at) {
      await opened
      // No export: nothing to purge. After a read error, the next server may still read it, so the
      // purge does not hold.
      if (purged === undefined) return isMissing
      const error = await purged.add(which, at)
      if (error === undefined) return true
      report(false, `a purge holds only until this server ends: ${error}`)
      return false
    },
    async ready() {
      await opened
    },
    async close() {
      await opened
      usable?.close()
    },
  }
}
