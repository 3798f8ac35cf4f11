/** Installs the parts that isolate pages from each other; `install.ts` calls them. */

import type { InnerWindow, Install } from '../internals.ts'
import { registerGlobals, shareTimers } from '../window.ts'
import { installAsyncSources } from './async-sources.ts'
import { installDefinitions } from './definitions.ts'
import { installMicrotasks } from './errors.ts'
import { deferFetchClasses } from './http-client.ts'
import { installInert } from './inert-apis.ts'
import { installLeaving } from './leaving.ts'
import { installLoads } from './loads.ts'
import { installMessagePorts, installWindowMessages } from './message-ports.ts'
import { installFetch, installNetwork } from './network.ts'
import { installObjectUrls } from './object-urls.ts'
import { installClock } from './page-clock.ts'
import { installRandom } from './random.ts'
import { installTimeline } from './timeline.ts'
import { installTimers } from './timers.ts'

/** The parts in the order of their installation. */
export const ISOLATION = {
  network: installNetwork,
  loads: installLoads,
  inert: installInert,
  messages: installWindowMessages,
} satisfies Readonly<Record<string, Install>>

/** SIDE EFFECT: installs the globals. */
export function isolateProcess(window: InnerWindow): void {
  const target = globalThis as Record<string, unknown>
  installDefinitions(globalThis)
  deferFetchClasses(globalThis)
  registerGlobals(window)
  installLeaving(window)
  installClock(target)
  installTimers(target)
  shareTimers(target, window)
  installMicrotasks(window, globalThis)
  installMessagePorts(globalThis)
  installAsyncSources(target)
  installFetch(globalThis)
  installRandom(globalThis)
  installTimeline(globalThis)
  installObjectUrls(globalThis)
}
