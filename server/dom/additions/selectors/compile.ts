/**
 * Compiles selectors with css-select, for queries and the rules of sheets. Throws InvalidSelector.
 */
import { compileSelector } from '#happy-dom'
import { memoized } from '../../../diagnostics/runtime/memoized.ts'
import { HTML } from '../../../html/names.ts'
import { ELEMENT, S } from '../../internals.ts'
import { namesScope } from './nested-rules.ts'
import { parse } from './parse.ts'
import { elementsOnly, isInHtml, ofElements, pseudoClasses } from './pseudo-classes.ts'
import { argumentOf, type Complex } from './tokens.ts'

/** Selectors with `:host` match the shadow root in place of its host. */
export type SelectorMatch = (element: Element | ShadowRoot) => boolean

export interface Query {
  readonly match: SelectorMatch
  readonly list: readonly Complex[]
}

export const compile: (text: string) => Query = memoized(2_000, (text) => {
  const list = parse(text)
  return { match: compileList(list), list }
})

export const compileList = (list: readonly Complex[]): SelectorMatch =>
  compileParts(list, list.some(usesHost) ? HOSTED : PLAIN)

/** For elements whose parent may be the shadow root. */
export const compileInShadow = (list: readonly Complex[]): SelectorMatch =>
  compileParts(list, HOSTED)

function compileParts(
  list: readonly Complex[],
  options: typeof PLAIN | typeof HOSTED,
): SelectorMatch {
  const withHost = options === HOSTED
  // A copy: compiling sorts the parts.
  const copy = list.map((parts) => parts.map(withHost ? elementsOnly : (part) => ({ ...part })))
  return compileSelector(copy as never, options as never) as SelectorMatch
}

function usesHost(parts: Complex): boolean {
  return parts.some((part) => {
    if (part.type !== 'pseudo') return false
    if (part.name.startsWith('-host')) return true
    return argumentOf(part.data).list?.some(usesHost) ?? false
  })
}

export function selectAll(root: Node, match: SelectorMatch): Element[] {
  const found: Element[] = []
  const visit = (element: Element) => {
    if (match(element)) found.push(element)
    return false
  }
  walk(root, visit)
  return found
}

export function selectFirst(root: Node, match: SelectorMatch): Element | null {
  return walk(root, match)
}

/** No recursion: trees can be deeper than the stack. */
function walk(root: Node, isMatch: (element: Element) => boolean): Element | null {
  const lists = [root[S.elementArray]]
  const indexes = [0]
  for (let depth = 0; depth >= 0; ) {
    const element = lists[depth]?.[indexes[depth] as number]
    if (element === undefined) {
      depth--
      continue
    }
    ;(indexes[depth] as number)++
    if (isMatch(element)) return element
    const children = element[S.elementArray]
    if (children.length === 0) continue
    depth++
    lists[depth] = children
    indexes[depth] = 0
  }
  return null
}

const isElement = (node: Node | null): node is Element => node?.[S.nodeType] === ELEMENT

function attributeOf(element: Element, name: string): Attr | undefined {
  const { [S.attributes]: attributes, [S.namespaceURI]: namespace } = element
  const named = attributes?.[S.itemsByName].get(name)
  if (named !== undefined) return named.find((one) => one[S.namespaceURI] == null)
  if (namespace === HTML || attributes === undefined || !isInHtml(element)) return undefined
  for (const attribute of attributes[S.items].values()) {
    if (attribute[S.namespaceURI] == null && attribute[S.name].toLowerCase() === name)
      return attribute
  }
  return undefined
}

/** A list of an argument. A shadow root in its host's place matches those with `:host` only. */
function compileArgument(list: readonly Complex[]): SelectorMatch {
  const isOfHost = (parts: Complex) => parts.some(namesScope) || usesHost(parts)
  const others = list.filter((parts) => !isOfHost(parts))
  const ofHost = list.filter(isOfHost)
  const matchesOther = compileList(others)
  if (ofHost.length === 0) return (element) => isElement(element) && matchesOther(element)
  const mayScope = ofHost.some((parts) => parts.some(namesScope))
  const matchesHost = mayScope ? compileInShadow(ofHost) : compileList(ofHost)
  return (element) => matchesHost(element) || (isElement(element) && matchesOther(element))
}

const siblingsOf = (node: Node): Node[] => node[S.parentNode]?.[S.elementArray] ?? [node]

/** Names are lower case in HTML documents. https://github.com/fb55/css-select#options */
const adapter = {
  isTag: isElement,
  getName(element: Element) {
    const { [S.localName]: name, [S.namespaceURI]: namespace } = element
    return namespace === HTML || name === undefined || !isInHtml(element)
      ? name
      : name.toLowerCase()
  },
  getParent: (element: Element) => element[S.parentNode],
  getChildren: (node: Node) => node[S.elementArray],
  getSiblings: siblingsOf,
  getAttributeValue: (element: Element, name: string) => attributeOf(element, name)?.[S.value],
  hasAttrib: (element: Element, name: string) => attributeOf(element, name) !== undefined,
  prevElementSibling(element: Element) {
    const siblings = siblingsOf(element)
    return siblings[siblings.indexOf(element) - 1] ?? null
  },
  getText: () => '',
  removeSubsets: (nodes: Node[]) => nodes,
}

const OPTIONS = {
  // The parser decides about case.
  xmlMode: true,
  // The tree changes between uses of a query.
  cacheResults: false,
  relativeSelector: false,
  pseudos: pseudoClasses(compileArgument as never),
  equals: (one: unknown, other: unknown) => one === other,
}
const PLAIN = { ...OPTIONS, adapter }

/** In selectors with `:host`, the shadow root replaces its host. */
const HOSTED = {
  ...OPTIONS,
  pseudos: ofElements(OPTIONS.pseudos),
  adapter: {
    ...adapter,
    isTag: (node: Node | null) => isElement(node) || node?.[S.host] != null,
    getSiblings: (node: Node) => (isElement(node) ? adapter.getSiblings(node) : []),
    prevElementSibling: (node: Element) =>
      isElement(node) ? adapter.prevElementSibling(node) : node,
  },
}

/** The parser adds these. */
const FREE = new Set(['-always', '-html', '-html-document', '-no-namespace', '-unless', 'scope'])

/** An id, a class and a name: each outweighs any number of the next. */
const [ID, CLASS, NAME] = [1e10, 1e5, 1]

/** The three counts as one number. https://drafts.csswg.org/selectors-4/#specificity-rules */
export function specificityOf(parts: Complex): number {
  let specificity = 0
  for (const part of parts) {
    if (part.type === 'tag') specificity += NAME
    else if (part.type === 'attribute') specificity += 'isId' in part ? ID : CLASS
    else if (part.type === 'pseudo') specificity += pseudoSpecificity(part.name, part.data)
  }
  return specificity
}

function pseudoSpecificity(name: string, data: unknown): number {
  if (FREE.has(name)) return 0
  const { list, isWeightless, element } = argumentOf(data)
  if (isWeightless) return 0
  const highest = Math.max(0, ...(list ?? []).map(specificityOf))
  if (element !== undefined) return NAME + highest
  const isPlain = name === '-any' || name === '-none' || name === 'has'
  return isPlain ? highest : CLASS + highest
}
