/**
 * Measures minimum and maximum content widths of an element, with border and margins, once per
 * pass.
 */
import { Box, declaredSize } from './box.ts'
import { textWidth } from './metrics.ts'
import { isOutOfFlow, type Pass, type Widths } from './pass.ts'
import { intrinsicOf, replacedSize } from './replaced.ts'
import type { Style } from './style.ts'
import { px } from './style.ts'
import { isElement } from './tree.ts'

/** An item's automatic minimum width: its longest word, or a smaller declared width. */
export function leastWidth(pass: Pass, element: Element, style: Style, box: Box): number {
  const declared = declaredSize(box, 'width', undefined) ?? Number.POSITIVE_INFINITY
  const intrinsic = intrinsicOf(element, style)
  if (intrinsic)
    return Math.min(
      declared,
      replacedSize(intrinsic, style, intrinsic.width, undefined).width + box.across,
    )
  pass.depth++
  const { min } = pass.isTooDeep ? NONE : ofContent(pass, element, style)
  pass.depth--
  return Math.min(declared, min + box.across)
}

const NONE: Widths = { min: 0, max: 0 }

export function widthsOf(pass: Pass, element: Element, style: Style): Widths {
  const known = pass.widths.get(element)
  if (known) return known
  pass.widths.set(element, NONE)
  if (pass.isTooDeep) return NONE
  pass.depth++
  const measured = measure(pass, element, style)
  pass.depth--
  pass.widths.set(element, measured)
  return measured
}

function measure(pass: Pass, element: Element, style: Style): Widths {
  const box = new Box(element, style, 0)
  const margins = box.margin.left + box.margin.right
  const most = declaredSize(box, 'max-width', undefined) ?? Number.POSITIVE_INFINITY
  const least = declaredSize(box, 'min-width', undefined) ?? 0
  const within = (width: number) => Math.max(least, Math.min(most, width)) + margins
  const declared = style.display === 'inline' ? undefined : declaredSize(box, 'width', undefined)
  const intrinsic = intrinsicOf(element, style)
  if (intrinsic) {
    const { width } = replacedSize(intrinsic, style, intrinsic.width, undefined)
    const whole = within(declared ?? width + box.across)
    const shrinks = style.values.width?.endsWith('%') || style.values['max-width']?.endsWith('%')
    return { min: shrinks ? margins : whole, max: whole }
  }
  if (declared !== undefined) return { min: within(declared), max: within(declared) }
  const { min, max } = ofContent(pass, element, style)
  return { min: within(min + box.across), max: within(Math.max(min, max) + box.across) }
}

function ofContent(pass: Pass, element: Element, style: Style): Widths {
  if (/flex$/.test(style.display)) return ofFlex(pass, element, style)
  if (/grid$/.test(style.display)) return ofGrid(pass, element, style)
  if (/^table-row$|table$/.test(style.display)) return ofRows(pass, element, style)
  return ofFlow(pass, element, style)
}

function itemsOf(pass: Pass, element: Element, style: Style): Widths[] {
  return pass.content(element, style).flatMap(({ node, style: own }) => {
    if (isElement(node)) return isOutOfFlow(own) ? [] : [widthsOf(pass, node, own)]
    const text = (node.nodeValue ?? '').trim()
    return text ? [ofText(text, own)] : []
  })
}

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)

function ofFlex(pass: Pass, element: Element, style: Style): Widths {
  const items = itemsOf(pass, element, style)
  const [mins, maxes] = [items.map(({ min }) => min), items.map(({ max }) => max)]
  if (style.values['flex-direction']?.startsWith('column')) {
    return { min: Math.max(0, ...mins), max: Math.max(0, ...maxes) }
  }
  const gaps = (px(style, 'column-gap') ?? 0) * Math.max(0, items.length - 1)
  const wraps = style.values['flex-wrap']?.startsWith('wrap')
  return { min: wraps ? Math.max(0, ...mins) : sum(mins) + gaps, max: sum(maxes) + gaps }
}

function ofGrid(pass: Pass, element: Element, style: Style): Widths {
  const items = itemsOf(pass, element, style)
  const columns = style.values['grid-template-columns']?.split(/\s+(?![^(]*\))/).length ?? 1
  const gaps = (px(style, 'column-gap') ?? 0) * (columns - 1)
  const widest = (key: keyof Widths) =>
    Math.max(0, ...items.map((item) => item[key])) * columns + gaps
  return { min: widest('min'), max: widest('max') }
}

function ofRows(pass: Pass, element: Element, style: Style): Widths {
  if (style.display === 'table-row') {
    const cells = itemsOf(pass, element, style)
    const spacing = (px(style, 'border-spacing') ?? 0) * (cells.length + 1)
    return {
      min: sum(cells.map(({ min }) => min)) + spacing,
      max: sum(cells.map(({ max }) => max)) + spacing,
    }
  }
  return ofFlow(pass, element, style)
}

const BREAKS = /[\s\u200b]+/
export const keepsSpaces = ({ whiteSpace }: Style): boolean =>
  /^(?:pre|pre-wrap|break-spaces)$/.test(whiteSpace)
export const wraps = ({ whiteSpace }: Style): boolean =>
  whiteSpace !== 'nowrap' && whiteSpace !== 'pre'

function ofText(text: string, style: Style): Widths {
  const width = (part: string) => textWidth(part, style.fontSize, style.monospaced)
  const lines = /^pre/.test(style.whiteSpace) ? text.split('\n') : [text.replace(/\s+/g, ' ')]
  const max = Math.max(...lines.map(width))
  return { min: wraps(style) ? Math.max(0, ...text.split(BREAKS).map(width)) : max, max }
}

function ofFlow(pass: Pass, element: Element, style: Style): Widths {
  let [min, max, line, floats] = [0, 0, 0, 0]
  const end = () => {
    max = Math.max(max, line)
    line = 0
  }
  let content = ''
  for (const { node, style: own } of pass.content(element, style)) {
    if (!isElement(node)) {
      const text = (node.nodeValue ?? '').replace(/\s+/g, ' ')
      const shown = keepsSpaces(own)
        ? (node.nodeValue ?? '')
        : content === '' || content.endsWith(' ')
          ? text.trimStart()
          : text
      const widths = ofText(shown, own)
      min = Math.max(min, widths.min)
      line += widths.max
      content += shown
    } else if (!isOutOfFlow(own)) {
      const widths = widthsOf(pass, node, own)
      min = Math.max(min, widths.min)
      if (own.float !== 'none') floats += widths.max
      else if (node.localName === 'br') end()
      else if (pass.isInline(node, own)) {
        line += widths.max
        content += node.textContent
      } else {
        end()
        content = ''
        max = Math.max(max, widths.max)
      }
    }
  }
  if (content.endsWith(' ') && !keepsSpaces(style))
    line -= textWidth(' ', style.fontSize, style.monospaced)
  end()
  return { min, max: Math.max(max, floats + max * (floats > 0 ? 1 : 0), floats) }
}
