// The worker's side of the channel for adopted sites. In: the HTML of one page, and a job of it; or several, one after the other's
// answer, of a page that stays loaded. Out: their answers; the worker is ended after them, as what scripts of a page leave cannot
// all be taken back. A failing job is answered, never thrown; a page that stays loaded is at its end then.

import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { clearTimeout, setTimeout } from 'node:timers'
import { JobContext, nodeFetch, tellOfStrays, uncaught, unhandled } from '../happy-dom/index.ts'
import { TraceLog } from '../happy-dom/page-trace.ts'
import { allowedFetch } from '../http/restricted-fetch.ts'
import { siteFetch } from '../http/site-fetch.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { describe } from '../render/error-text.ts'
import { watchRunning } from '../render/running-job.ts'
import type { WorkerChannel } from '../render/worker-channel.ts'
import { readableOf } from '../site/adopted-pages.ts'
import { stateShape } from '../site/state-shape.ts'
import { adoptPage } from './adopt-page.ts'
import type { Turn } from './adopted-job.ts'
import { installConsole } from './page-console.ts'
import { hideNode } from './page-globals.ts'
import { noteLeftOut, pageRequests } from './page-requests.ts'
import { readableForm } from './readable-form.ts'
import { responseShapes } from './response-shapes.ts'

/** Serves the jobs of a channel. */
export function serve(channel: WorkerChannel): void {
  const { mounts, heartbeat, compiler, allow, memory, send, receive } = channel
  const shells = new Map<string, string>()
  const takeNoted = installConsole(globalThis)
  heartbeat.start()
  watchRunning(heartbeat.runs)
  const busy = () => performance.eventLoopUtilization().active
  tellOfStrays((error, state) => send({ stray: describe(error), state }))
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', uncaught)

  let trace: TraceLog | undefined

  /** Begins the page of the first job. */
  function open(first: Turn): (turn: Turn) => Promise<Answer> {
    const { job } = first
    const { origin } = new URL(job.url)
    const isAllowed = (one: string) => one === origin || allow.has(one)
    const shapes = responseShapes()
    let leftOut: ReadonlyMap<string, string> = new Map()
    const restrict = (sends: typeof fetch) => {
      const noting = noteLeftOut(allowedFetch(sends, job.url, allow), isAllowed)
      leftOut = noting.leftOut
      return noting.fetch
    }
    const answers = siteFetch(mounts, origin, nodeFetch)
    const sends = job.walk ? shapes.noting(answers) : answers
    const own = new JobContext(job, new AbortController().signal, restrict, sends)
    if (job.trace) own.trace = trace = new TraceLog()
    const given = {
      ...{ own, allow, compiler, takeNoted, takeShape: shapes.take },
      html: shells.get(job.page) ?? '',
      requests: pageRequests(own.fetch, leftOut),
    }
    return own.run(() => {
      const show = adoptPage(given, first)
      // The page's own context, which what comes from outside has not.
      const within = AsyncLocalStorage.snapshot()
      return (turn) => {
        own.goOn(turn.job)
        return within(show, turn)
      }
    })
  }

  let show: ((turn: Turn) => Promise<Answer>) | undefined
  async function make(job: Job): Promise<Answer> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), job.deadline)
    try {
      heartbeat.enter(job.id)
      const { readableAt, states = '#!' } = job
      const scheme = readableAt === undefined ? undefined : readableOf(job.page, readableAt)
      // What is made readable afterwards is made of the ugly form.
      const shape = stateShape(states, job.readable ? undefined : scheme)
      const turn = { job, shape, signal: late.signal }
      show ??= open(turn)
      const shown = await show(turn)
      const made = trace ? { ...shown, trace: trace.trace } : shown
      return job.readable && scheme ? await readableForm(made, { job, shape, scheme }) : made
    } finally {
      clearTimeout(timer)
      heartbeat.leave()
    }
  }

  receive((message) => {
    if ('shell' in message) shells.set(message.page, message.shell)
    if (!('job' in message)) return
    const { job } = message
    heartbeat.runs(job.id)
    make(job)
      .catch((error: unknown): Answer => ({ type: 'crashed', error: describe(error) }))
      .then((answer) => {
        const isOver = job.walk && answer.type !== 'snapshot'
        const soiled = isOver ? { soiled: [`a page that could not be shown (${answer.type})`] } : {}
        if (answer.type === 'snapshot') compiler.handOn()
        send({ id: job.id, answer, busy: busy(), bytes: memory(), ...soiled })
      })
  })
  hideNode(globalThis)
  send({ ready: true, busy: busy() })
}
