/** Begins and ends a page's own state in shared places: custom elements, marks, object URLs. */
import { forgetObjectUrls, seedObjectUrls } from './object-urls.ts'
import { forgetElements, showElements } from './page-elements.ts'
import { forgetTimeline } from './timeline.ts'

/** @param seed Seeds its object URLs. */
export function beginOwn(seed: string): void {
  showElements()
  seedObjectUrls(seed)
}

/** Call it with an empty document and restored built-ins. */
export function endOwn(): void {
  forgetElements()
  forgetTimeline()
  forgetObjectUrls()
  // Clears `RegExp.$1` and similar traces of the last match.
  ;/^/.test('')
}
