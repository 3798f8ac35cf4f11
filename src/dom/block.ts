// Protects unsaved work: asks before the reader leaves the page, and cancels the navigation if
// refused. Anchors in the page need no question.

import { hooksOf } from './hooks.ts'
import type { AnyRouter } from './router.ts'

/** Answers whether the reader may leave for a state. */
export type Question = (state: string) => boolean | Promise<boolean>

const questions = new WeakMap<object, Set<Question>>()

/**
 * Asks before every navigation away from the page, until the returned function is called: call
 * `block` when there is something to lose, and undo it when that is saved.
 *
 * You can hold: links, `navigate`, the back and forward buttons and an edited `#!`, as long as
 * they stay in this document. Where the browser has `precommitHandler` the address does not change
 * while the question is open. Elsewhere, and when the reader presses the back button twice without
 * touching the page in between, the address changes first and is put back when the answer is no.
 *
 * You cannot hold: leaving the document, by closing it, by reloading, by a link or the back
 * button to another one. Then the browser may show a dialog of its own, in its own words; it does
 * so only after the reader has touched the page, and on telephones often not at all. Nothing holds
 * a killed process: save drafts as they are written.
 *
 * @param mayLeave Given the state that the reader is leaving for. False or a rejection keeps the
 * reader.
 */
export function block(router: AnyRouter, mayLeave: Question): () => void {
  const hooks = hooksOf(router)
  const ownQuestions = questions.get(router) ?? new Set()
  questions.set(router, ownQuestions.add(mayLeave))
  hooks.leave = async (state) => {
    for (const question of ownQuestions) {
      // A question that fails counts as no.
      if (
        !(await Promise.resolve(state)
          .then(question)
          .catch(() => false))
      )
        return false
    }
    return true
  }
  const onUnload = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', onUnload)
  return () => {
    window.removeEventListener('beforeunload', onUnload)
    ownQuestions.delete(mayLeave)
    if (ownQuestions.size === 0) hooks.leave = null
  }
}
