/**
 * Computes the sizes of replaced elements (images, players, fields) as in Chromium before they
 * load, and the content widths of others. https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes
 */

import { textWidth } from '../../css/lengths.ts'
import type { Style } from '../../css/style.ts'
import {
  type AvailableSpace,
  Box,
  type ContentWidths,
  clamped,
  declaredSize,
  isElement,
  isOutOfFlow,
  type LayoutTree,
  px,
} from './layout-tree.ts'
import { viewBoxOf } from './svg.ts'
import { gapOf, largest, total } from './tracks.ts'

export interface Intrinsic {
  readonly width: number
  readonly height: number
  readonly ratio?: number
  /** Whether it fills the available width, with its ratio. */
  readonly fills?: boolean
}

/** Characters that no font shows, such as zero-width spaces, have no width. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu

export const widthIn = ({ fontSize, isMonospaced }: Style, text: string): number =>
  textWidth(text.replace(IGNORED, ''), fontSize, isMonospaced)

const size = (width: number, height: number): Intrinsic => ({ width, height })
const sizeWithRatio = (width: number, height: number): Intrinsic => ({
  width,
  height,
  ratio: width / height,
})

const number = (element: Element, name: string): number | undefined => {
  const value = Number.parseFloat(element.getAttribute(name) ?? '')
  return value > 0 ? value : undefined
}

function imageSize(element: Element): Intrinsic {
  const [width, height] = [number(element, 'width'), number(element, 'height')]
  return width && height ? sizeWithRatio(width, height) : sizeWithRatio(300, 150)
}

function svgSize(element: Element): Intrinsic {
  const view = viewBoxOf(element)
  return view ? { ...sizeWithRatio(view.width, view.height), fills: true } : size(300, 150)
}

const BUTTONS = new Set(['submit', 'reset', 'button'])
const INPUTS: Readonly<Record<string, Intrinsic>> = {
  checkbox: size(13, 13),
  radio: size(13, 13),
  range: size(129, 16),
  color: size(44, 23),
  file: size(283, 17),
  date: size(119, 17),
  time: size(90, 17),
}
const LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' }

function inputSize(element: Element, style: Style): Intrinsic {
  const type = element.getAttribute('type')?.toLowerCase() ?? ''
  if (type === 'image') return imageSize(element)
  if (BUTTONS.has(type)) {
    const label = element.getAttribute('value') ?? LABELS[type] ?? ''
    return size(widthIn(style, label), style.lineHeight)
  }
  return (
    INPUTS[type] ??
    size(
      Math.round((number(element, 'size') ?? 20) * style.fontSize * 0.5 + 14),
      Math.round(style.lineHeight),
    )
  )
}

function selectSize(element: Element, style: Style): Intrinsic {
  const labels = [...element.querySelectorAll('option')].map(
    (option) => option.getAttribute('label') ?? option.textContent.trim(),
  )
  const widest = Math.max(0, ...labels.map((label) => widthIn(style, label)))
  const rows = number(element, 'size') ?? (element.hasAttribute('multiple') ? 4 : 1)
  return rows > 1 ? size(widest + 4, rows * 17) : size(widest + 22, 17)
}

function textareaSize(element: Element, style: Style): Intrinsic {
  const [columns, rows] = [number(element, 'cols') ?? 20, number(element, 'rows') ?? 2]
  return size(Math.round(columns * style.fontSize * 0.6 + 16), rows * style.lineHeight)
}

const KINDS: Readonly<Record<string, (element: Element, style: Style) => Intrinsic | undefined>> = {
  img: (element, style) => {
    if (['src', 'srcset'].some((name) => element.hasAttribute(name)) || number(element, 'width'))
      return imageSize(element)
    const alt = element.getAttribute('alt') ?? ''
    return alt === '' ? size(0, 0) : size(widthIn(style, alt), style.lineHeight)
  },
  svg: svgSize,
  canvas: (element) =>
    sizeWithRatio(number(element, 'width') ?? 300, number(element, 'height') ?? 150),
  video: imageSize,
  audio: () => size(300, 54),
  iframe: () => size(300, 150),
  object: (element) => (element.hasAttribute('data') ? size(300, 150) : undefined),
  embed: (element) =>
    ['src', 'type'].some((name) => element.hasAttribute(name)) ? size(300, 150) : size(0, 0),
  input: inputSize,
  select: selectSize,
  textarea: textareaSize,
  progress: (_, { fontSize }) => size(10 * fontSize, fontSize),
  meter: (_, { fontSize }) => size(5 * fontSize, fontSize),
}

export function intrinsicOf(element: Element, style: Style): Intrinsic | undefined {
  return KINDS[element.localName]?.(element, style)
}

/** Computes the size of the border box. @param space Default width: that of the content. */
export function replacedSize(
  box: Box,
  intrinsic: Intrinsic,
  space: Partial<AvailableSpace>,
): { width: number; height: number } {
  const { horizontalEdges, verticalEdges } = box
  const { ratio, fills } = intrinsic
  const height = declaredSize(box, 'height', space.height)
  const contentWidth =
    ratio && height !== undefined
      ? (height - verticalEdges) * ratio
      : fills && space.width !== undefined
        ? Math.max(0, space.width - box.horizontalMargins - horizontalEdges)
        : intrinsic.width
  const declared = declaredSize(box, 'width', space.width)
  const whole = declared ?? contentWidth + horizontalEdges
  const width = space.forcedWidth ?? clamped(box, 'width', whole, space.width)
  const contentHeight = ratio ? (width - horizontalEdges) / ratio : intrinsic.height
  const high = clamped(box, 'height', height ?? contentHeight + verticalEdges, space.height)
  return { width, height: space.forcedHeight ?? high }
}

