// Restarts loading when the browser shows a page again from its back/forward cache: pending
// requests were lost.

import type { History, Visit } from './history/types.ts'

/** Resumes interrupted loads, until the returned function is called. */
export function resumeParked(
  loading: () => Visit | null,
  history: () => History | undefined,
): () => void {
  let parked: Visit | null = null
  const onHide = () => {
    parked = loading()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    const one = history()
    if (persisted && parked?.signal.aborted === false && one?.read() === parked.state) one.resume()
  }
  const end = new AbortController()
  window.addEventListener('pagehide', onHide, end)
  window.addEventListener('pageshow', onShow, end)
  return () => end.abort()
}
