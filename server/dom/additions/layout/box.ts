/**
 * A box: position and size of an element, relative to the parent's border box. The layout creates
 * it with edges only, then sizes and places it.
 */
import { px, type Style } from './style.ts'

export interface Edges {
  top: number
  right: number
  bottom: number
  left: number
}

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const MARGINS = SIDES.map((side) => `margin-${side}`)
const PADDINGS = SIDES.map((side) => `padding-${side}`)
const BORDERS = SIDES.map((side) => `border-${side}-width`)

export const NONE: Edges = { top: 0, right: 0, bottom: 0, left: 0 }

function edgesOf(style: Style, names: readonly string[], base: number): Edges {
  const { values } = style
  if (names.every((name) => values[name] === undefined)) return NONE
  const [top = 0, right = 0, bottom = 0, left = 0] = names.map((name) => px(style, name, base))
  return { top, right, bottom, left }
}

export class Box {
  parent: Box | undefined
  x = 0
  y = 0
  /** Of the border box. */
  width = 0
  height = 0
  margin: Edges
  padding: Edges
  border: Edges
  readonly children: Box[] = []
  /** Inline parts, one per line, in the parent's border box; undefined for other boxes. */
  fragments: Rect[] | undefined
  /** From the top to the baseline of the last line. */
  baseline: number | undefined
  /** Right end of its lines and floats, in the border box. */
  inkRight = 0
  inkBottom = 0
  readonly element: Element
  readonly style: Style

  constructor(element: Element, style: Style, base: number) {
    this.element = element
    this.style = style
    this.margin = edgesOf(style, MARGINS, base)
    this.padding = edgesOf(style, PADDINGS, base)
    this.border = edgesOf(style, BORDERS, base)
    if (this.border === NONE) return
    for (const side of SIDES) {
      const kind = style.values[`border-${side}-style`]
      if (kind === undefined || kind === 'none' || kind === 'hidden') this.border[side] = 0
    }
  }

  /** Horizontal border and padding. */
  get across(): number {
    return this.border.left + this.padding.left + this.padding.right + this.border.right
  }

  /** Vertical border and padding. */
  get along(): number {
    return this.border.top + this.padding.top + this.padding.bottom + this.border.bottom
  }

  get contentX(): number {
    return this.border.left + this.padding.left
  }

  get contentY(): number {
    return this.border.top + this.padding.top
  }

  get contentWidth(): number {
    return Math.max(0, this.width - this.across)
  }

  put(child: Box, x: number, y: number): void {
    child.parent = this
    const by = child.style.position === 'relative' ? this.#shift(child.style) : NOWHERE
    child.x = x + by.x
    child.y = y + by.y
    this.children.push(child)
  }

  #shift(style: Style): { x: number; y: number } {
    const width = this.contentWidth
    const right = px(style, 'right', width)
    const bottom = px(style, 'bottom', this.height)
    return {
      x: px(style, 'left', width) ?? (right === undefined ? 0 : -right),
      y: px(style, 'top', this.height) ?? (bottom === undefined ? 0 : -bottom),
    }
  }
}

const isAuto = (style: Style, name: string) => style.values[name] === 'auto'

const NOWHERE = { x: 0, y: 0 }

export const autoMargins = ({ style }: Box): { left: boolean; right: boolean } => ({
  left: isAuto(style, 'margin-left'),
  right: isAuto(style, 'margin-right'),
})

export function declaredSize(box: Box, name: string, base: number | undefined): number | undefined {
  const given = px(box.style, name, base)
  if (given === undefined || given < 0) return undefined
  const edges = name.endsWith('width') ? box.across : box.along
  return box.style.values['box-sizing'] === 'border-box' ? Math.max(given, edges) : given + edges
}

export function clamped(
  box: Box,
  name: 'width' | 'height',
  size: number,
  base: number | undefined,
): number {
  const most = declaredSize(box, `max-${name}`, base) ?? Number.POSITIVE_INFINITY
  const least = declaredSize(box, `min-${name}`, base) ?? 0
  return Math.max(least, Math.min(size, most))
}

export function isContext({ style, element }: Box): boolean {
  const { display, values } = style
  return (
    display !== 'block' ||
    values.display === 'flow-root' ||
    style.float !== 'none' ||
    style.position === 'absolute' ||
    style.position === 'fixed' ||
    element.localName === 'html' ||
    (values['overflow-y'] ?? 'visible') !== 'visible' ||
    element.localName === 'fieldset'
  )
}
