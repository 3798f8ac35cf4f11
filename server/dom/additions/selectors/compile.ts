/**
 * Compiles selectors with css-select, for queries and the rules of sheets. Throws InvalidSelector.
 */
import { compileSelector } from '#happy-dom'
import { memoized } from '../../../diagnostics/runtime/memoized.ts'
import { HTML } from '../../../html/names.ts'
import { ELEMENT, S } from '../../internals.ts'
import { parse } from './parse.ts'
import { elementsOnly, isInHtml, ofElements, pseudoClasses } from './pseudo-classes.ts'
import { argumentOf, type Complex, namesScope } from './tokens.ts'

/** Selectors with `:host` match the shadow root in place of its host. */
export type SelectorMatch = (element: Element | ShadowRoot) => boolean

export interface Query {
  readonly match: SelectorMatch
  readonly list: readonly Complex[]
}

export const compile: (selector: string) => Query = memoized(2_000, (selector) => {
  const list = parse(selector)
  return { match: compileList(list), list }
})

export const compileList = (list: readonly Complex[]): SelectorMatch =>
  compileParts(list, list.some(usesHost) ? HOSTED : PLAIN)

/** Compiles for elements whose parent may be the shadow root. */
export const compileInShadow = (list: readonly Complex[]): SelectorMatch =>
  compileParts(list, HOSTED)

function compileParts(
  list: readonly Complex[],
  options: typeof PLAIN | typeof HOSTED,
): SelectorMatch {
  const withHost = options === HOSTED
  // A copy: compiling sorts the parts.
  const copy = list.map((complex) => complex.map(withHost ? elementsOnly : (part) => ({ ...part })))
  return compileSelector(copy as never, options as never) as SelectorMatch
}

function usesHost(complex: Complex): boolean {
  return complex.some((part) => {
    if (part.type !== 'pseudo') return false
    if (part.name.startsWith('-host')) return true
    return argumentOf(part.data).list?.some(usesHost) ?? false
  })
}

export function selectAll(root: Node, match: SelectorMatch): Element[] {
  const matches: Element[] = []
  const visit = (element: Element) => {
    if (match(element)) matches.push(element)
    return false
  }
  walk(root, visit)
  return matches
}

export function selectFirst(root: Node, match: SelectorMatch): Element | null {
  return walk(root, match)
}

/** Walks without recursion: trees can be deeper than the stack. */
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
  if (named !== undefined) return named.find((attribute) => attribute[S.namespaceURI] == null)
  if (namespace === HTML || attributes === undefined || !isInHtml(element)) return undefined
  for (const attribute of attributes[S.items].values()) {
    if (attribute[S.namespaceURI] == null && attribute[S.name].toLowerCase() === name)
      return attribute
  }
  return undefined
}

/** Compiles an argument. A shadow root in its host's place matches selectors with `:host` only. */
function compileArgument(list: readonly Complex[]): SelectorMatch {
  const isOfHost = (complex: Complex) => complex.some(namesScope) || usesHost(complex)
  const others = list.filter((complex) => !isOfHost(complex))
  const ofHost = list.filter(isOfHost)
  const matchesOther = compileList(others)
  if (ofHost.length === 0) return (element) => isElement(element) && matchesOther(element)
  const mayScope = ofHost.some((complex) => complex.some(namesScope))
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
  equals: (first: unknown, second: unknown) => first === second,
}
const PLAIN = { ...OPTIONS, adapter }

/** Options for selectors with `:host`: the shadow root replaces its host. */
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

/** Pseudo-classes without weight: the parser adds them. */
const FREE = new Set(['-always', '-html', '-html-document', '-no-namespace', '-unless', 'scope'])

/** An id, a class and a name: each outweighs any number of the next. */
const [ID, CLASS, NAME] = [1e10, 1e5, 1]

/** The three counts as one number. https://drafts.csswg.org/selectors-4/#specificity-rules */
export function specificityOf(complex: Complex): number {
  let specificity = 0
  for (const part of complex) {
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
