/**
 * A live tree -> HTML that a parser reads back as the same tree, or a SerializeError that says where it cannot be written.
 * "The same" is: with shadow trees flattened (or declared, between two comments, unless one is closed or assigns its slots by script), the state of forms as attributes, and without what a snapshot
 * never holds: comments, scripts other than JSON data, `noscript` (it is for readers whose page failed, and this one did
 * not), event handlers, URLs that run, attributes with names that are syntax of frameworks (`@click`), adjacent texts joined.
 * It never changes the tree and touches no global. https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
import { type InnerElement, inner } from '../happy-dom/internals.ts'
import { verify } from './round-trip.ts'
import type { StyleScope } from './scope.ts'
import { Writer } from './write.ts'

/** In place of what they replace, for whoever reads text; or as `<template shadowrootmode>`, for whoever has a browser. */
export type Shadow = 'flatten' | 'declarative'

export interface SerializeOptions {
  /** How shadow trees are written. Default: `flatten`. */
  shadow?: Shadow | undefined
  /** Where trees are flattened: takes their styles. Without it they are written where they stand, and apply to all. */
  scope?: StyleScope
}

export type Unwritable = 'name' | 'raw-text' | 'depth' | 'nesting'

/** Throws for what has no HTML. */
export type Refuse = (reason: Unwritable, message: string) => never

/** The tree has no HTML. `reason` says why: only 'nesting' leaves a page that can be shown, in `html`. */
export class SerializeError extends Error {
  override readonly name = 'SerializeError'
  readonly reason: Unwritable
  /** What was written, if it holds no script after parsing: the same content in a tree that the parser repairs. */
  readonly html: string | undefined

  constructor(reason: Unwritable, message: string, html?: string) {
    super(message)
    this.reason = reason
    this.html = html
  }
}

/** What the node shows: its shadow tree if it has one and trees are flattened, else its children. */
export function serializeChildren(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.inside(inner<InnerElement>(node)))
}

/** The node itself, with what it shows. */
export function serializeNode(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.node(inner(node)))
}

/** The start tag of an element. */
export function serializeTag(element: Element): string {
  return finish({}, (writer) => writer.tag(inner<InnerElement>(element)))
}

function finish(options: SerializeOptions, write: (writer: Writer) => string): string {
  const writer = new Writer(options, (reason, message) => {
    throw new SerializeError(reason, message)
  })
  const html = write(writer)
  if (writer.undeclarable) return finish({ ...options, shadow: 'flatten' }, write)
  if (writer.suspect === null && writer.misplaced === null) return html
  const { same, safe } = verify(html)
  if (same && writer.misplaced === null) return html
  throw new SerializeError(
    'nesting',
    `The parser would not put ${writer.misplaced ?? writer.suspect} where it is`,
    safe ? html : undefined,
  )
}
