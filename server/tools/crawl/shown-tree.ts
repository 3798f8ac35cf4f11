// Parses untrusted HTML into the tree that readers see, with declarative shadow trees in their
// hosts, but without style sheets. Linear in the document's length.
// https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode

import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
} from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode

/** Some HTML of a few kB makes a hundred million elements. */
const MOST_ELEMENTS = 200_000

export interface ShownTree {
  readonly childNodes: readonly Node[]
  /** The document has more elements than were read. */
  readonly isCut: boolean
}

/** @param scripts Whether the reader runs scripts. Otherwise `<noscript>` is content. */
export function parseShown(html: string, scripts = true): ShownTree {
  const { childNodes, isCut } = parseSome(html, scripts)
  const insideOf = (child: Node) => shadowOf(child) ?? (scripts ? undefined : noscriptOf(child))
  const open: (readonly Node[])[] = [childNodes]
  for (let nodes = open.pop(); nodes !== undefined; nodes = open.pop()) {
    for (const node of nodes) {
      if (!('tagName' in node)) continue
      node.childNodes = node.childNodes.flatMap((child) => insideOf(child) ?? [child])
      open.push(node.childNodes)
    }
  }
  return { childNodes, isCut }
}

class TooManyElements extends Error {}

function parseSome(html: string, scriptingEnabled: boolean): ShownTree {
  let count = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...given) {
      if (++count > MOST_ELEMENTS) throw new TooManyElements()
      return defaultTreeAdapter.createElement(...given)
    },
  }
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter, scriptingEnabled })
  const { childNodes } = parser.document
  try {
    parser.tokenizer.write(html, true)
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error
    return { childNodes, isCut: true }
  }
  return { childNodes, isCut: false }
}

export function isHidden({ attrs }: Element): boolean {
  return attrs.some(({ name, value }) =>
    name === 'hidden'
      ? value.toLowerCase() !== 'until-found'
      : name === 'style' &&
        /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(value),
  )
}

const noscriptOf = (node: Node): Node[] | undefined =>
  'tagName' in node && node.tagName === 'noscript' ? node.childNodes : undefined

/** The content of a declarative shadow tree. Nodes of its host may show in its slots, or not. */
const shadowOf = (node: Node): Node[] | undefined =>
  'content' in node &&
  node.attrs.some(
    ({ name, value }) => name === 'shadowrootmode' && /^(?:open|closed)$/i.test(value),
  )
    ? node.content.childNodes
    : undefined
