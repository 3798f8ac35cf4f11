// Protects unsaved work: asks before the reader leaves the page.

import { around, hooksOf } from './hooks.ts'
import type { AnyRouter } from './router.ts'

/** Answers whether the reader may leave for a state. */
export type Question = (state: string) => boolean | Promise<boolean>

/**
 * Asks before every navigation away from the page, until the returned function is called: call
 * `block` when there is something to lose, and undo it when that is saved.
 *
 * It holds links, `navigate`, the back and forward buttons and an edited `#!` within this document.
 * Where the browser has `precommitHandler`, the address stays while the question is open. Elsewhere
 * the address changes first and is put back when the answer is no.
 *
 * Nothing can hold a reader who closes or reloads the document, or leaves it by a link. The browser
 * may show a dialog of its own then. Save drafts as they are written.
 *
 * @param mayLeave Receives the target state. False or a rejection keeps the reader.
 */
export function block(router: AnyRouter, mayLeave: Question): () => void {
  const unwrap = around(hooksOf(router), 'leave', (inner) => async (state) => {
    // A question that fails counts as no.
    const ask = () => Promise.resolve(state).then(mayLeave)
    return (await inner(state)) && (await ask().catch(() => false))
  })
  const onUnload = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', onUnload)
  return () => {
    window.removeEventListener('beforeunload', onUnload)
    unwrap()
  }
}
