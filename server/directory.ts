// The tier of the cache that `hashbang export` has written. In: addresses. Out: pages from files, or
// nothing for what was not exported. An export of another build or origin, or a file that is not what the
// manifest says, is not used: the state is rendered instead.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEntry } from './entry.ts'
import type { Observer } from './events.ts'
import { MANIFEST, PAGES, readManifest } from './export/manifest.ts'
import type { Tier } from './tier.ts'

/** Settings of the tier. */
export interface DirectoryOptions {
  /** What `hashbang export` was told to write to. */
  readonly folder: string
  readonly origin: string
  readonly build: string
  /** For how many ms a page is fresh. */
  readonly maxAge: number
  readonly observe: Observer
}

const NAME = 'the exported snapshots'

/** Headers that answers of the server have by their own rules. */
const OWN = ['etag', 'cache-control', 'vary', 'content-encoding', 'last-modified', 'age', 'date']

/** Opens an export; one that cannot be used has no pages. Never rejects. */
export async function directoryTier({
  folder,
  origin,
  build,
  maxAge,
  observe,
}: DirectoryOptions): Promise<Tier> {
  const fails = (why: string): undefined =>
    observe({ type: 'tier', name: NAME, works: false, why }) as undefined
  const manifest = await readManifest(folder).catch((error) => fails(String(error)))
  const why =
    manifest === undefined
      ? `there is no ${MANIFEST} in ${folder}`
      : manifest.header.origin !== origin
        ? `they are of ${manifest.header.origin}`
        : manifest.header.build !== build
          ? 'they are of another build: export again'
          : undefined
  if (why !== undefined) fails(why)

  return {
    async get({ page, query, state, live }) {
      const found =
        why === undefined && query === '' && !live ? manifest?.find(page, state) : undefined
      if (found === undefined || found.status >= 400) return undefined
      const { status, file, bytes, hash, lastModified } = found
      const body = bytes === 0 ? Buffer.alloc(0) : await readWhole(join(folder, PAGES, file), hash)
      if (body === undefined) return fails(`${file} is not what ${MANIFEST} says`)
      const headers = Object.fromEntries(
        Object.entries(found.headers).filter(([name]) => !OWN.includes(name)),
      )
      const changed = lastModified === undefined ? undefined : Date.parse(lastModified)
      return {
        entry: createEntry({ status, headers, body, lastModified: changed }),
        maxAge,
        age: 0,
      }
    },
  }
}

async function readWhole(file: string, hash: string): Promise<Buffer | undefined> {
  const body = await readFile(file).catch(() => undefined)
  const found = body && createHash('sha256').update(body).digest('base64url')
  return found === hash ? body : undefined
}
