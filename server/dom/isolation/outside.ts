// Tells work that goes on when pages end from the work of the page.

import { AsyncLocalStorage } from 'node:async_hooks'

/** A connection of `context()` that is lost during a page must come back after it. */
const outside = new AsyncLocalStorage<boolean>()

export const isOutside = (): boolean => outside.getStore() === true

/** Runs work that goes on when pages end. */
export const outsideJobs = <T>(work: () => T): T => outside.run(true, work)

/** Runs a page's work, such as a timer, from anywhere. */
export const inPage = <T>(work: () => T): T => (isOutside() ? outside.run(false, work) : work())
