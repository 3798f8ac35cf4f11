/** Rectangles, and those around points and other rectangles. For boxes, drawings and observers. */

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Point = readonly [x: number, y: number]

export function boundsAround(points: readonly Point[]): Rect | undefined {
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

export const cornersOf = ({ x, y, width, height }: Rect): Point[] => [
  [x, y],
  [x + width, y + height],
]

/** The bounds of the rectangles with an extent; without any, the first rectangle. */
export function union(rects: readonly Rect[]): Rect | undefined {
  const shown = rects.filter(({ width, height }) => width > 0 || height > 0)
  return boundsAround(shown.flatMap(cornersOf)) ?? rects[0]
}
