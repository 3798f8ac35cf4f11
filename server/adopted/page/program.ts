// The program of a worker for adopted sites, built into one file; see bundle/build.ts. SIDE EFFECT
// on import: installs the DOM, before all else.

import { setRegion } from '../../dom/index.ts'
import type { WorkerChannel } from '../../snapshot/worker/worker-channel.ts'
import { serve } from './job-loop.ts'

export function run(channel: WorkerChannel): void {
  setRegion(channel.region)
  serve(channel)
}
