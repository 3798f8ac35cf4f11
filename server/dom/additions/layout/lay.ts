/**
 * Sizes one element and its content; the caller places the box. Each kind of content has its own
 * file.
 */
import { Box, clamped, declaredSize } from './box.ts'
import { layColumn } from './flex-column.ts'
import { layRow } from './flex-row.ts'
import { layFlow } from './flow.ts'
import { layGrid } from './grid.ts'
import type { Pass, Space } from './pass.ts'
import { layWaiting } from './positioned.ts'
import { intrinsicOf, replacedSize } from './replaced.ts'
import { px, type Style } from './style.ts'
import { layTable, tableWidth } from './table.ts'
import { widthsOf } from './widths.ts'

export function lay(pass: Pass, element: Element, style: Style, space: Space): Box {
  const box = new Box(element, style, space.width)
  pass.boxes.set(element, box)
  pass.laid++
  if (pass.isTooDeep) return box
  const intrinsic = intrinsicOf(element, style)
  if (intrinsic) return layReplaced(box, intrinsic, space)
  pass.depth++
  const positions = style.position !== 'static' || (style.values.transform ?? 'none') !== 'none'
  const outer = pass.waiting
  if (positions) pass.waiting = new Map()
  box.width = widthOf(pass, box, space)
  const height = space.forcedHeight ?? declaredHeight(box, space)
  const content = layContent(
    pass,
    box,
    height === undefined ? undefined : Math.max(0, height - box.along),
  )
  box.height =
    space.forcedHeight ?? clamped(box, 'height', height ?? content + box.along, space.height)
  box.inkBottom = Math.max(box.inkBottom, box.contentY + content)
  if (positions) {
    layWaiting(pass, box)
    pass.waiting = outer
  }
  pass.depth--
  return box
}

function layReplaced(
  box: Box,
  intrinsic: NonNullable<ReturnType<typeof intrinsicOf>>,
  space: Space,
): Box {
  const { style } = box
  const inner = space.width - box.margin.left - box.margin.right - box.across
  const size = replacedSize(intrinsic, style, Math.max(0, inner), space.height)
  const inBorder = style.values['box-sizing'] === 'border-box'
  const given = (name: string, base: number | undefined) =>
    px(style, name, base) !== undefined && inBorder
  const width = size.width + (given('width', space.width) ? 0 : box.across)
  box.width = space.forcedWidth ?? clamped(box, 'width', width, space.width)
  // A smaller width keeps the ratio.
  const cut =
    intrinsic.ratio &&
    px(style, 'height', space.height) === undefined &&
    Math.abs(box.width - width) > 0.01
  const height = cut && intrinsic.ratio ? box.contentWidth / intrinsic.ratio : size.height
  const high = height + (given('height', space.height) ? 0 : box.along)
  box.height = space.forcedHeight ?? clamped(box, 'height', high, space.height)
  if (box.element.localName === 'input') box.baseline = box.height - Math.round(box.height / 4)
  return box
}

const KEYWORDS = /^(?:fit-content|min-content|max-content)$/

function widthOf(pass: Pass, box: Box, space: Space): number {
  if (space.forcedWidth !== undefined) return space.forcedWidth
  const { style, element } = box
  const declared = declaredSize(box, 'width', space.width)
  if (declared !== undefined) return clamped(box, 'width', declared, space.width)
  const margins = box.margin.left + box.margin.right
  const available = Math.max(0, space.width - margins)
  const keyword = KEYWORDS.exec(style.values.width ?? '')?.[0]
  const inLine = style.display.startsWith('inline-')
  const tight = element.localName === 'button' || element.localName === 'legend'
  if (/table$/.test(style.display))
    return clamped(box, 'width', tableWidth(pass, box, available), space.width)
  if (!space.fits && !keyword && !inLine && !tight)
    return clamped(box, 'width', Math.max(available, box.across), space.width)
  const { min, max } = widthsOf(pass, element, style)
  const wanted =
    keyword === 'min-content'
      ? min
      : keyword === 'max-content'
        ? max
        : Math.min(Math.max(min, space.width), max)
  return clamped(box, 'width', wanted - margins, space.width)
}

function declaredHeight(box: Box, space: Space): number | undefined {
  const declared = declaredSize(box, 'height', space.height)
  if (declared !== undefined) return clamped(box, 'height', declared, space.height)
  const [width, height = '1'] = (box.style.values['aspect-ratio'] ?? '')
    .replace('auto', '')
    .split('/')
  const ratio = Number(width) / Number(height)
  return ratio > 0 && Number.isFinite(ratio) ? box.width / ratio : undefined
}

/** @returns The height of the content. */
function layContent(pass: Pass, box: Box, height: number | undefined): number {
  const { style } = box
  if (/table$/.test(style.display)) return layTable(pass, box)
  if (holdsText(box.element)) return layFlow(pass, box, height)
  if (/grid$/.test(style.display)) return layGrid(pass, box, height)
  if (!/flex$/.test(style.display)) return layFlow(pass, box, height)
  const column = style.values['flex-direction']?.startsWith('column')
  return column ? layColumn(pass, box, height) : layRow(pass, box, height)
}

/** Text directly in a flex container or grid makes all its content lines. */
const holdsText = (element: Element): boolean => {
  for (const node of element.childNodes)
    if (node.nodeType === 3 && node.nodeValue?.trim()) return true
  return false
}
