// Protects unsaved work when the reader leaves the page.

import { around, hooksOf } from './hooks.ts'
import type { AnyRouter } from './router-types.ts'

/** Returns whether the reader may leave for a state. */
export type Question = (state: string) => boolean | Promise<boolean>

/**
 * Calls `mayLeave` before every navigation within this document, until the returned function is
 * called: links, `navigate`, the back and forward buttons, an edited `#!`.
 *
 * In browsers with `precommitHandler` the address stays meanwhile. In others it changes first, and
 * is restored after a no.
 *
 * Before the reader closes, reloads or leaves the document, `mayLeave('')` is called as well. The
 * browser shows its own dialog unless the answer is `true`: no browser waits for a promise there,
 * or shows your `confirm`.
 *
 * @param mayLeave Receives the target state; `''` for another document. False or a rejection keeps
 * the reader.
 */
export function block(router: AnyRouter, mayLeave: Question): () => void {
  const unwrap = around(hooksOf(router), 'leave', (inner) => async (state) => {
    const answer = () => Promise.resolve(state).then(mayLeave)
    return (await inner(state)) && (await answer().catch(() => false))
  })
  const onUnload = (event: Event) => {
    // A promise would come too late, and an error must not lose the reader's work.
    let leaves: unknown
    try {
      leaves = mayLeave('')
    } finally {
      if (leaves !== true) event.preventDefault()
    }
  }
  window.addEventListener('beforeunload', onUnload)
  return () => {
    window.removeEventListener('beforeunload', onUnload)
    unwrap()
  }
}
