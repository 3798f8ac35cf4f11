/** A router on an outlet of its own, for one unit: made, given to the unit, and taken away again. */

import type { defineRoutes } from '../../../src/define-routes.ts'
import type { History } from '../../../src/dom/history/types.ts'
import { start } from '../../../src/dom/navigator.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { Router, StartOptions } from '../../../src/dom/router.ts'
import { html } from '../../../src/html.ts'
import type { Routes } from '../../../src/route.ts'
import type { ViewModule } from '../../../src/view.ts'
import { htmlView, type ViewPage } from '../../../src/view.ts'

export interface Stage<T extends Routes> {
  readonly router: Router<T>
  readonly outlet: HashbangOutlet
  /** The text in the outlet. */
  readonly text: () => string
}

/** Runs a unit with a router that is started at a state and has shown it. */
export async function onStage<T extends Routes>(
  table: ReturnType<typeof defineRoutes<T>>,
  options: Partial<StartOptions<never>> & { history: History },
  run: (stage: Stage<T>) => Promise<void>,
): Promise<void> {
  const outlet = new HashbangOutlet()
  document.body.append(outlet)
  const router = start(table, { context: undefined as never, outlet, onError() {}, ...options })
  try {
    await router.ready
    await run({ router, outlet, text: () => outlet.textContent ?? '' })
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

/** A promise and what keeps it. */
export function gate<T = void>(): { readonly opened: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => {}
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** A turn of the page's events. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Far more than a busy machine needs, and far less than the harness grants a unit. */
const HANGS_MS = 60_000

/** Waits for what the browser does when it comes to it. A unit that waits in vain stops its router and says where the page was. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(HANGS_MS)
  while (!holds()) {
    if (deadline.aborted)
      throw new Error(
        `Waited in vain for ${holds} at ${location.href}, ${JSON.stringify(history.state)}: ${document.body.textContent}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
