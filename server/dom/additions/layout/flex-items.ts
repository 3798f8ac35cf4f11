/**
 * Lists flex items in tree order and distributes free space. `order` and baseline alignment are
 * ignored.
 * https://drafts.csswg.org/css-flexbox-1/
 */
import type { Box } from './box.ts'
import { isOutOfFlow, type Pass } from './pass.ts'
import type { Style } from './style.ts'
import { isElement } from './tree.ts'

export interface Item {
  readonly element: Element
  readonly style: Style
  readonly edges: Box
  readonly base: number
  readonly least: number
  readonly grow: number
  readonly shrink: number
  size: number
  box?: Box
}

export const factor = (style: Style, name: string, otherwise: number): number => {
  const value = Number(style.values[name])
  return value >= 0 ? value : otherwise
}

export function itemsOf(pass: Pass, box: Box): { element: Element; style: Style }[] {
  return pass.content(box.element, box.style).flatMap(({ node, style }) => {
    if (!isElement(node)) return []
    if (!isOutOfFlow(style)) return [{ element: node, style }]
    pass.wait(node, style, box, box.contentX, box.contentY)
    return []
  })
}

export const margins = ({ margin }: Box) => margin.left + margin.right

export const layItem = (
  pass: Pass,
  { element, style }: Item,
  space: Parameters<Pass['lay']>[3],
): Box => pass.lay(pass, element, style, space)

export const outerHeight = (box: Box | undefined): number =>
  box ? box.margin.top + box.height + box.margin.bottom : 0

export const alignment = (box: Box, item: Item): string => {
  const own = item.style.values['align-self'] ?? 'auto'
  return own === 'auto' ? (box.style.values['align-items'] ?? 'stretch') : own
}

export function justified(
  text: string | undefined,
  left: number,
  count: number,
): { first: number; between: number } {
  if (left <= 0) return { first: 0, between: 0 }
  if (text === 'center') return { first: left / 2, between: 0 }
  if (text === 'flex-end' || text === 'end' || text === 'right') return { first: left, between: 0 }
  if (text === 'space-between') return { first: 0, between: count > 1 ? left / (count - 1) : 0 }
  if (text === 'space-around') return { first: left / count / 2, between: left / count }
  if (text === 'space-evenly') return { first: left / (count + 1), between: left / (count + 1) }
  return { first: 0, between: 0 }
}

export const atCross = (text: string, left: number): number =>
  text === 'center' ? left / 2 : text === 'flex-end' || text === 'end' ? left : 0
