// Changes pages by view transitions, where the browser has them and the reader does not ask for less
// motion. https://drafts.csswg.org/css-view-transitions-1/

import { around, hooksOf } from './hooks.ts'
import type { AnyRouter } from './router.ts'

/** Animates the changes of pages, as the document's style sheet says, until the returned function is called. */
export function viewTransitions(router: AnyRouter): () => void {
  return around(hooksOf(router), 'paint', (paint) => (update, visit) => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // Not on the first page, which comes from nowhere, and not on a swipe, which has moved already.
    if (!document.startViewTransition || still || visit.animated || visit.type === 'load') {
      return paint(update, visit)
    }
    const transition = document.startViewTransition(() => paint(update, visit))
    // Both reject when a newer transition takes over; what then matters is told by the update.
    transition.ready.catch(() => {})
    transition.finished.catch(() => {})
    return transition.updateCallbackDone
  })
}
