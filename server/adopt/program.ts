// What a worker for adopted sites runs, as one module that is built into one file; see bundle/build.ts. SIDE EFFECT on import:
// installs the DOM, which comes before all else. Out: what the worker begins with.

import { setRegion } from '../happy-dom/index.ts'
import type { WorkerChannel } from '../render/worker-channel.ts'
import { serve } from './job-loop.ts'

/** Serves the jobs of a channel. */
export function run(channel: WorkerChannel): void {
  setRegion(channel.region)
  serve(channel)
}
