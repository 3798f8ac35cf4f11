/**
 * Compiles selectors with css-select, and queries trees in tree order. Caches compiled queries.
 * Throws InvalidSelector.
 */

import { compileSelector } from '#happy-dom'
import { remembered } from '../../../diagnostics/runtime/remembered.ts'
import { type InnerElement, type InnerNode, S } from '../../internals.ts'
import { adapter, isElement } from './adapter.ts'
import type { Argument, Complex } from './grammar.ts'
import { parse } from './parse.ts'
import { elementsOnly, ofElements, pseudoClasses } from './pseudo-classes.ts'

type Match = (element: InnerElement) => boolean

export interface Query {
  readonly match: Match
  readonly list: readonly Complex[]
}

export const compile: (text: string) => Query = remembered(2_000, (text) => {
  const list = parse(text)
  return { match: compileList(list), list }
})

export function compileList(list: readonly Complex[]): Match {
  const withHost = list.some(usesHost)
  // A copy: compiling sorts the parts.
  const copy = list.map((parts) => parts.map(withHost ? elementsOnly : (part) => ({ ...part })))
  return compileSelector(copy as never, (withHost ? HOSTED : PLAIN) as never) as unknown as Match
}

function usesHost(parts: Complex): boolean {
  return parts.some((part) => {
    if (part.type !== 'pseudo') return false
    if (part.name.startsWith('-host')) return true
    const { list } = (part.data ?? {}) as Partial<Argument>
    return list?.some(usesHost) ?? false
  })
}

export function selectAll(root: InnerNode, match: Match): InnerElement[] {
  const found: InnerElement[] = []
  const visit = (element: InnerElement) => {
    if (match(element)) found.push(element)
    return false
  }
  walk(root, visit)
  return found
}

export function selectFirst(root: InnerNode, match: Match): InnerElement | null {
  return walk(root, match)
}

/** No recursion: trees can be deeper than the stack. */
function walk(root: InnerNode, isLast: Match): InnerElement | null {
  const lists = [root[S.elementArray]]
  const indexes = [0]
  for (let depth = 0; depth >= 0; ) {
    const element = lists[depth]?.[indexes[depth] as number]
    if (element === undefined) {
      depth--
      continue
    }
    ;(indexes[depth] as number)++
    if (isLast(element)) return element
    const children = element[S.elementArray]
    if (children.length === 0) continue
    depth++
    lists[depth] = children
    indexes[depth] = 0
  }
  return null
}

const OPTIONS = {
  // The parser decides about case.
  xmlMode: true,
  // The tree changes between uses of a query.
  cacheResults: false,
  relativeSelector: false,
  pseudos: pseudoClasses(compileList as never),
  equals: (one: unknown, other: unknown) => one === other,
}
const PLAIN = { ...OPTIONS, adapter }

/**
 * In selectors with `:host`, the shadow root replaces its host, which has no other features in its
 * own tree.
 */
const HOSTED = {
  ...OPTIONS,
  pseudos: ofElements(OPTIONS.pseudos),
  adapter: {
    ...adapter,
    isTag: (node: InnerNode | null) => isElement(node) || node?.[S.host] != null,
    getSiblings: (node: InnerNode) => (isElement(node) ? adapter.getSiblings(node) : []),
  },
}
