// Receives jobs for adopted sites and answers each, even a failing one. The worker shows one page
// after another, each in a realm of its own. It ends if a page leaves permanent side effects or was
// not ready in time.

import process from 'node:process'
import { clearTimeout, setTimeout } from 'node:timers'
import {
  dirtyReasons,
  expectScripts,
  JobContext,
  markDirty,
  nodeFetch,
  onStrayError,
  uncaught,
  unhandled,
} from '../../dom/index.ts'
import { TraceLog } from '../../dom/isolation/trace-log.ts'
import { allowedFetch } from '../../http/restricted-fetch.ts'
import { siteFetch } from '../../http/site-fetch.ts'
import { readableOf } from '../../site/adopted-pages.ts'
import { stateShape } from '../../site/state-shape.ts'
import type { Answer, Job } from '../../snapshot/pool/protocol.ts'
import { describe } from '../../snapshot/worker/error-text.ts'
import type { WorkerChannel } from '../../snapshot/worker/worker-channel.ts'
import { adoptPage } from './adopt-page.ts'
import { endPage } from './end-page.ts'
import { installConsole } from './page-console.ts'
import { noteLeftOut, pageRequests } from './page-requests.ts'
import { readableForm } from './readable-form.ts'

export function serve(channel: WorkerChannel): void {
  const { compiler, memory, send, receive } = channel
  const shells = new Map<string, string>()
  const takeNoted = installConsole(globalThis)
  onStrayError((error) => send({ stray: describe(error), state: null }))
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', uncaught)
  expectScripts()

  async function show(job: Job): Promise<Answer> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), job.deadline)
    const given = openPage(job)
    try {
      const { shape } = shapeOf(job)
      const answer = await adoptPage({ ...given, job, shape, signal: late.signal })
      return given.own.trace ? { ...answer, trace: given.own.trace.trace } : answer
    } finally {
      clearTimeout(timer)
      given.own.close()
      await endPage()
    }
  }

  function openPage(job: Job) {
    const { mounts, allow } = channel
    const { origin } = new URL(job.url)
    const isAllowed = (one: string) => one === origin || allow.has(one)
    let leftOut: ReadonlyMap<string, string> = new Map()
    const restrict = (sends: typeof fetch) => {
      const noting = noteLeftOut(allowedFetch(sends, job.url, allow), isAllowed)
      leftOut = noting.leftOut
      return noting.fetch
    }
    const answers = siteFetch(mounts, origin, nodeFetch)
    const own = new JobContext(job, restrict, answers)
    if (job.trace) own.trace = new TraceLog()
    return {
      ...{ own, allow, compiler, takeNoted },
      html: shells.get(job.page) ?? '',
      requests: pageRequests(own.fetch, leftOut),
    }
  }

  async function make(job: Job): Promise<Answer> {
    const answer = await show(job).catch((error: unknown): Answer => {
      markDirty('a page that could not be shown')
      return { type: 'crashed', error: describe(error) }
    })
    if (answer.type === 'late') markDirty('a page that was not ready in time')
    const { scheme, shape } = shapeOf(job)
    return job.readable && scheme ? readableForm(answer, { job, shape, scheme }) : answer
  }
  let last: Promise<unknown> = Promise.resolve()
  receive((message) => {
    if ('shell' in message) shells.set(message.page, message.shell)
    if (!('job' in message)) return
    const { job } = message
    last = last.then(async () => {
      const answer = await make(job)
      const left = dirtyReasons()
      send({ id: job.id, answer, bytes: memory(), ...(left.length > 0 && { dirty: left }) })
    })
  })
  compiler.handOn()
  send({ ready: true })
}

/** How a job's page writes its states, and its readable addresses. */
function shapeOf(job: Job) {
  const { readableAt, states = '#!' } = job
  const scheme = readableAt === undefined ? undefined : readableOf(job.page, readableAt)
  // The readable form is converted from the ugly form.
  return { scheme, shape: stateShape(states, job.readable ? undefined : scheme) }
}
