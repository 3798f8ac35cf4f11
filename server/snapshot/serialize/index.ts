/**
 * Serializes a live tree as HTML that parses back into the same tree, or throws a SerializeError.
 * Called when a page is written, and to see changes.
 * https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
import { ELEMENT, type InnerElement, type InnerNode, inner, S } from '../../dom/internals.ts'
import { verifyRoundTrip } from './round-trip.ts'
import { type Refuse, SerializeError, type SerializeOptions } from './serialize-options.ts'
import { type ShellOptions, Writer, type WriterPosition } from './write.ts'

/** Where a node is in the app's own file. */
export interface Place {
  readonly position: WriterPosition
  readonly shell?: ShellOptions | undefined
}

/**
 * Its shadow tree if trees are flattened, else its children. Leaves out comments, scripts other
 * than JSON data, `noscript`, event handlers, script URLs, framework attributes (`@click`).
 */
export function serializeChildren(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.inside(inner<InnerElement>(node)))
}

/** @param place Default: at the top of the body. */
export function serializeNode(node: Node, options: SerializeOptions = {}, place?: Place): string {
  const own = inner<InnerNode>(node)
  return finish(options, (writer) => writer.node(own, place?.position), place && { own, ...place })
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

function finish(
  options: SerializeOptions,
  write: (writer: Writer) => string,
  place?: Place & { readonly own: InnerNode },
): string {
  const writer = new Writer(options, refuse, place?.shell)
  const html = write(writer)
  const { suspect, misplaced, raws, undeclarable } = writer
  if (undeclarable) return finish({ ...options, shadow: 'flatten' }, write, place)
  const isDoubtful = raws.length > 0 && place?.position.isDoubtful
  if (suspect === null && misplaced === null && !isDoubtful) return html
  const { same, safe } = verifyRoundTrip(html, raws, place && tagsAround(place.own))
  if (same && misplaced === null) return html
  throw new SerializeError(
    'nesting',
    `The parser would not put ${misplaced ?? suspect ?? 'a raw text'} where it is`,
    safe ? html : undefined,
  )
}

/** The start and end tags of the elements around a node, in the body or the head. */
function tagsAround(node: InnerNode): readonly [string, string] {
  const writer = new Writer({}, refuse)
  let [start, end] = ['', '']
  for (let at = node[S.parentNode]; at?.[S.nodeType] === ELEMENT; at = at[S.parentNode]) {
    const element = at as InnerElement
    const tag = element[S.localName]
    if (/^(?:head|body|html)$/.test(tag)) break
    start = writer.tag(element) + start
    end += `</${tag}>`
  }
  return [start, end]
}
