// Exports one state through the server's own handler. Returns its record, or the reason why there
// is none.

import { join } from 'node:path'
import { toUglyUrl } from '../../../src/url.ts'
import { contentHash } from '../../diagnostics/runtime/content-hash.ts'
import { APP_ALONE } from '../../http/responses.ts'
import type { Handler, HandlerResponse } from '../../http/types.ts'
import { PAGES, type SnapshotRecord } from './manifest.ts'
import type { Publication } from './publication.ts'

export interface Exported {
  readonly page: string
  readonly state: string
  /** ISO 8601. */
  readonly lastModified?: string | undefined
}

type RenderedState =
  | { readonly how: 'resumed'; readonly record: SnapshotRecord }
  | {
      readonly how: 'written' | 'unchanged'
      readonly record: SnapshotRecord
      readonly body: Buffer
    }
  | { readonly reason: string }

/** @param isOurs Whether an export wrote the published page of this state. */
export async function makeState(
  { handler, folder }: { readonly handler: Handler; readonly folder: string },
  publication: Publication,
  { page, state, lastModified, file }: Exported & { readonly file: string },
  known: SnapshotRecord | undefined,
  isOurs: boolean,
): Promise<RenderedState> {
  const path = `${PAGES}/${file}`
  if (known) {
    const isThere =
      known.bytes === 0 ||
      (await publication.restage(path, (body) => contentHash(body) === known.hash))
    if (isThere) return { how: 'resumed', record: known }
  }
  const target = toUglyUrl(`${page}#!${state}`)
  if (target === null) return { reason: 'it has no ugly URL' }
  const response = await handler({ method: 'GET', target, headers: {} })
  if (response === null) return { reason: `there is no page "${page}"` }
  const { status, body } = response
  const isRedirect = status === 301 || status === 302
  if (status !== 200 && !isRedirect) return { reason: `its status is ${status}` }
  if (response.headers[APP_ALONE] !== undefined) {
    return {
      reason: 'no available engine renders it correctly: it gets the app without a snapshot',
    }
  }
  const record: SnapshotRecord = {
    file,
    page,
    state,
    status,
    bytes: isRedirect ? 0 : body.length,
    hash: contentHash(body),
    headers: kept(response),
    ...(lastModified === undefined ? {} : { lastModified }),
  }
  const staged = isRedirect ? 'unchanged' : await publication.stage(path, body, () => isOurs)
  if (staged === 'foreign') {
    return { reason: `${join(folder, path)} was not written by an export: move it away` }
  }
  return { how: staged === 'staged' ? 'written' : 'unchanged', record, body }
}

/** Headers of the connection or the moment are no part of the snapshot. */
const PASSING = ['content-length', 'date', 'cache-control', 'vary']

const kept = ({ headers }: HandlerResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.includes(name)))
