/** Separates background work, which goes on when pages end, from the work of the page. */

import { AsyncLocalStorage } from 'node:async_hooks'

/** An async context, since a connection of `context()` may come back later. */
const background = new AsyncLocalStorage<boolean>()

export const isBackground = (): boolean => background.getStore() === true

/** Runs work that goes on when pages end. */
export const inBackground = <T>(work: () => T): T => background.run(true, work)

/** Runs work of the page, such as a timer. */
export const inPage = <T>(work: () => T): T =>
  isBackground() ? background.run(false, work) : work()
