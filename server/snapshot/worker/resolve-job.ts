// Resolves the state of a job by the page's route table, for the stage "run" of table-stages.ts.

import { meantState } from '../../../src/address-state.ts'
import { fault } from '../../../src/diagnostics.ts'
import type { Page, Resolution } from '../../../src/page.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { Table } from '../../../src/table.ts'
import type { PageContext } from '../../dom/index.ts'
import { canonicalUrl } from '../../site/site-urls.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { unlessLeft } from './page-waits.ts'

interface StateRequest {
  readonly job: Job
  readonly own: PageContext
  readonly context: unknown
  readonly scheme: ReadableScheme | undefined
}

export async function resolveJob(
  routes: Table,
  { job, own, context, scheme }: StateRequest,
): Promise<Page | Answer> {
  const options = { context: context as never, signal: own.signal, fetch: own.fetch }
  // The dev server's handler has no table to read it with.
  const state = meantState(job.state, routes.match)
  const resolved = await unlessLeft(own, routes.resolve(state, options))
  const left = 'destination' in resolved ? resolved.destination : undefined
  if (left && !(left instanceof Error)) return left
  const resolution = 'destination' in resolved ? await routes.fail(job.state, left) : resolved
  const page = isBlank(resolution)
    ? await routes.fail(resolution.state, noView(resolution))
    : resolution
  if (page.type === 'aborted') return { type: 'late', waiting: own.waitedFor, after: job.deadline }
  if (page.type !== 'redirect') return page
  return { ...page, location: canonicalUrl(scheme ?? routes.scheme, job.url, page.state) }
}

/** An empty outlet with status 200 would be cached and indexed. */
const isBlank = (resolution: Resolution): resolution is Page =>
  resolution.type === 'page' && !resolution.levels.some(({ view }) => view)

const noView = ({ levels, state }: Page): Error =>
  fault('HB004', [levels.at(-1)?.name ?? '', state])
