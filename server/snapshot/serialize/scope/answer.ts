/**
 * Finds the elements of each mark in the live shadow tree, where structure, slots and hosts exist.
 */

import { compile, selectAll } from '../../../dom/additions/selectors/compile.ts'
import {
  type InnerElement,
  type InnerNode,
  type InnerShadowRoot,
  S,
} from '../../../dom/internals.ts'
import type { Mark } from './selectors.ts'

export interface ElementMark {
  readonly element: InnerElement
  readonly mark: number
  /** Whether it is a host or slotted, not in the tree. */
  readonly isOuter: boolean
}

export function answer(
  root: InnerShadowRoot,
  marks: readonly Mark[],
  tell: (asked: ElementMark) => void,
): void {
  for (const [mark, { of, ask, slotted, parts }] of marks.entries()) {
    const { match } = compile(ask)
    if (of === 'host') {
      if (match(root as unknown as InnerElement))
        tell({ element: root[S.host], mark, isOuter: true })
      continue
    }
    const found = selectAll(root, match)
    if (of === 'tree') {
      for (const element of found) tell({ element, mark, isOuter: false })
    } else if (of === 'part') {
      for (const host of found) {
        for (const element of partsOf(host, parts ?? [])) tell({ element, mark, isOuter: false })
      }
    } else {
      const { match: isMeant } = compile(slotted ?? '*')
      for (const slot of found) {
        if (slot[S.localName] !== 'slot') continue
        for (const element of assignedTo(slot)) {
          if (isMeant(element)) tell({ element, mark, isOuter: true })
        }
      }
    }
  }
}

/** Nodes assigned to a slot, through nested slots; without fallback content. */
function assignedTo(slot: InnerElement): InnerElement[] {
  const assigned = (slot as unknown as HTMLSlotElement).assignedElements()
  return assigned.flatMap((element) => {
    const isSlot = element.localName === 'slot' && element.getRootNode() instanceof ShadowRoot
    const inner = element as unknown as InnerElement
    return isSlot ? assignedTo(inner) : [inner]
  })
}

function partsOf(host: InnerElement, names: readonly string[]): InnerElement[] {
  const root = host[S.shadowRoot]
  if (!root) return []
  const found: InnerElement[] = []
  const visit = (node: InnerNode): void => {
    for (const element of node[S.elementArray]) {
      const parts = words(element, 'part')
      if (names.every((name) => parts.includes(name))) found.push(element)
      const exported = exports(element)
      if (exported.length > 0) {
        const inner = names.map((name) => exported.find(([, outside]) => outside === name)?.[0])
        if (inner.every((name) => name !== undefined)) found.push(...partsOf(element, inner))
      }
      visit(element)
    }
  }
  visit(root)
  return found
}

const words = (element: InnerElement, attribute: string): string[] =>
  ((element as unknown as Element).getAttribute(attribute) ?? '').trim().split(/\s+/)

/** Parses `exportparts`: names inside, names outside. */
const exports = (element: InnerElement): [inside: string, outside: string][] =>
  ((element as unknown as Element).getAttribute('exportparts') ?? '')
    .split(',')
    .map((pair) => pair.split(':').map((name) => name.trim()))
    .flatMap(([inside, outside = inside]) => (inside ? [[inside, outside as string]] : []))
