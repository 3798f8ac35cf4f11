/**
 * Serializes a live tree as HTML that parses back into the same tree, or throws a SerializeError.
 * Called when a page is written, and to see changes.
 * https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
import { ELEMENT, S } from '../../dom/internals.ts'
import { kindOf } from '../../html/nesting.ts'
import { verifyRoundTrip } from './round-trip.ts'
import { SerializeError, type SerializeOptions } from './serialize-options.ts'
import { type ShellOptions, TOP, Writer, type WriterPosition } from './write.ts'

/** Where a node is in the app's own file. */
export interface Place {
  readonly position: WriterPosition
  readonly shell?: ShellOptions | undefined
}

/**
 * Writes the children of a node, or its shadow tree if trees are flattened. Leaves out comments,
 * scripts other than JSON data, `noscript`, event handlers, script URLs, framework attributes
 * (`@click`).
 */
export function serializeChildren(node: Node, options: SerializeOptions = {}): string {
  return finish(options, (writer) => writer.inside(node as Element))
}

/** Writes children as `serializeChildren` does; they must parse back where the element is. */
export function serializeContent(element: Element, options: SerializeOptions): string {
  const position = insideOf(element)
  return finish(options, (writer) => writer.inside(element, position), {
    parent: element,
    position,
  })
}

/** The shell needs no proof, and may be deep. */
function insideOf(element: Element): WriterPosition {
  const writer = new Writer()
  const enter = (position: WriterPosition, around: Element): WriterPosition => ({
    ...writer.enter(around, position),
    depth: 0,
    isDoubtful: false,
  })
  return [...elementsAround(element)].reverse().reduce(enter, TOP)
}

/** @param place Default: at the top of the body. */
export function serializeNode(node: Node, options: SerializeOptions = {}, place?: Place): string {
  const around = place && { parent: node[S.parentNode], ...place }
  return finish(options, (writer) => writer.node(node, place?.position), around)
}

export function serializeTag(element: Element): string {
  return finish({}, (writer) => writer.tag(element))
}

/** Writes nodes of the app's own file, which need no proof that they parse back. */
export function shellWriter(shell: ShellOptions): Writer {
  return new Writer({}, shell)
}

function finish(
  options: SerializeOptions,
  write: (writer: Writer) => string,
  place?: Place & { readonly parent: Node | null },
): string {
  const writer = new Writer(options, place?.shell)
  const html = write(writer)
  const { suspect, misplaced, raws, undeclarable } = writer
  if (undeclarable) return finish({ ...options, shadow: 'flatten' }, write, place)
  const isDoubtful = raws.length > 0 && place?.position.isDoubtful
  if (suspect === null && misplaced === null && !isDoubtful) return html
  const { same, safe } = verifyRoundTrip(html, raws, place && tagsAround(place.parent))
  if (same && misplaced === null) return html
  throw new SerializeError(
    'nesting',
    `The parser would not put ${misplaced ?? suspect ?? 'a raw text'} where it is${causeAround(place?.parent)}`,
    safe ? html : undefined,
  )
}

/** Names the element that content may end, such as a paragraph around an outlet. */
function causeAround(parent: Node | null | undefined): string {
  const cause = [...elementsAround(parent ?? null)].find(
    (one) => kindOf(one[S.localName]).opens > 0,
  )
  return cause ? `, in the <${cause[S.localName]}> around it` : ''
}

/** The start and end tags of the elements around a child of `parent`, in the body or the head. */
function tagsAround(parent: Node | null): readonly [string, string] {
  const writer = new Writer()
  let [start, end] = ['', '']
  for (const element of elementsAround(parent)) {
    start = writer.tag(element) + start
    end += `</${element[S.localName]}>`
  }
  return [start, end]
}

/** Lists the elements from a node outwards, up to the body or the head. */
function* elementsAround(node: Node | null): Generator<Element> {
  for (let ancestor = node; ancestor?.[S.nodeType] === ELEMENT; ancestor = ancestor[S.parentNode]) {
    const element = ancestor as Element
    if (/^(?:head|body|html)$/.test(element[S.localName])) return
    yield element
  }
}
