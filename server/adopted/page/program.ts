// The program of a worker for adopted sites, built into one file; see snapshot/bundle. SIDE EFFECT
// on import: installs the DOM, before all else.

import '../../dom/install-on-import.ts'
import { setRegion } from '../../dom/index.ts'
import { serveJobs } from '../../snapshot/worker/job-loop.ts'
import type { WorkerChannel } from '../../snapshot/worker/worker-channel.ts'
import { openAdoptedPages } from './adopted-pages.ts'

export function run(channel: WorkerChannel): void {
  setRegion(channel.region)
  serveJobs(channel, openAdoptedPages(channel))
}
