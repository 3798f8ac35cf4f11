// Marks the job whose code runs, before each switch of asynchronous context, so the mark is right
// even if the code never ends. Costs one call per continuation.

import { createHook } from 'node:async_hooks'
import { scope } from '../../dom/index.ts'

/**
 * Calls `mark` with the job, or none, whose code is about to run. The caller must mark the start of
 * a job itself.
 */
export function watchRunning(mark: (job: number | undefined) => void): void {
  createHook({ before: () => mark(scope()?.job?.id) }).enable()
}
