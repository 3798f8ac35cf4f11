/**
 * Serializes a live tree as HTML that parses back into the same tree, or throws a SerializeError.
 * Called when a page is written, and to see changes.
 * https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
import { type InnerElement, inner } from '../../dom/internals.ts'
import { verifyRoundTrip } from './round-trip.ts'
import {
  type Refuse,
  SerializeError,
  type SerializeOptions,
  type ShellOptions,
} from './serialize-options.ts'
import { Writer } from './write.ts'

/**
 * Its shadow tree if trees are flattened, else its children. Leaves out comments, scripts other
 * than JSON data, `noscript`, event handlers, script URLs, framework attributes (`@click`).
 */
export function serializeChildren(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.inside(inner<InnerElement>(node)))
}

export function serializeNode(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.node(inner(node)))
}

export function serializeTag(element: Element): string {
  return finish({}, (writer) => writer.tag(inner<InnerElement>(element)))
}

/** Writes nodes of the app's own file, which need no proof that they parse back. */
export function shellWriter(shell: ShellOptions): Writer {
  return new Writer({}, refuse, shell)
}

const refuse: Refuse = (reason, message) => {
  throw new SerializeError(reason, message)
}

function finish(options: SerializeOptions, write: (writer: Writer) => string): string {
  const writer = new Writer(options, refuse)
  const html = write(writer)
  if (writer.undeclarable) return finish({ ...options, shadow: 'flatten' }, write)
  if (writer.suspect === null && writer.misplaced === null) return html
  const { same, safe } = verifyRoundTrip(html)
  if (same && writer.misplaced === null) return html
  throw new SerializeError(
    'nesting',
    `The parser would not put ${writer.misplaced ?? writer.suspect} where it is`,
    safe ? html : undefined,
  )
}
