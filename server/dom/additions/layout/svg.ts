/**
 * Computes bounding boxes of SVG elements, in their own coordinates. Curves count by their control
 * points; groups apply translations only.
 * https://svgwg.org/svg2-draft/coords.html#BoundingBoxes
 */

import { ascent, descent, textWidth } from '../../css/lengths.ts'
import type { Rect } from './layout-tree.ts'

const MOST_DEPTH = 200

const number = (element: Element, name: string, otherwise = 0): number => {
  const value = Number.parseFloat(element.getAttribute(name) ?? '')
  return Number.isFinite(value) ? value : otherwise
}

type Point = readonly [x: number, y: number]

function around(points: readonly Point[]): Rect | undefined {
  if (points.length === 0) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const numbersOf = (text: string): number[] =>
  (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number)

function pairs(text: string): Point[] {
  const numbers = numbersOf(text)
  return Array.from({ length: numbers.length >> 1 }, (_, index) => [
    numbers[2 * index] as number,
    numbers[2 * index + 1] as number,
  ])
}

const TAKES: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
}

function pathPoints(text: string): Point[] {
  const points: Point[] = []
  let [x, y] = [0, 0]
  for (const [, command = '', given = ''] of text.matchAll(/([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi)) {
    const kind = command.toLowerCase()
    const takes = TAKES[kind]
    const numbers = numbersOf(given)
    for (let at = 0; takes && at + takes <= numbers.length; at += takes) {
      const [dx, dy] = command === kind ? [x, y] : [0, 0]
      const args = numbers.slice(at, at + takes)
      const [last = 0] = args.slice(-1)
      if (kind === 'h') x = dx + last
      else if (kind === 'v') y = dy + last
      else {
        const from = kind === 'a' ? 5 : 0
        for (let i = from; i < takes; i += 2)
          points.push([dx + (args[i] as number), dy + (args[i + 1] as number)])
        ;[x, y] = points.at(-1) as Point
      }
      points.push([x, y])
    }
  }
  return points
}

export function textSize(element: Element): number {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = /font-size\s*:\s*([.\d]+)/.exec(at.getAttribute('style') ?? '')?.[1]
    const size = Number.parseFloat(style ?? at.getAttribute('font-size') ?? '')
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

function group(element: Element, depth: number): Rect | undefined {
  const corners = [...element.children].flatMap((child): Point[] => {
    const rect =
      depth < MOST_DEPTH &&
      !/^(?:defs|clipPath|mask|marker|symbol|title|desc|style)$/.test(child.localName)
        ? svgBoundingBox(child, depth + 1)
        : undefined
    if (!rect) return []
    const [dx = 0, dy = 0] = numbersOf(
      /translate\(([^)]*)\)/.exec(child.getAttribute('transform') ?? '')?.[1] ?? '',
    )
    return [
      [rect.x + dx, rect.y + dy],
      [rect.x + rect.width + dx, rect.y + rect.height + dy],
    ]
  })
  return around(corners)
}

export function svgBoundingBox(element: Element, depth = 0): Rect | undefined {
  const of = (name: string, otherwise?: number) => number(element, name, otherwise)
  switch (element.localName) {
    case 'rect':
    case 'image':
    case 'foreignObject':
      return { x: of('x'), y: of('y'), width: of('width'), height: of('height') }
    case 'circle':
      return {
        x: of('cx') - of('r'),
        y: of('cy') - of('r'),
        width: 2 * of('r'),
        height: 2 * of('r'),
      }
    case 'ellipse':
      return {
        x: of('cx') - of('rx'),
        y: of('cy') - of('ry'),
        width: 2 * of('rx'),
        height: 2 * of('ry'),
      }
    case 'line':
      return around([
        [of('x1'), of('y1')],
        [of('x2'), of('y2')],
      ])
    case 'polyline':
    case 'polygon':
      return around(pairs(element.getAttribute('points') ?? ''))
    case 'path':
      return around(pathPoints(element.getAttribute('d') ?? ''))
    case 'text':
    case 'tspan':
    case 'textPath':
      return lettering(element)
    default:
      return group(element, depth)
  }
}
