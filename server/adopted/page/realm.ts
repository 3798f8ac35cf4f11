// Where a document's scripts run: in the worker's globals, or in a frame's own.

import type vm from 'node:vm'
import { withoutFragment } from '../../../src/url.ts'
import { type Compile, compileOnce } from './compiled-scripts.ts'
import type { PageBindings } from './page-bindings.ts'

export interface Realm {
  readonly document: Document
  readonly window: Window & typeof globalThis
  /** Undefined: the worker's own. */
  readonly context: vm.Context | undefined
  readonly href: () => string
  /** Whether a synchronous script, such as another document's, writes the parsed text. */
  readonly isWritten: () => boolean
  /**
   * Runs a classic script. @param compile Compiles it, or a part of it. @throws The script's error.
   */
  readonly compile: Compile
  readonly run: (code: string, compile: (code: string) => vm.Script) => void
}

export const pageRealm = (bindings: PageBindings): Realm => ({
  document,
  window,
  context: undefined,
  href: () => withoutFragment(location.href),
  isWritten: () => false,
  compile: compileOnce,
  run: (code, compile) => bindings.run(code, compile),
})