/** An item's automatic minimum width: its longest word, or a smaller declared width. */
export function automaticMinimumWidth(
  tree: LayoutTree,
  element: Element,
  style: Style,
  box: Box,
): number {
  const intrinsic = intrinsicOf(element, style)
  if (intrinsic) return replacedSize(box, intrinsic, {}).width
  const declared = declaredSize(box, 'width', undefined) ?? Number.POSITIVE_INFINITY
  return Math.min(declared, contentWidths(tree, element, style).min + box.horizontalEdges)
}

const NO_WIDTHS: ContentWidths = { min: 0, max: 0 }

export function contentWidthsOf(tree: LayoutTree, element: Element, style: Style): ContentWidths {
  const cached = tree.contentWidths.get(element)
  if (cached) return cached
  tree.contentWidths.set(element, NO_WIDTHS)
  const measured = measure(tree, element, style)
  tree.contentWidths.set(element, measured)
  return measured
}

function measure(tree: LayoutTree, element: Element, style: Style): ContentWidths {
  const box = new Box(element, style, 0)
  const margins = box.horizontalMargins
  const intrinsic = intrinsicOf(element, style)
  if (intrinsic) {
    const whole = replacedSize(box, intrinsic, {}).width + margins
    const shrinks = style.get('width').endsWith('%') || style.get('max-width').endsWith('%')
    return { min: shrinks ? margins : whole, max: whole }
  }
  const within = (width: number) => clamped(box, 'width', width, undefined) + margins
  const declared = style.display === 'inline' ? undefined : declaredSize(box, 'width', undefined)
  if (declared !== undefined) return { min: within(declared), max: within(declared) }
  const { min, max } = contentWidths(tree, element, style)
  return {
    min: within(min + box.horizontalEdges),
    max: within(Math.max(min, max) + box.horizontalEdges),
  }
}

/** The widths without borders and padding. */
function contentWidths(tree: LayoutTree, element: Element, style: Style): ContentWidths {
  // The size of a container does not depend on its content.
  if (tree.isTooDeep || style.get('container-type') !== 'normal') return NO_WIDTHS
  tree.depth++
  const hasItems = /flex$|grid$|^table-row$/.test(style.display)
  const widths = hasItems ? itemWidths(tree, element, style) : flowWidths(tree, element, style)
  tree.depth--
  return widths
}

