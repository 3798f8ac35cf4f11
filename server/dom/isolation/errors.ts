/**
 * Reports errors of listeners, reactions and uncaught ones to the page's window and its snapshot.
 * Errors of ended pages and of background work go to a listener. Never prints or throws.
 * https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
 */
import { HappyDOM } from '#happy-dom'
import { Installed } from '../installed.ts'
import { type InnerWindow, S } from '../internals.ts'
import { CLOSED } from './page-context.ts'
import { perPage } from './page-state.ts'
import { retireProcess } from './retire.ts'
import { inRender } from './timers.ts'

const errors = perPage((): unknown[] => [])

const onStray = new Installed((_: unknown): void => undefined)

export function onStrayError(listener: (error: unknown) => void): void {
  onStray.value = listener
}

export const hasErrors = (): boolean => errors().length > 0

export const takeErrors = (): unknown[] => errors().splice(0)

/** A renderer that outlives the page may have been anywhere when the stack was full. */
function note(error: unknown): void {
  errors().push(error)
  if (error instanceof RangeError && error.message.startsWith('Maximum call stack'))
    retireProcess('calls of functions without end')
}

export function noteRejection(reason: unknown): void {
  if (!errors().includes(reason)) note(reason)
}

export function report(window: InnerWindow, error: unknown): void {
  note(error)
  dispatch(window, () => {
    const message = `Uncaught ${error}`
    const init = { error: error as Error, message, ...positionOf(error), cancelable: true }
    return new HappyDOM.ErrorEvent('error', init)
  })
}

function dispatch(window: InnerWindow, create: () => Event): void {
  try {
    window.dispatchEvent(create())
  } catch (again) {
    errors().push(again)
  }
}

/** Reads the place from the error's stack: the position of the throw is unknown. */
function positionOf(error: unknown): Pick<ErrorEventInit, 'filename' | 'lineno' | 'colno'> {
  const stack = error instanceof Error ? String(error.stack) : ''
  const [, filename = '', line, column] =
    /\bat (?:.*\()?(https?:.*?):(\d+):(\d+)\)?$/m.exec(stack) ?? []
  return { filename, lineno: Number(line ?? 0), colno: Number(column ?? 0) }
}

export function attributeRejection(
  window: InnerWindow,
  reason: unknown,
  promise: Promise<unknown>,
): void {
  // The requests of the page ended with it.
  if (reason === CLOSED) return
  if (!inRender()) {
    onStray.value(reason)
    return
  }
  note(reason)
  const init = { reason, promise, cancelable: true }
  dispatch(window, () => new window.PromiseRejectionEvent('unhandledrejection', init))
}

export function attribute(window: InnerWindow, error: unknown): void {
  if (inRender()) report(window, error)
  else onStray.value(error)
}

/** happy-dom would print errors of listeners. */
export function installErrors(window: InnerWindow): void {
  window[S.dispatchError] = (error) => report(window, error)
}

/** Node loses the microtask's context before it reports the error. */
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
