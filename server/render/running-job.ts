// Which job's code runs. In: the asynchronous contexts of jobs. Out: a mark at every switch from the code of one
// to that of another, made before that code runs, so that it stands when the code never ends. The mark stays
// when the code is done, until other code runs. It costs a call for every continuation.

import { createHook } from 'node:async_hooks'
import { scope } from '../happy-dom/index.ts'

/** Tells `mark` of the job, or of none, whose code is about to run; of what begins a job its caller must. */
export function watchRunning(mark: (job: number | undefined) => void): void {
  createHook({ before: () => mark(scope()?.job?.id) }).enable()
}
