/** Begins an empty page: all code that runs until its end is the page's. */

import type { JobContext } from './context.ts'
import { beginElements } from './elements.ts'
import { takeErrors } from './errors.ts'
import { seedObjectUrls } from './object-urls.ts'
import { forgetPending } from './pending.ts'
import { setSeed } from './random.ts'
import { beginTimers } from './timers.ts'

export interface PageStart {
  /** Its address. */
  readonly url: string
  /** Seeds the random numbers. */
  readonly seed: string
  /** The job that gives it its rights. Undefined: a page outside of jobs. */
  readonly job?: JobContext | undefined
}

/** @param goTo Moves the empty window to an address. */
export function beginPage(goTo: (url: string) => void, { url, seed, job }: PageStart): void {
  beginTimers()
  goTo(url)
  takeErrors()
  forgetPending()
  beginElements()
  setSeed(seed)
  seedObjectUrls(seed)
  job?.open()
}
