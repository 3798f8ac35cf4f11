/** Finds the elements of each mark in the live shadow tree, for scope.ts. */

import { compileSelector, selectAll } from '../../../dom/index.ts'
import { S } from '../../../dom/internals.ts'
import type { Mark } from './rewrite-selector.ts'

export interface ElementMark {
  readonly element: Element
  readonly mark: number
  /** Whether it is a host or slotted, not in the tree. */
  readonly isOuter: boolean
}

export function findMarked(
  root: ShadowRoot,
  marks: readonly Mark[],
  add: (mark: ElementMark) => void,
): void {
  for (const [mark, { of, query, slotted, parts }] of marks.entries()) {
    const { match } = compileSelector(query)
    if (of === 'host') {
      if (match(root)) add({ element: root[S.host], mark, isOuter: true })
      continue
    }
    const matches = selectAll(root, match)
    if (of === 'tree') {
      for (const element of matches) add({ element, mark, isOuter: false })
    } else if (of === 'part') {
      for (const host of matches) {
        for (const element of partsOf(host, parts ?? [])) add({ element, mark, isOuter: false })
      }
    } else {
      const { match: isMeant } = compileSelector(slotted ?? '*')
      for (const slot of matches) {
        if (slot[S.localName] !== 'slot') continue
        for (const element of assignedTo(slot)) {
          if (isMeant(element)) add({ element, mark, isOuter: true })
        }
      }
    }
  }
}

/** Follows nested slots, without fallback content. */
function assignedTo(slot: Element): Element[] {
  const assigned = (slot as HTMLSlotElement).assignedElements()
  return assigned.flatMap((element) => {
    const isSlot = element.localName === 'slot' && element.getRootNode() instanceof ShadowRoot
    return isSlot ? assignedTo(element) : [element]
  })
}

function partsOf(host: Element, names: readonly string[]): Element[] {
  const root = host[S.shadowRoot]
  if (!root) return []
  const elements: Element[] = []
  const visit = (node: Node): void => {
    for (const element of node[S.elementArray]) {
      const parts = words(element, 'part')
      if (names.every((name) => parts.includes(name))) elements.push(element)
      const exported = exports(element)
      if (exported.length > 0) {
        const inner = names.map((name) => exported.find(([, outside]) => outside === name)?.[0])
        if (inner.every((name) => name !== undefined)) elements.push(...partsOf(element, inner))
      }
      visit(element)
    }
  }
  visit(root)
  return elements
}

const words = (element: Element, attribute: string): string[] =>
  (element.getAttribute(attribute) ?? '').trim().split(/\s+/)

/** Parses `exportparts`: names inside, names outside. */
const exports = (element: Element): [inside: string, outside: string][] =>
  (element.getAttribute('exportparts') ?? '')
    .split(',')
    .map((pair) => pair.split(':').map((name) => name.trim()))
    .flatMap(([inside, outside = inside]) => (inside ? [[inside, outside as string]] : []))
