/** Sizes the box of an element and lays out its content. The caller places the box. */

import type { Style } from '../../css/style.ts'
import { TEXT } from '../../internals.ts'
import { layOutFlex } from './flex.ts'
import { layOutFlow, layOutPositioned } from './flow.ts'
import { layOutGrid } from './grid.ts'
import { contentWidthsOf, intrinsicOf, replacedSize } from './intrinsic-sizes.ts'
import { type AvailableSpace, Box, clamped, declaredSize, type LayoutTree } from './layout-tree.ts'
import { layOutTable, tableWidth } from './table-layout.ts'

export function layOut(
  tree: LayoutTree,
  element: Element,
  style: Style,
  space: AvailableSpace,
): Box {
  const box = new Box(element, style, space.width)
  tree.boxes.set(element, box)
  tree.boxCount++
  if (tree.isTooDeep) return box
  const intrinsic = intrinsicOf(element, style)
  if (intrinsic) {
    const { width, height } = replacedSize(box, intrinsic, space)
    box.width = width
    box.height = height
    if (element.localName === 'input') box.baseline = height - Math.round(height / 4)
    return box
  }
  tree.depth++
  const positions = style.position !== 'static' || style.get('transform') !== 'none'
  const outer = tree.positioned
  if (positions) tree.positioned = new Map()
  box.width = widthOf(tree, box, space)
  const height = space.forcedHeight ?? declaredHeight(box, space)
  if (style.get('container-type') !== 'normal') setContainer(tree, box, height)
  const content = layOutContent(
    tree,
    box,
    height === undefined ? undefined : Math.max(0, height - box.verticalEdges),
  )
  box.height =
    space.forcedHeight ??
    clamped(box, 'height', height ?? content + box.verticalEdges, space.height)
  box.inkBottom = Math.max(box.inkBottom, box.contentY + content)
  if (positions) {
    layOutPositioned(tree, box)
    tree.positioned = outer
  }
  tree.depth--
  return box
}

/** Sets the size that container queries read, before the content is laid out. */
function setContainer(
  tree: LayoutTree,
  { element, style, contentWidth, verticalEdges }: Box,
  height = verticalEdges,
): void {
  // The size of these depends on their content.
  if (/^(?:inline|table)/.test(style.display)) return
  const { container } = style
  const isSized = style.get('container-type') === 'size'
  const size = {
    width: contentWidth,
    height: isSized ? Math.max(0, height - verticalEdges) : undefined,
  }
  style.container = size
  const isSame = container?.width === size.width && container.height === size.height
  if (!isSame) tree.forgetInside(element)
}

const KEYWORDS = /^(?:fit-content|min-content|max-content)$/

function widthOf(tree: LayoutTree, box: Box, space: AvailableSpace): number {
  if (space.forcedWidth !== undefined) return space.forcedWidth
  const { style, element } = box
  const declared = declaredSize(box, 'width', space.width)
  if (declared !== undefined) return clamped(box, 'width', declared, space.width)
  const available = Math.max(0, space.width - box.horizontalMargins)
  const keyword = KEYWORDS.exec(style.get('width'))?.[0]
  const inLine = style.display.startsWith('inline-')
  const tight = element.localName === 'button' || element.localName === 'legend'
  if (isTable(tree, box))
    return clamped(box, 'width', tableWidth(tree, box, available), space.width)
  if (!space.shrinksToFit && !keyword && !inLine && !tight && style.display !== 'table')
    return clamped(box, 'width', Math.max(available, box.horizontalEdges), space.width)
  const { min, max } = contentWidthsOf(tree, element, style)
  const width =
    keyword === 'min-content'
      ? min
      : keyword === 'max-content'
        ? max
        : Math.min(Math.max(min, space.width), max)
  return clamped(box, 'width', width - box.horizontalMargins, space.width)
}

function declaredHeight(box: Box, space: AvailableSpace): number | undefined {
  const declared = declaredSize(box, 'height', space.height)
  if (declared !== undefined) return clamped(box, 'height', declared, space.height)
  const [width, height = '1'] = box.style.get('aspect-ratio').replace('auto', '').split('/')
  const ratio = Number(width) / Number(height)
  return ratio > 0 && Number.isFinite(ratio) ? box.width / ratio : undefined
}

function layOutContent(tree: LayoutTree, box: Box, height: number | undefined): number {
  const { style } = box
  if (isTable(tree, box)) return layOutTable(tree, box)
  if (holdsText(box.element)) return layOutFlow(tree, box, height)
  if (/grid$/.test(style.display)) return layOutGrid(tree, box, height)
  if (/flex$/.test(style.display)) return layOutFlex(tree, box, height)
  return layOutFlow(tree, box, height)
}

/** A table without parts is a block, as its content would be in a cell. */
const isTable = (tree: LayoutTree, { element, style }: Box): boolean =>
  /table$/.test(style.display) &&
  tree.content(element, style).some((child) => child.style.display.startsWith('table-'))

/** Whether the element holds text: then all content of a flex container or grid is lines. */
const holdsText = (element: Element): boolean => {
  for (const node of element.childNodes)
    if (node.nodeType === TEXT && node.nodeValue?.trim()) return true
  return false
}
