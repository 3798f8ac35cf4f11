/**
 * Sizes replaced elements (images, drawings, players, fields) in px as Chromium does before
 * loading, with their ratio; undefined for other elements. Unknown images are 300 by 150.
 */

import { textWidth } from './metrics.ts'
import { px, type Style } from './style.ts'

export interface Intrinsic {
  readonly width: number
  readonly height: number
  readonly ratio?: number
  readonly fills?: boolean
}

const size = (width: number, height: number): Intrinsic => ({ width, height })
const shaped = (width: number, height: number): Intrinsic => ({
  width,
  height,
  ratio: width / height,
})

const number = (element: Element, name: string): number | undefined => {
  const value = Number.parseFloat(element.getAttribute(name) ?? '')
  return value > 0 ? value : undefined
}

/** A style may override the size and keep the ratio. */
function picture(element: Element): Intrinsic {
  const [width, height] = [number(element, 'width'), number(element, 'height')]
  return width && height ? shaped(width, height) : shaped(300, 150)
}

function drawing(element: Element): Intrinsic {
  const box = element
    .getAttribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  if (!box || !((box[2] ?? 0) > 0) || !((box[3] ?? 0) > 0)) return size(300, 150)
  return { ...shaped(box[2] as number, box[3] as number), fills: true }
}

const IN_LINES = new Set(['submit', 'reset', 'button'])
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

function field(element: Element, style: Style): Intrinsic {
  const type = element.getAttribute('type')?.toLowerCase() ?? ''
  const { fontSize } = style
  if (type === 'image') return picture(element)
  if (IN_LINES.has(type)) {
    const label = element.getAttribute('value') ?? LABELS[type] ?? ''
    return size(textWidth(label, fontSize), style.lineHeight)
  }
  return (
    INPUTS[type] ??
    size(
      Math.round((number(element, 'size') ?? 20) * fontSize * 0.5 + 14),
      Math.round(style.lineHeight),
    )
  )
}

function choice(element: Element, style: Style): Intrinsic {
  const labels = [...element.querySelectorAll('option')].map(
    (option) => option.getAttribute('label') ?? option.textContent.trim(),
  )
  const widest = Math.max(0, ...labels.map((label) => textWidth(label, style.fontSize)))
  const rows = number(element, 'size') ?? (element.hasAttribute('multiple') ? 4 : 1)
  return rows > 1 ? size(widest + 4, rows * 17) : size(widest + 22, 17)
}

function area(element: Element, style: Style): Intrinsic {
  const [columns, rows] = [number(element, 'cols') ?? 20, number(element, 'rows') ?? 2]
  return size(Math.round(columns * style.fontSize * 0.6 + 16), rows * style.lineHeight)
}

const KINDS: Readonly<Record<string, (element: Element, style: Style) => Intrinsic | undefined>> = {
  img: (element) =>
    element.hasAttribute('src') || element.hasAttribute('srcset') || number(element, 'width')
      ? picture(element)
      : size(0, 0),
  svg: drawing,
  canvas: (element) => shaped(number(element, 'width') ?? 300, number(element, 'height') ?? 150),
  video: picture,
  audio: () => size(300, 54),
  iframe: () => size(300, 150),
  object: (element) => (element.hasAttribute('data') ? size(300, 150) : undefined),
  embed: () => size(300, 150),
  input: field,
  select: choice,
  textarea: area,
  progress: (_, { fontSize }) => size(10 * fontSize, fontSize),
  meter: (_, { fontSize }) => size(5 * fontSize, fontSize),
}

export function intrinsicOf(element: Element, style: Style): Intrinsic | undefined {
  return KINDS[element.localName]?.(element, style)
}

export function replacedSize(
  intrinsic: Intrinsic,
  style: Style,
  available: number,
  height: number | undefined,
): { width: number; height: number } {
  const declaredWidth = px(style, 'width', available)
  const declaredHeight = px(style, 'height', height)
  const { ratio } = intrinsic
  if (declaredWidth !== undefined && declaredHeight !== undefined)
    return { width: declaredWidth, height: declaredHeight }
  if (declaredWidth !== undefined)
    return { width: declaredWidth, height: ratio ? declaredWidth / ratio : intrinsic.height }
  if (declaredHeight !== undefined)
    return { width: ratio ? declaredHeight * ratio : intrinsic.width, height: declaredHeight }
  if (intrinsic.fills && ratio) return { width: available, height: available / ratio }
  return intrinsic
}
