// The written page of a table or an adopted app in its form, when its document is gone: HTML until
// Markdown is made of it.

import type { Snapshot } from '../pool/protocol.ts'

/** All but its text. */
export type WrittenFacts = Omit<Snapshot, 'document' | 'trace'>

export interface FinishedPage {
  readonly facts: WrittenFacts
  /** The tags of its head. */
  readonly head: string
  /** Of its outlet, or of its body. */
  readonly body: string
  /** Nodes beside the outlet, such as dialogs. */
  readonly beside: readonly string[]
  readonly document: string
}
