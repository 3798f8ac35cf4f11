// Resolves the state of a job by the page's route table, for the stage "run" of table-stages.ts.

import { setTimeout } from 'node:timers/promises'
import { meantState } from '../../../src/address-state.ts'
import { fault } from '../../../src/diagnostics.ts'
import type { Page, Resolution } from '../../../src/page.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { Table } from '../../../src/table.ts'
import type { PageContext } from '../../dom/index.ts'
import { canonicalUrl } from '../../site/site-urls.ts'
import type { Answer, Job, LateAnswer } from '../pool/protocol.ts'
import { inTime, unlessLeft } from './page-waits.ts'

interface StateRequest {
  readonly job: Job
  readonly pageContext: PageContext
  readonly context: unknown
  readonly scheme: ReadableScheme | undefined
}

export async function resolveJob(
  routes: Table,
  { context, scheme, ...request }: StateRequest,
): Promise<Page | Answer> {
  const { job, pageContext } = request
  const options = {
    context: context as never,
    signal: pageContext.signal,
    fetch: pageContext.fetch,
  }
  // The dev server's handler has no table to read it with.
  const state = meantState(job.state, routes.match)
  const resolved = await unlessLeft(pageContext, routes.resolve(state, options))
  const left = 'destination' in resolved ? resolved.destination : undefined
  if (left && !(left instanceof Error)) return left
  if ('destination' in resolved) return failureInTime(routes.fail, job.state, left, request)
  if (isBlank(resolved))
    return failureInTime(routes.fail, resolved.state, noView(resolved), request)
  if (resolved.type === 'aborted') return lateAnswer(pageContext.waitedFor, job)
  if (resolved.type !== 'redirect') return resolved
  return { ...resolved, location: canonicalUrl(scheme ?? routes.scheme, job.url, resolved.state) }
}

export const lateAnswer = (
  waiting: readonly string[],
  { deadline }: Pick<Job, 'deadline'>,
): LateAnswer => ({
  type: 'late',
  waiting,
  after: deadline,
})

interface FailedRequest {
  readonly job: Pick<Job, 'deadline'>
  readonly pageContext: Pick<PageContext, 'signal' | 'waiting'>
}

/** Of the deadline: how long the error view of a page may load that failed after it. */
const SHARE_AFTER = 0.5

/** @returns The page with the error view, unless that is not loaded in time. */
export async function failureInTime(
  fail: Table['fail'],
  state: string,
  error: unknown,
  { job, pageContext }: FailedRequest,
): Promise<Page | LateAnswer> {
  const page = fail(state, error)
  const shown = pageContext.signal.aborted
    ? await Promise.race([page, setTimeout(SHARE_AFTER * (job.deadline ?? 0), 'late' as const)])
    : await inTime(page, pageContext.signal)
  if (shown !== 'late') return shown
  return lateAnswer(
    [...pageContext.waiting].map((work) => `${work}, after ${error}`),
    job,
  )
}

/** An empty outlet with status 200 would be cached and indexed. */
const isBlank = (resolution: Resolution): resolution is Page =>
  resolution.type === 'page' && !resolution.levels.some(({ view }) => view)

const noView = ({ levels, state }: Page): Error =>
  fault('HB004', [levels.at(-1)?.name ?? '', state])
