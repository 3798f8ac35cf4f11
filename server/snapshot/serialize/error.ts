// The options of the serializer, and its error for a tree without HTML.

import type { InnerNode } from '../../dom/internals.ts'
import type { StyleScope } from './scope.ts'

/**
 * The tree has no HTML, with the `reason`. Only 'nesting' leaves a page that can be shown, in
 * `html`.
 */
export class SerializeError extends Error {
  override readonly name = 'SerializeError'
  readonly reason: Unwritable
  /**
   * The HTML, if it holds no script after parsing: the same content in a tree that the parser
   * repairs.
   */
  readonly html: string | undefined

  constructor(reason: Unwritable, message: string, html?: string) {
    super(message)
    this.reason = reason
    this.html = html
  }
}

export type Refuse = (reason: Unwritable, message: string) => never
export type Unwritable = 'name' | 'raw-text' | 'depth' | 'nesting'
export interface SerializeOptions {
  /** How shadow trees are written. Default: `flatten`. */
  shadow?: Shadow | undefined
  /**
   * Collects the styles of flattened trees. Default: styles stay in place and apply to the whole
   * page.
   */
  scope?: StyleScope
  /** Nodes to leave out. Default: none. */
  omit?: ReadonlySet<InnerNode> | undefined
}

/**
 * Flattened, for crawlers and other text readers; or as `<template shadowrootmode>`, for browsers.
 */
export type Shadow = 'flatten' | 'declarative'
