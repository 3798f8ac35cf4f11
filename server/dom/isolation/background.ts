/** Separates background work, which goes on when pages end, from the work of the page. */

import { AsyncLocalStorage } from 'node:async_hooks'

/** An async context: a connection of `context()` that is lost during a page comes back after it. */
const background = new AsyncLocalStorage<boolean>()

export const isBackground = (): boolean => background.getStore() === true

/** Runs work that goes on when pages end. */
export const inBackground = <T>(work: () => T): T => background.run(true, work)

/** Runs a page's work, such as a timer, from anywhere. */
export const inPage = <T>(work: () => T): T =>
  isBackground() ? background.run(false, work) : work()
