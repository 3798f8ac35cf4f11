// A page that the browser keeps while the reader is at another site, and shows again on the way back: what
// was being loaded has lost its requests by then.
// In: a history and what is loading. Out: the load, begun anew.

import type { History, Visit } from './history/types.ts'

/** Resumes what was loading when the reader left, until the returned function is called. */
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
