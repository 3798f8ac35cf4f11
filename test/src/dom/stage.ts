/**
 * A router on an outlet of its own, for one unit: made, given to the unit, and taken away again.
 */

import type { defineRoutes } from '../../../src/define-routes.ts'
import type { Upgrade } from '../../../src/dom/history/address.ts'
import { hashHistory } from '../../../src/dom/history/hash-events.ts'
import type { History } from '../../../src/dom/history/history.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { navigationHistory } from '../../../src/dom/history/navigation-api.ts'
import { start } from '../../../src/dom/navigator.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { Router, StartOptions } from '../../../src/dom/router-types.ts'
import { html } from '../../../src/html.ts'
import type { Routes } from '../../../src/route.ts'
import { hashbangScheme, type Scheme } from '../../../src/scheme.ts'
import type { ViewModule } from '../../../src/view.ts'
import { htmlView, mountView, type ViewPage } from '../../../src/view.ts'

customElements.define('hashbang-outlet', HashbangOutlet)

/** The histories of this browser by their names. */
export function browserHistories(
  scheme: Scheme = hashbangScheme,
  upgrade?: Upgrade,
): Record<string, () => History> {
  const hash = () => hashHistory(scheme, upgrade)
  if (!window.navigation?.currentEntry) return { hash }
  return { hash, navigation: () => navigationHistory(scheme, upgrade) }
}

export interface Stage<T extends Routes> {
  readonly router: Router<T>
  readonly outlet: HashbangOutlet
  /** The text in the outlet. */
  readonly text: () => string
  /** The errors that the router reported. */
  readonly errors: readonly unknown[]
}

interface Staging extends Partial<StartOptions<never>> {
  /** The content that the server sent into the outlet. */
  readonly sent?: string
  /** Whether the unit begins before the first page is shown. */
  readonly early?: boolean
}

/**
 * Runs a unit with a router that has shown its first page, on a history in memory if nothing else
 * is said.
 */
export async function onStage<T extends Routes>(
  table: ReturnType<typeof defineRoutes<T>>,
  { sent = '', early, ...options }: Staging,
  run: (stage: Stage<T>) => Promise<void>,
): Promise<void> {
  const outlet = new HashbangOutlet()
  outlet.setHTMLUnsafe(sent)
  document.body.append(outlet)
  const errors: unknown[] = []
  const router = start(table, {
    context: undefined as never,
    history: memoryHistory(),
    outlet,
    onError: (error) => errors.push(error),
    ...options,
  })
  try {
    if (!early) await router.ready
    await run({ router, outlet, text: () => outlet.textContent ?? '', errors })
  } finally {
    router.stop()
    outlet.remove()
  }
}

/** A view's module, as an import of it would give. */
export const viewing =
  <V>(view: V) =>
  async (): Promise<{ readonly default: V }> => ({ default: view })

/** A module whose view is text. */
export const says = (text: string): (() => Promise<ViewModule<ViewPage>>) =>
  viewing(htmlView(() => html`<h1>${text}</h1>`))

/** A module whose view cannot be mounted. */
export const fails: () => Promise<ViewModule<ViewPage>> = viewing(
  mountView(() => {
    throw new Error('boom')
  }),
)

/** A promise and the function that settles it. */
export function gate<T = void>(): { readonly opened: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => {}
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** A turn of the page's events. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Waits for an event of the browser. A unit that waits in vain stops its router and reports the
 * state of the page.
 */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(HANGS_MS)
  while (!holds()) {
    if (deadline.aborted)
      throw new Error(
        `Waited in vain for ${holds} at ${location.href}, ${JSON.stringify(history.state)}: ${document.body.textContent}`,
      )
    await turn()
  }
}

/** Less than the harness grants a unit. */
const HANGS_MS = 20_000
