/**
 * Errors that a page reports instead of dying of them. In: what a custom element's reaction, a listener or `reportError`
 * throws; what nobody catches. Out: an `error` event on the window, as in a browser, and a list that the snapshot takes after
 * the render. An error is heard by the job alone in whose asynchronous context it was thrown; what belongs to none is told to
 * whoever asked. It never prints and never throws. https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
 */
import { ErrorEvent } from '#happy-dom'
import { scope } from './context.ts'
import { type InnerWindow, S } from './internals.ts'
import { inRender } from './timers.ts'

let errors: unknown[] = []
let told: (error: unknown, state: string | null) => void = () => undefined

/** Calls back for errors that no snapshot can tell of: those of no job, and those of a job that has been answered. */
export function tellOfStrays(listener: typeof told): void {
  told = listener
}

export function takeErrors(): unknown[] {
  const taken = errors
  errors = []
  return taken
}

/** Notes why a promise of the page was rejected, if nothing has told of it yet. */
export function noteRejection(reason: unknown): void {
  if (!errors.includes(reason)) errors.push(reason)
}

export function report(window: InnerWindow, error: unknown): void {
  errors.push(error)
  tell(window, () => {
    const message = `Uncaught ${error}`
    const init = { error: error as Error, message, ...placeOf(error), cancelable: true }
    return new ErrorEvent('error', init) as unknown as Event
  })
}

function tell(window: InnerWindow, made: () => Event): void {
  try {
    window.dispatchEvent(made())
  } catch (again) {
    errors.push(again)
  }
}

/** Where an error was made, by its stack: not `where` it was thrown, which nobody knows any more. */
function placeOf(error: unknown): Pick<ErrorEventInit, 'filename' | 'lineno' | 'colno'> {
  const stack = error instanceof Error ? String(error.stack) : ''
  const [, filename = '', line, column] =
    /\bat (?:.*\()?(https?:.*?):(\d+):(\d+)\)?$/m.exec(stack) ?? []
  return { filename, lineno: Number(line ?? 0), colno: Number(column ?? 0) }
}

/** Tells of a promise that is rejected, and nobody asks why. */
export function attributeRejection(
  window: InnerWindow,
  reason: unknown,
  promise: Promise<unknown>,
): void {
  if (!inRender()) {
    attribute(window, reason)
    return
  }
  errors.push(reason)
  const init = { reason, promise, cancelable: true }
  tell(window, () => new window.PromiseRejectionEvent('unhandledrejection', init))
}

/** Gives an error that nobody caught to the job that it belongs to. */
export function attribute(window: InnerWindow, error: unknown): void {
  const job = scope()?.job
  if (inRender()) report(window, error)
  else if (job === undefined || job.ended) told(error, job?.state ?? null)
  else job.fault(error)
}

/** happy-dom prints what listeners throw and tells the window; here it is reported like the rest. */
export function installErrors(window: InnerWindow): void {
  window[S.dispatchError] = (error) => report(window, error)
}

/** Node forgets whose microtask it was before it tells that one threw. */
export function installMicrotasks(window: InnerWindow, target: typeof globalThis): void {
  const { queueMicrotask } = target
  target.queueMicrotask = (callback) => {
    if (typeof callback !== 'function') throw new TypeError('The callback must be a function')
    queueMicrotask(() => {
      try {
        callback()
      } catch (error) {
        attribute(window, error)
      }
    })
  }
}
