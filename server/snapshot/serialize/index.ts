/**
 * Serializes a live tree as HTML that parses back into the same tree, or throws a SerializeError.
 * It never changes the tree.
 * https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 * Shadow trees are flattened, or declared between two comments unless closed or manually slotted.
 * Left out: comments, scripts other than JSON data, `noscript`, event handlers, script URLs,
 * framework attributes (`@click`).
 */
import { type InnerElement, inner } from '../../dom/internals.ts'
import { SerializeError, type SerializeOptions } from './error.ts'
import { verify } from './round-trip.ts'
import { Writer } from './write.ts'

/** The node's content: its shadow tree if trees are flattened, else its children. */
export function serializeChildren(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.inside(inner<InnerElement>(node)))
}

export function serializeNode(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.node(inner(node)))
}

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
