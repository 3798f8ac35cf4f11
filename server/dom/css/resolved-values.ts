/**
 * Resolves computed values for scripts: sizes and places in px, matrices, colors.
 * `computed-style.ts` calls it. https://drafts.csswg.org/cssom/#resolved-values
 */
import { boxOf } from '../additions/layout/document-layout.ts'
import { intrinsicOf } from '../additions/layout/intrinsic-sizes.ts'
import type { Box, Edges } from '../additions/layout/layout-tree.ts'
import { pixels } from './absolute-values.ts'
import { usedColor } from './colors.ts'
import { isDark } from './computed-values.ts'
import { length } from './lengths.ts'
import type { Style } from './style.ts'

/** Of a pseudo-element: texts, with the values of attributes. */
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
        `"${(run.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((text) => text.slice(1, -1)).join('')}"`,
    )
}

const NO_BOX = /^(?:none|contents)$/

/** Not for an inline box without a size of its own. */
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
  if (name === 'transform' && value !== 'none') return matrixOf(value, style, element)
  if (/-origin$/.test(name) && /^(?:transform|perspective)/.test(name)) {
    const isInline =
      style.get('display') === 'inline' && element !== undefined && boxOf(element) !== undefined
    return originOf(value, style, sizedBox(element, style), isInline)
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

/** Those of the ancestors too, up to a box that stands alone. */
function linesInEffect(style: Style): string {
  const own = style.get('text-decoration-line')
  const isApart =
    /^inline-/.test(style.get('display')) ||
    style.float !== 'none' ||
    /^(?:absolute|fixed)$/.test(style.position)
  const outer = style.parent && !isApart ? linesInEffect(style.parent) : 'none'
  const lines = ['underline', 'overline', 'line-through'].filter((line) =>
    `${own} ${outer}`.includes(line),
  )
  return lines.join(' ') || 'none'
}

/** Automatic margins share the room in a line, or between the sides of a positioned box. */
function edgeOf(box: Box, edge: 'margin' | 'padding', side: keyof Edges): number {
  const { style, parent } = box
  if (edge === 'padding' || !parent || style.get(`margin-${side}`) !== 'auto')
    return box[edge][side]
  const isApart = /^(?:absolute|fixed)$/.test(style.position)
  const isAcross = side === 'left' || side === 'right'
  if (
    !isApart &&
    (!isAcross || !/^(?:block|list-item|table|flow-root)$/.test(parent.style.get('display')))
  )
    return 0
  const from = isApart ? (length(style.get(side), style.units, parent.width) ?? 0) : 0
  const { border, padding } = parent
  const start = isAcross ? border.left + (isApart ? 0 : padding.left) : border.top
  const before = (isAcross ? box.x : box.y) - start
  if (side === 'left' || side === 'top') return before - from
  const room = isAcross
    ? isApart
      ? parent.width - border.left - border.right
      : parent.contentWidth
    : parent.height - border.top - border.bottom
  return room - before - (isAcross ? box.width : box.height) - from
}

/** Of a flex container or grid, with a box in its flow. */
const isItem = (style: Style, element: Element | undefined): boolean =>
  element !== undefined &&
  style.get('display') !== 'none' &&
  !/^(?:absolute|fixed)$/.test(style.position) &&
  /(?:flex|grid)$/.test(style.parent?.get('display') ?? '')

function usedSize(box: Box, name: 'width' | 'height'): number {
  if (box.style.get('box-sizing') === 'border-box') return box[name]
  return name === 'width' ? box.contentWidth : Math.max(0, box.height - box.verticalEdges)
}

/** Of a positioned element, in px. */
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
  const { parent } = box
  if (!parent) return value
  const [left, top] = [
    box.x - box.margin.left - parent.border.left,
    box.y - box.margin.top - parent.border.top,
  ]
  if (name === 'left') return pixels(left)
  if (name === 'top') return pixels(top)
  const { border } = parent
  return name === 'right'
    ? pixels(
        parent.width -
          border.left -
          border.right -
          left -
          box.width -
          box.margin.left -
          box.margin.right,
      )
    : pixels(
        parent.height -
          border.top -
          border.bottom -
          top -
          box.height -
          box.margin.top -
          box.margin.bottom,
      )
}

function absoluteInset(value: string, box: Box, name: string): string {
  const base = /^(?:left|right)$/.test(name) ? box.parent?.contentWidth : box.parent?.height
  const size = length(value, box.style.units, base)
  return size === undefined ? value : pixels(size)
}

function originOf(
  value: string,
  { units }: Style,
  box: Box | undefined,
  isInline: boolean,
): string {
  if (!box) return isInline ? '0px 0px' : value
  const parts = value.match(/[^\s()]+(?:\((?:[^()]|\([^()]*\))*\))?/g) ?? []
  const bases = [box.width, box.height]
  const texts = parts.map((part, at) => {
    const size = length(part, units, bases[at])
    return size === undefined ? part : pixels(size)
  })
  return texts[2] === '0px' ? texts.slice(0, 2).join(' ') : texts.join(' ')
}

const FUNCTION = /([a-z]+(?:3d|[xyz])?)\(((?:[^()]|\([^()]*\))*)\)/gi

/** https://drafts.csswg.org/css-transforms-2/#serialization-of-the-computed-value */
function matrixOf(value: string, style: Style, element: Element | undefined): string {
  const box = sizedBox(element, style)
  const matrix = new window.DOMMatrix()
  let result = matrix
  for (const [, name = '', inside = ''] of value.matchAll(FUNCTION)) {
    const parts = inside.split(/,\s*(?![^(]*\))/).map((part, at) => {
      const size = length(
        part,
        style.units,
        at === 1 || /y$/i.test(name) ? box?.height : box?.width,
      )
      return size ?? Number.parseFloat(part)
    })
    result = result.multiply(step(name.toLowerCase(), parts, inside))
  }
  const { a, b, c, d, e, f, is2D } = result
  if (!is2D) return `matrix3d(${[...result.toFloat64Array()].map(rounded).join(', ')})`
  return `matrix(${[a, b, c, d, e, f].map(rounded).join(', ')})`
}

const rounded = (number: number): number => Number(number.toPrecision(6)) || 0

const TURNS: Readonly<Record<string, number>> = { turn: 360, rad: 180 / Math.PI, grad: 0.9, deg: 1 }

const degrees = (text: string): number =>
  Number.parseFloat(text) * (TURNS[text.trim().replace(/^[-+.\de]+/, '')] ?? 1)

function step(name: string, [x = 0, y, z = 0]: readonly number[], text: string): DOMMatrix {
  const plain = new window.DOMMatrix()
  switch (name) {
    case 'translate':
      return plain.translate(x, y ?? 0)
    case 'translatex':
      return plain.translate(x, 0)
    case 'translatey':
      return plain.translate(0, x)
    case 'translatez':
      return plain.translate(0, 0, x)
    case 'translate3d':
      return plain.translate(x, y ?? 0, z)
    case 'scale':
      return plain.scale(x, y ?? x)
    case 'scalex':
      return plain.scale(x, 1)
    case 'scaley':
      return plain.scale(1, x)
    case 'rotate':
    case 'rotatez':
      return plain.rotate(0, 0, degrees(text))
    case 'rotatex':
      return plain.rotate(degrees(text), 0, 0)
    case 'rotatey':
      return plain.rotate(0, degrees(text), 0)
    case 'skewx':
    case 'skew':
      return plain.skewX(degrees(text))
    case 'skewy':
      return plain.skewY(degrees(text))
    default:
      return new window.DOMMatrix(text.split(',').map(Number))
  }
}
