import type { Answer, Job, Refusal } from './protocol.ts'

/** A job of the pool with the receiver of its answer. */
export interface Task {
  readonly job: Job
  readonly shell?: string | undefined
  /** Undefined: another worker must render it, in its document. */
  readonly answer: (answer: Answer | Refusal | undefined) => void
}
