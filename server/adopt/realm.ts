// Where the scripts of a document run: in the worker's globals, or in those of a frame, which are its own. In: a document of the
// page. Out: what runs there.

import type vm from 'node:vm'

/** A document, and the globals of its scripts. */
export interface Realm {
  readonly document: Document
  /** The global object. */
  readonly window: Window & typeof globalThis
  /** Undefined: the worker's own. */
  readonly context: vm.Context | undefined
  /** Where the document is. */
  readonly href: () => string
  /** Whether what is read is written by a script that waits for nothing, as one of another document. */
  readonly isWritten: () => boolean
  readonly run: (script: vm.Script) => unknown
}

/** The page's own. */
export const pageRealm = (): Realm => ({
  document,
  window,
  context: undefined,
  href: () => location.href,
  isWritten: () => false,
  run: (script) => script.runInThisContext(),
})