function itemWidths(tree: LayoutTree, element: Element, style: Style): ContentWidths {
  const { display } = style
  const items = childWidths(tree, element, style)
  const [mins, maxes] = [items.map(({ min }) => min), items.map(({ max }) => max)]
  if (display === 'table-row') {
    const spacing = (px(style, '-webkit-border-horizontal-spacing') ?? 0) * (items.length + 1)
    return { min: total(mins) + spacing, max: total(maxes) + spacing }
  }
  const gap = gapOf(style, 'column')
  if (display.endsWith('grid')) {
    const columns = style.get('grid-template-columns').split(/\s+(?![^(]*\))/).length
    const gaps = gap * (columns - 1)
    return { min: largest(mins) * columns + gaps, max: largest(maxes) * columns + gaps }
  }
  if (style.get('flex-direction').startsWith('column'))
    return { min: largest(mins), max: largest(maxes) }
  const gaps = gap * Math.max(0, items.length - 1)
  const wraps = style.get('flex-wrap').startsWith('wrap')
  return { min: wraps ? largest(mins) : total(mins) + gaps, max: total(maxes) + gaps }
}

function childWidths(tree: LayoutTree, element: Element, style: Style): ContentWidths[] {
  return tree.content(element, style).flatMap(({ node, style: childStyle }) => {
    if (isElement(node))
      return isOutOfFlow(childStyle) ? [] : [contentWidthsOf(tree, node, childStyle)]
    const data = collapsedSpaces(node.nodeValue ?? '').replace(/^ | $/g, '')
    return data ? [textWidths(data, childStyle)] : []
  })
}

const BREAKS = /[ \t\n\r\f\u200b]+/
const collapsedSpaces = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ')
export const keepsSpaces = ({ whiteSpace }: Style): boolean =>
  /^(?:pre|pre-wrap|break-spaces)$/.test(whiteSpace)
export const wraps = ({ whiteSpace }: Style): boolean =>
  whiteSpace !== 'nowrap' && whiteSpace !== 'pre'

function textWidths(data: string, style: Style): ContentWidths {
  const width = (part: string) => widthIn(style, part)
  const lines = /^pre/.test(style.whiteSpace) ? data.split('\n') : [collapsedSpaces(data)]
  const max = Math.max(...lines.map(width))
  return { min: wraps(style) ? Math.max(0, ...data.split(BREAKS).map(width)) : max, max }
}

function flowWidths(tree: LayoutTree, element: Element, style: Style): ContentWidths {
  let [min, max, line, floats] = [0, 0, 0, 0]
  const end = () => {
    max = Math.max(max, line)
    line = 0
  }
  let content = ''
  for (const { node, style: childStyle } of tree.content(element, style)) {
    if (!isElement(node)) {
      const data = node.nodeValue ?? ''
      const isAfterSpace = content === '' || content.endsWith(' ')
      const collapsed = keepsSpaces(childStyle)
        ? data
        : collapsedSpaces(data).replace(isAfterSpace ? /^ / : '', '')
      const widths = textWidths(collapsed, childStyle)
      min = Math.max(min, widths.min)
      line += widths.max
      content += collapsed
    } else if (!isOutOfFlow(childStyle)) {
      const widths = contentWidthsOf(tree, node, childStyle)
      min = Math.max(min, widths.min)
      if (childStyle.float !== 'none') floats += widths.max
      else if (node.localName === 'br') end()
      else if (tree.isInline(node, childStyle)) {
        line += widths.max
        content += node.textContent
      } else {
        end()
        content = ''
        max = Math.max(max, widths.max)
      }
    }
  }
  if (content.endsWith(' ') && !keepsSpaces(style)) line -= widthIn(style, ' ')
  end()
  return { min, max: floats + max }
}
