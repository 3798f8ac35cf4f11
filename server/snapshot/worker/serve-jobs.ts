// Receives jobs over the worker's channel, for both programs, and makes one page at a time. Never
// throws.

import { onStrayError, retireProcess, retireReasons } from '../../dom/index.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { errorText } from './error-text.ts'
import { makePage, type PageKind } from './make-page.ts'
import type { WorkerChannel } from './worker-channel.ts'

export interface ServeOptions {
  /** ms after which the waits of a page are reported. Default: at the deadline only. */
  readonly slowAfter?: number
}

export function serveJobs(
  { compiler, memory, send, receive, loadConverter }: WorkerChannel,
  kind: PageKind,
  { slowAfter }: ServeOptions = {},
): void {
  const slow = {
    after: slowAfter,
    report: (state: string, waiting: readonly string[]) => send({ type: 'slow', state, waiting }),
  }
  let state: string | null = null
  const work = async (job: Job) => {
    state = job.state
    // An ended page still works: another worker makes this one.
    const isLate = retireReasons().length > 0
    const answer = isLate
      ? undefined
      : await makePage(kind, job, slow, loadConverter).catch((error: unknown): Answer => {
          retireProcess('a page that could not be made')
          return { type: 'crashed', error: errorText(error) }
        })
    const dirty = retireReasons()
    send({ answer, bytes: memory(), ...(dirty.length > 0 && { dirty }) })
  }
  let last: Promise<unknown> = Promise.resolve()
  receive((message) => {
    if ('shell' in message) kind.setShell(message.page, message.shell)
    else last = last.then(() => work(message.job))
  })
  onStrayError((error) => send({ type: 'stray', error: errorText(error), state }))
  compiler.handOver()
  send({ ready: true })
}
