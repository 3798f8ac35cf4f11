/** Begins and ends what a page has of its own in places that a thread has one of: custom elements, marks, object URLs. */
import { forgetObjectUrls, seedObjectUrls } from './object-urls.ts'
import { forgetElements, showElements } from './page-elements.ts'
import { forgetTimeline } from './timeline.ts'

/** @param seed What its object URLs are drawn from. */
export function beginOwn(seed: string): void {
  showElements()
  seedObjectUrls(seed)
}

/** The document must be empty, and built-ins be restored. */
export function endOwn(): void {
  forgetElements()
  forgetTimeline()
  forgetObjectUrls()
  // `RegExp.$1` and the like tell of the last match, whoever made it.
  ;/^/.test('')
}
