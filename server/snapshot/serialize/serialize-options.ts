// The options of the serializer, and its error for a tree without HTML.

import { SENT_MARK } from '../../../src/sent-mark.ts'
import type { StyleScope } from './scope.ts'

/** At both ends of a declared tree: scripts recognize its sent content by it. */
export const MARK = `<!--${SENT_MARK}-->`

/** Only 'nesting' leaves a page that can be shown, in `html`. */
export class SerializeError extends Error {
  override readonly name = 'SerializeError'
  readonly reason: Unwritable
  /** In a tree that the parser repairs, if it then holds no script. */
  readonly html: string | undefined

  constructor(reason: Unwritable, message: string, html?: string) {
    super(message)
    this.reason = reason
    this.html = html
  }
}

type Unwritable = 'name' | 'raw-text' | 'depth' | 'nesting'
export interface SerializeOptions {
  /** Default: `flatten`. */
  shadow?: Shadow | undefined
  /** Of flattened trees. Default: they apply to the whole page. */
  scope?: StyleScope
  /** Nodes to leave out. Default: none. */
  omit?: ReadonlySet<Node> | undefined
}

/** Declarative for browsers, flattened for readers of text. */
export type Shadow = 'flatten' | 'declarative'
