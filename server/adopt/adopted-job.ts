// What an adopted page is made of, and what is to be shown of it.

import type { JobContext } from '../happy-dom/index.ts'
import type { Job } from '../pool/protocol.ts'
import type { ScriptCompiler } from '../render/script-compiler.ts'
import type { StateShape } from '../site/state-shape.ts'
import type { PageRequests } from './page-requests.ts'

/** What a page is made of. */
export interface AdoptedPage {
  readonly html: string
  readonly requests: PageRequests
  /** What its console was told of errors since the last job. */
  readonly takeNoted: () => readonly string[]
  /** Kinds of things that its requests were answered with since the last job, as a short text. */
  readonly takeShape: () => string
  readonly own: JobContext
  readonly compiler: ScriptCompiler
  /** Other origins that may be asked, and gone to. */
  readonly allow: ReadonlySet<string>
}

/** A state to show. */
export interface Turn {
  readonly job: Job
  readonly shape: StateShape
  /** Aborted at the deadline. */
  readonly signal: AbortSignal
}

/** A state of a page. */
export interface AdoptedJob extends AdoptedPage, Turn {}
