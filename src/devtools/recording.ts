// Measures the steps of a router's navigations, without changing them.

import type { Hooks } from '../dom/hooks.ts'
import type { AnyRouter } from '../dom/router.ts'
import { around } from '../dom/wrap-hooks.ts'

/** Duration of a navigation's steps, in ms; undefined if unknown. */
export interface Timing {
  readonly guards: number | undefined
  /** Loaders, and the parallel imports of views. */
  readonly load: number | undefined
  /** Until the view was in the document. */
  readonly mount: number | undefined
  /** Until the view's pending promises settled. */
  readonly settle: number | undefined
  readonly total: number
}

/** The times of a router's navigations. */
export interface Recording {
  /** Of the shown page; null before the first, and for a page shown before the recording began. */
  readonly last: Timing | null
  stop(): void
}

/** The time of each step. */
interface Steps {
  readonly began: number
  admitted?: number
  loaded?: number
  mounted?: number
}

/**
 * Records the navigations of a router.
 *
 * @param began When the pending navigation began, by `performance.now()`. Default: now.
 */
export function record(router: AnyRouter, hooks: Hooks, began = performance.now()): Recording {
  let steps: Steps = { began }
  let last: Timing | null = null

  const unwrapResolve = around(hooks, 'resolve', (resolve) => async (state, options) => {
    const { admitted } = options
    // A preload is no navigation.
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
