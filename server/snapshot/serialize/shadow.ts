/**
 * Reads shadow trees for write.ts: slots, assigned nodes, adopted sheets, declarations.
 * https://dom.spec.whatwg.org/#finding-flattened-slottables
 */

import { sheetText } from '../../dom/index.ts'
import { ELEMENT, S, TEXT } from '../../dom/internals.ts'
import { styleRaw } from '../../html/escape.ts'
import { isLinkedSheet } from './scope.ts'

export interface Tree {
  root: ShadowRoot
  host: Element
  manual: boolean
  outer: Tree | null
  /** The slots by name, filled at the first lookup. */
  slots: Map<string, Element> | null
}

/** Empty if the slot shows its fallback. */
export function assignedTo(slot: Element, tree: Tree): Node[] {
  if (tree.manual) {
    return (slot as HTMLSlotElement)[S.assignedNodes].filter(
      (node) => node[S.parentNode] === tree.host,
    )
  }
  const name = attributeValue(slot, 'name') ?? ''
  tree.slots ??= slotsOf(tree.root)
  if (tree.slots.get(name) !== slot) return []
  return tree.host[S.nodeArray].filter((node) => {
    if (node[S.nodeType] === TEXT) return name === ''
    return node[S.nodeType] === ELEMENT && (attributeValue(node as Element, 'slot') ?? '') === name
  })
}

/** Reads the texts of adopted sheets, with the index of the node that they precede. */
export function adoptedStyles(root: ShadowRoot): { texts: readonly string[]; index: number } {
  const texts = root[S.adoptedStyleSheets].map((sheet) => styleRaw(sheetText(sheet)))
  return { texts, index: texts.length === 0 ? 0 : placeOfAdopted(root, texts) }
}

// First, for a browser that renders while it loads; but after the tree's own style elements, which
// they override, and last if rules count children from the first.
function placeOfAdopted(root: ShadowRoot, adopted: readonly string[]): number {
  const nodes = root[S.nodeArray]
  const sheetsOfNodes = nodes.map((node) => ownSheets(node))
  const texts = sheetsOfNodes.flat().map((sheet) => sheet.textContent)
  if (/:(?:first|nth|only)-child/i.test([...adopted, ...texts].join(''))) return nodes.length
  return sheetsOfNodes.findLastIndex((sheets) => sheets.length > 0) + 1
}

function ownSheets(node: Node): Element[] {
  if (node[S.nodeType] !== ELEMENT) return []
  const element = node as Element
  if (element[S.localName] === 'style' || isLinkedSheet(element)) return [element]
  return element[S.elementArray].flatMap(ownSheets)
}

export function declarationOf(root: ShadowRoot): string {
  const flags =
    (root[S.delegatesFocus] ? ' shadowrootdelegatesfocus=""' : '') +
    (root[S.clonable] ? ' shadowrootclonable=""' : '') +
    (root[S.serializable] ? ' shadowrootserializable=""' : '')
  return `<template shadowrootmode="${root[S.mode]}"${flags}>`
}

export function attributeValue(element: Element, name: string): string | null {
  for (const item of element[S.attributes][S.items].values()) {
    if (item[S.name] === name) return item[S.value]
  }
  return null
}

/** The first of each name takes all its nodes, shown or not. */
function slotsOf(root: Node, slots = new Map<string, Element>()) {
  for (const child of root[S.elementArray]) {
    if (child[S.localName] === 'slot') {
      const name = attributeValue(child, 'name') ?? ''
      if (!slots.has(name)) slots.set(name, child)
    }
    slotsOf(child, slots)
  }
  return slots
}
