// The job of an adopted page with its sources, for its stages.

import type { ReadableScheme } from '../../../src/readable.ts'
import type { PageContext } from '../../dom/index.ts'
import type { StateShape } from '../../site/adopted-urls.ts'
import type { Job } from '../../snapshot/pool/protocol.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'
import type { Printed } from './page-console.ts'
import type { PageRequests } from './page-requests.ts'

export interface AdoptedJob {
  readonly job: Job
  readonly shape: StateShape
  /** The page's readable addresses. */
  readonly scheme: ReadableScheme | undefined
  readonly html: string
  readonly requests: PageRequests
  /** Printed errors since the last call. */
  readonly takePrinted: () => readonly Printed[]
  readonly pageContext: PageContext
  readonly compiler: ScriptCompiler
  /** Other origins that requests and redirects may use. */
  readonly allow: ReadonlySet<string>
}
