// Animates changes of pages. https://drafts.csswg.org/css-view-transitions-1/

import { around, hooksOf } from './hooks.ts'
import type { AnyRouter } from './router-types.ts'

/** Changes pages with view transitions, until you call the returned function. */
export function viewTransitions(router: AnyRouter): () => void {
  return around(hooksOf(router), 'paint', (paint) => (update, visit) => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // Not on the first page, nor after a swipe, which is animated.
    if (!document.startViewTransition || still || visit.animated || visit.type === 'load')
      return paint(update, visit)
    const transition = document.startViewTransition(() => paint(update, visit))
    // Both promises reject when a newer transition starts; the update reports real errors.
    transition.ready.catch(() => {})
    transition.finished.catch(() => {})
    return transition.updateCallbackDone
  })
}
