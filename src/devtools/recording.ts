// How long the navigations of a router take, step by step. In: a router, its hooks. Out: the times of the page that is shown.
// Never changes what a navigation does: the steps are called as they were.

import { around, type Hooks } from '../dom/hooks.ts'
import type { AnyRouter } from '../dom/router.ts'

/** What the steps of a navigation took, in ms; undefined where it was not seen. */
export interface Timing {
  readonly guards: number | undefined
  /** Loaders, and the imports of the views beside them. */
  readonly load: number | undefined
  /** Until the view was in the document. */
  readonly mount: number | undefined
  /** Until nothing that the view waits for was pending. */
  readonly settle: number | undefined
  readonly total: number
}

/** The times of a router's navigations. */
export interface Recording {
  /** Of the page that is shown; null before the first, and where it was shown before the recording began. */
  readonly last: Timing | null
  stop(): void
}

/** When a navigation came to its steps. */
interface Steps {
  readonly began: number
  admitted?: number
  loaded?: number
  mounted?: number
}

/**
 * Records the navigations of a router.
 *
 * @param began When the navigation began that is under way already, by `performance.now()`. Default: now.
 */
export function record(router: AnyRouter, hooks: Hooks, began = performance.now()): Recording {
  let steps: Steps = { began }
  let last: Timing | null = null

  const unwrapResolve = around(hooks, 'resolve', (resolve) => async (state, options) => {
    const { admitted } = options
    // Pages that are loaded ahead of a click are no navigations.
    if (admitted === undefined) return resolve(state, options)
    const own: Steps = { began: performance.now() }
    steps = own
    const followed = await resolve(state, {
      ...options,
      admitted(at) {
        own.admitted = performance.now()
        admitted(at)
      },
    })
    own.loaded = performance.now()
    return followed
  })
  const unwrapPaint = around(hooks, 'paint', (paint) => async (update, visit) => {
    const own = steps
    own.loaded ??= performance.now()
    await paint(update, visit)
    own.mounted = performance.now()
  })
  const unsubscribe = router.subscribe(() => {
    last = timing(steps, performance.now())
  })
  return {
    get last() {
      return last
    },
    stop() {
      unwrapResolve()
      unwrapPaint()
      unsubscribe()
    },
  }
}

function timing({ began, admitted, loaded, mounted }: Steps, settled: number): Timing {
  const between = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : to - from
  return {
    guards: between(began, admitted),
    load: between(admitted ?? began, loaded),
    mount: between(loaded, mounted),
    settle: between(mounted, settled),
    total: settled - began,
  }
}
