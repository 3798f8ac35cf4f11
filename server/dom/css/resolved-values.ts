/**
 * Resolves computed values for scripts: sizes and places in px, matrices, colors.
 * `computed-style.ts` calls it. https://drafts.csswg.org/cssom/#resolved-values
 */
import { boxOf } from '../additions/layout/document-layout.ts'
import { intrinsicOf } from '../additions/layout/intrinsic-sizes.ts'
import type { Box, Edges } from '../additions/layout/layout-tree.ts'
import { pixels } from './absolute-values.ts'
import { usedColor } from './colors.ts'
import { hasAbsolutePosition, isDark } from './computed-values.ts'
import { length } from './lengths.ts'
import { splitText } from './split-text.ts'
import type { Style } from './style.ts'
import { matrixOf } from './transform-matrix.ts'

/** Writes the texts of a pseudo-element, with the values of attributes. */
export function generatedContent(style: Style, element: Element): string {
  const value = style.get('content')
  if (value === 'normal') return 'none'
  return value
    .replace(/attr\(([\w-]+)(?:,\s*("[^"]*"))?\)/g, (_, name: string, other = '""') =>
      element.hasAttribute(name) ? JSON.stringify(element.getAttribute(name)) : other,
    )
    .replace(
      /"(?:[^"\\]|\\.)*"(?: "(?:[^"\\]|\\.)*")+/g,
      (run) =>
        `"${(run.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((string) => string.slice(1, -1)).join('')}"`,
    )
}

const NO_BOX = /^(?:none|contents)$/

/** @returns Undefined for an inline box without a size of its own. */
function sizedBox(element: Element | undefined, style: Style): Box | undefined {
  if (!element || NO_BOX.test(style.get('display'))) return undefined
  const box = boxOf(element)
  if (!box || (style.display === 'inline' && !intrinsicOf(element, style))) return undefined
  return box
}

const BORDER = /^border-(?:top|right|bottom|left)-width$/

const hasLine = (style: Style, width: string): boolean =>
  !/^(?:none|hidden)$/.test(style.get(width.replace('width', 'style')))

const EDGE = /^(margin|padding)-(top|right|bottom|left)$/

export function resolvedValue(name: string, style: Style, element: Element | undefined): string {
  const value = style.get(name)
  if (value === 'currentcolor') return style.get('color')
  if (BORDER.test(name) && !hasLine(style, name)) return '0px'
  if (name === '-webkit-writing-mode') return style.get('writing-mode')
  if (name === '-webkit-text-orientation' && style.get('text-orientation') !== 'mixed')
    return style.get('text-orientation')
  if (name === '-webkit-text-decorations-in-effect') return linesInEffect(style)
  if (name === 'line-height') return value === 'normal' ? value : pixels(style.lineHeight)
  if (name === 'width' || name === 'height') {
    const box = sizedBox(element, style)
    return box ? pixels(usedSize(box, name)) : value
  }
  if (/^min-(?:width|height)$/.test(name) && value === 'auto')
    return isItem(style, element) ? value : '0px'
  if (name === 'transform' && value !== 'none')
    return matrixOf(value, style.units, sizedBox(element, style))
  if (/-origin$/.test(name) && /^(?:transform|perspective)/.test(name)) {
    return originOf(value, style, element)
  }
  const [, edge, side] = EDGE.exec(name) ?? []
  if (side && (value === 'auto' || value.includes('%'))) {
    const box = sizedBox(element, style)
    return box ? pixels(edgeOf(box, edge as 'margin', side as 'top')) : value
  }
  if (/^(?:top|right|bottom|left)$/.test(name)) return insetOf(name, value, style, element)
  if (value.includes('currentcolor')) {
    return usedColor(value, { isDark: isDark(style), current: () => style.get('color') }) ?? value
  }
  return value
}

/** The lines of the element and its ancestors, up to a box that shows no lines of theirs. */
function linesInEffect(style: Style): string {
  const ownLines = style.get('text-decoration-line')
  const isApart =
    /^inline-/.test(style.get('display')) || style.float !== 'none' || hasAbsolutePosition(style)
  const outer = style.parent && !isApart ? linesInEffect(style.parent) : 'none'
  const lines = ['underline', 'overline', 'line-through'].filter((line) =>
    `${ownLines} ${outer}`.includes(line),
  )
  return lines.join(' ') || 'none'
}

/** How far the sides of a box are from those of the box that it is placed in. */
function distancesOf(box: Box, parent: Box): Edges {
  const { border, padding } = parent
  const isApart = hasAbsolutePosition(box.style)
  const inner = isApart ? 0 : 1
  const left = box.x - border.left - inner * padding.left
  const top = box.y - border.top - inner * padding.top
  const width = isApart ? parent.width - border.left - border.right : parent.contentWidth
  const height = parent.height - (isApart ? border.top + border.bottom : parent.verticalEdges)
  return { left, top, right: width - left - box.width, bottom: height - top - box.height }
}

const IN_LINES = /^(?:block|list-item|table|flow-root)$/

/** Automatic margins share the room in a line, or between the sides of a positioned box. */
function edgeOf(box: Box, edge: 'margin' | 'padding', side: keyof Edges): number {
  const { style, parent } = box
  const isAutomatic = edge === 'margin' && style.get(`margin-${side}`) === 'auto'
  if (!isAutomatic || !parent) return box[edge][side]
  if (hasAbsolutePosition(style)) {
    const from = length(style.get(side), style.units, parent.width) ?? 0
    return distancesOf(box, parent)[side] - from
  }
  const isAcross = side === 'left' || side === 'right'
  return isAcross && IN_LINES.test(parent.style.get('display')) ? distancesOf(box, parent)[side] : 0
}

/** Whether a flex container or grid has the element in its flow. */
const isItem = (style: Style, element: Element | undefined): boolean =>
  element !== undefined &&
  style.get('display') !== 'none' &&
  !hasAbsolutePosition(style) &&
  /(?:flex|grid)$/.test(style.parent?.get('display') ?? '')

function usedSize(box: Box, name: 'width' | 'height'): number {
  if (box.style.get('box-sizing') === 'border-box') return box[name]
  return name === 'width' ? box.contentWidth : Math.max(0, box.height - box.verticalEdges)
}

/** The inset of a positioned element in px. */
function insetOf(name: string, value: string, style: Style, element: Element | undefined): string {
  const position = style.position
  if (position === 'static' || position === 'sticky') return value
  const box = sizedBox(element, style)
  if (!box) return value
  if (position === 'relative') {
    const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }[name] as string
    if (value !== 'auto') return absoluteInset(value, box, name)
    const other = style.get(opposite)
    if (other === 'auto') return '0px'
    return pixels(-Number.parseFloat(absoluteInset(other, box, opposite)) || 0)
  }
  if (value !== 'auto') return absoluteInset(value, box, name)
  const side = name as keyof Edges
  return box.parent ? pixels(distancesOf(box, box.parent)[side] - box.margin[side]) : value
}

function absoluteInset(value: string, box: Box, name: string): string {
  const base = /^(?:left|right)$/.test(name) ? box.parent?.contentWidth : box.parent?.height
  const size = length(value, box.style.units, base)
  return size === undefined ? value : pixels(size)
}

function originOf(value: string, style: Style, element: Element | undefined): string {
  const box = sizedBox(element, style)
  if (!box) {
    const isInline = style.get('display') === 'inline' && element && boxOf(element)
    return isInline ? '0px 0px' : value
  }
  const lengths = splitText(value, /\s+/)
  const bases = [box.width, box.height]
  const texts = lengths.map((part, index) => {
    const size = length(part, style.units, bases[index])
    return size === undefined ? part : pixels(size)
  })
  return texts[2] === '0px' ? texts.slice(0, 2).join(' ') : texts.join(' ')
}
