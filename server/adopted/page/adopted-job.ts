// The sources of an adopted page and the state to show.

import type { JobContext } from '../../dom/index.ts'
import type { StateShape } from '../../site/state-shape.ts'
import type { Job } from '../../snapshot/pool/protocol.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'
import type { PageRequests } from './page-requests.ts'

interface AdoptedPage {
  readonly html: string
  readonly requests: PageRequests
  readonly takeNoted: () => readonly string[]
  readonly own: JobContext
  readonly compiler: ScriptCompiler
  /** Other origins that requests and redirects may use. */
  readonly allow: ReadonlySet<string>
}

export interface AdoptedJob extends AdoptedPage {
  readonly job: Job
  readonly shape: StateShape
  readonly signal: AbortSignal
}
