/**
 * Isolates pages that share one window: time, timers, network, errors, objects, and the reset
 * between pages.
 */

import type { InnerWindow, Install } from '../internals.ts'
import { registerGlobals, shareTimers } from '../window.ts'
import { installAsyncSources } from './async-sources.ts'
import { installChannels } from './channels.ts'
import { installClock } from './clock.ts'
import { installMicrotasks } from './errors.ts'
import { deferFetchClasses } from './fetch-classes.ts'
import { installInert } from './inert.ts'
import { installLateWork } from './late-work.ts'
import { installLeaving } from './leaving.ts'
import { installLoads } from './loads.ts'
import { installFetch, installNetwork } from './network.ts'
import { installObjectUrls } from './object-urls.ts'
import { installRandom } from './random.ts'
import { installTimeline } from './timeline.ts'
import { installTimers } from './timer-globals.ts'

/** In installation order. */
export const OF_WINDOW = {
  network: installNetwork,
  channels: installChannels,
  loads: installLoads,
  inert: installInert,
} satisfies Readonly<Record<string, Install>>

/** SIDE EFFECT: installs the window's names as globals of this worker. */
export function isolateThread(window: InnerWindow): void {
  const target = globalThis as unknown as Record<string, unknown>
  deferFetchClasses(globalThis)
  registerGlobals(window)
  installLeaving(window)
  installClock(target)
  installTimers(target)
  shareTimers(target, window)
  installMicrotasks(window, globalThis)
  installLateWork(globalThis)
  installAsyncSources(target)
  installFetch(globalThis)
  installRandom(globalThis)
  installTimeline(globalThis)
  installObjectUrls(globalThis)
}
