/**
 * Computes bounding boxes of SVG elements, in their own coordinates. Paths have none; groups apply
 * translations only.
 * https://svgwg.org/svg2-draft/coords.html#BoundingBoxes
 */

import { ascent, descent, textWidth } from '../../css/lengths.ts'
import { boundsAround, cornersOf, type Point, type Rect } from './rects.ts'

const MOST_DEPTH = 200

const number = (element: Element, name: string): number => {
  const value = Number.parseFloat(element.getAttribute(name) ?? '')
  return Number.isFinite(value) ? value : 0
}

const numbersOf = (list: string): number[] =>
  (list.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number)

function pairs(points: string): Point[] {
  const numbers = numbersOf(points)
  return Array.from({ length: numbers.length >> 1 }, (_, index) => [
    numbers[2 * index] as number,
    numbers[2 * index + 1] as number,
  ])
}

/** The view box; undefined if there is none, or an empty one. */
export function viewBoxOf(svg: Element): Rect | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = numbersOf(svg.getAttribute('viewBox') ?? '')
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

export function textSize(element: Element): number {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const style = /font-size\s*:\s*([.\d]+)/.exec(ancestor.getAttribute('style') ?? '')?.[1]
    const size = Number.parseFloat(style ?? ancestor.getAttribute('font-size') ?? '')
    if (size > 0) return size
  }
  return 16
}

const SHIFTS: Readonly<Record<string, number>> = { middle: 0.5, end: 1 }

function lettering(element: Element): Rect {
  const size = textSize(element)
  const width = textWidth(element.textContent?.trim() ?? '', size)
  const anchor = element.closest('[text-anchor]')?.getAttribute('text-anchor') ?? ''
  const x = number(element, 'x') + number(element, 'dx') - width * (SHIFTS[anchor] ?? 0)
  return {
    x,
    y: number(element, 'y') + number(element, 'dy') - ascent(size),
    width,
    height: ascent(size) + descent(size),
  }
}

const WITHOUT_BOX = /^(?:defs|clipPath|mask|marker|symbol|title|desc|style)$/

function group(element: Element, depth: number): Rect | undefined {
  const corners = [...element.children].flatMap((child): Point[] => {
    if (depth >= MOST_DEPTH || WITHOUT_BOX.test(child.localName)) return []
    const rect = svgBoundingBox(child, depth + 1)
    const translation = /translate\(([^)]*)\)/.exec(child.getAttribute('transform') ?? '')?.[1]
    const [dx = 0, dy = 0] = numbersOf(translation ?? '')
    return rect ? cornersOf(rect).map(([x, y]) => [x + dx, y + dy]) : []
  })
  return boundsAround(corners)
}

function ellipse(element: Element, across: string, down: string): Rect {
  const [rx, ry] = [number(element, across), number(element, down)]
  const [x, y] = [number(element, 'cx') - rx, number(element, 'cy') - ry]
  return { x, y, width: 2 * rx, height: 2 * ry }
}

export function svgBoundingBox(element: Element, depth = 0): Rect | undefined {
  const of = (name: string) => number(element, name)
  switch (element.localName) {
    case 'rect':
    case 'image':
    case 'foreignObject':
      return { x: of('x'), y: of('y'), width: of('width'), height: of('height') }
    case 'circle':
      return ellipse(element, 'r', 'r')
    case 'ellipse':
      return ellipse(element, 'rx', 'ry')
    case 'line':
      return boundsAround([
        [of('x1'), of('y1')],
        [of('x2'), of('y2')],
      ])
    case 'polyline':
    case 'polygon':
      return boundsAround(pairs(element.getAttribute('points') ?? ''))
    case 'text':
    case 'tspan':
    case 'textPath':
      return lettering(element)
    default:
      return group(element, depth)
  }
}
