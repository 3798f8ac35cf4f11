/**
 * The layout tree: boxes, with the styles, content and text positions that the steps of a layout
 * share, each computed once. `element-box.ts` creates it.
 */

import { length } from '../../css/lengths.ts'
import type { Style } from '../../css/style.ts'
import type { StyleTree } from '../../css/style-tree.ts'
import { ELEMENT, S, TEXT } from '../../internals.ts'
import type { Point, Rect } from './rects.ts'

export interface Edges {
  top: number
  right: number
  bottom: number
  left: number
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const MARGINS = SIDES.map((side) => `margin-${side}`)
const PADDINGS = SIDES.map((side) => `padding-${side}`)
const BORDERS = SIDES.map((side) => `border-${side}-width`)

export const NO_EDGES: Edges = { top: 0, right: 0, bottom: 0, left: 0 }

function edgesOf(style: Style, names: readonly string[], base: number): Edges {
  const [top = 0, right = 0, bottom = 0, left = 0] = names.map((name) => px(style, name, base))
  return { top, right, bottom, left }
}

export class Box {
  parent: Box | undefined
  x = 0
  y = 0
  /** Size of the border box. */
  width = 0
  height = 0
  margin: Edges
  padding: Edges
  border: Edges
  readonly children: Box[] = []
  /** The rectangles of an inline box, one a line, in the parent's border box. */
  fragments: Rect[] | undefined
  /** Distance from the top to the baseline of the last line. */
  baseline: number | undefined
  /** Right end of its lines, in the border box. */
  inkRight = 0
  inkBottom = 0
  readonly element: Element
  readonly style: Style

  /** @param edges The edges of the screen; default: those of the style. */
  constructor(element: Element, style: Style, base: number, edges?: Edges) {
    this.element = element
    this.style = style
    this.margin = edges ?? edgesOf(style, MARGINS, base)
    this.padding = edges ?? edgesOf(style, PADDINGS, base)
    this.border = edges ?? edgesOf(style, BORDERS, base)
    for (const side of SIDES) {
      if (/^(?:none|hidden)$/.test(style.get(`border-${side}-style`))) this.border[side] = 0
    }
  }

  /** Border and padding. */
  get horizontalEdges(): number {
    return this.border.left + this.padding.left + this.padding.right + this.border.right
  }

  get verticalEdges(): number {
    return this.border.top + this.padding.top + this.padding.bottom + this.border.bottom
  }

  get horizontalMargins(): number {
    return this.margin.left + this.margin.right
  }

  get verticalMargins(): number {
    return this.margin.top + this.margin.bottom
  }

  /** Width with margins. */
  get outerWidth(): number {
    return this.margin.left + this.width + this.margin.right
  }

  get outerHeight(): number {
    return this.margin.top + this.height + this.margin.bottom
  }

  /** Width without the border. */
  get paddingWidth(): number {
    return this.width - this.border.left - this.border.right
  }

  get paddingHeight(): number {
    return this.height - this.border.top - this.border.bottom
  }

  get contentX(): number {
    return this.border.left + this.padding.left
  }

  get contentY(): number {
    return this.border.top + this.padding.top
  }

  get contentWidth(): number {
    return Math.max(0, this.width - this.horizontalEdges)
  }

  append(child: Box, x: number, y: number): void {
    child.parent = this
    const shift = child.style.position === 'relative' ? this.#shift(child.style) : NO_SHIFT
    child.x = x + shift.x
    child.y = y + shift.y
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

const NO_SHIFT = { x: 0, y: 0 }
export const px = (style: Style, name: string, base?: number): number | undefined =>
  length(style.get(name), style.units, base)

export function declaredSize(box: Box, name: string, base: number | undefined): number | undefined {
  const size = px(box.style, name, base)
  if (size === undefined || size < 0) return undefined
  const edges = name.endsWith('width') ? box.horizontalEdges : box.verticalEdges
  return box.style.get('box-sizing') === 'border-box' ? Math.max(size, edges) : size + edges
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

/** @param container Default: the page. */
export function positionIn(box: Box, container?: Box): { x: number; y: number } {
  let [x, y] = [0, 0]
  for (let inner: Box | undefined = box; inner && inner !== container; inner = inner.parent) {
    x += inner.x
    y += inner.y
  }
  return { x, y }
}

/** https://drafts.csswg.org/css-scoping-1/#flattening */
export function flatChildrenOf(element: Element): readonly Node[] {
  const shadow = element[S.shadowRoot]
  const nodes = (shadow ?? element)[S.nodeArray]
  if (!shadow && element.localName === 'slot') return slotted(element as HTMLSlotElement, nodes)
  if (element.localName === 'details' && !element.hasAttribute('open'))
    return nodes.filter(isSummary)
  return nodes
}

const isSummary = (node: Node): boolean => (node as Element)[S.localName] === 'summary'

function slotted(slot: HTMLSlotElement, fallback: Node[]): readonly Node[] {
  const assigned = slot.assignedNodes()
  return assigned.length > 0 ? assigned : fallback
}

export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT
export const isText = (node: Node): node is Text => node.nodeType === TEXT

export interface StyledNode {
  readonly node: Node
  readonly style: Style
}

export interface StyledElement {
  readonly element: Element
  readonly style: Style
}

export interface AvailableSpace {
  readonly width: number
  /** Undefined where the content decides. */
  readonly height: number | undefined
  /** Size of the border box, set by the container. */
  readonly forcedWidth?: number | undefined
  readonly forcedHeight?: number | undefined
  readonly shrinksToFit?: boolean
}

/** A text's part of one line, in the border box that contains it. */
export interface TextFragment extends Rect {
  readonly box: Box
  readonly start: number
  readonly end: number
}

/** The longest word, and without wrapping. */
export interface ContentWidths {
  readonly min: number
  readonly max: number
}

/** A positioned element before its containing block has a size. */
export interface Positioned extends StyledElement {
  readonly from: Box
  readonly x: number
  readonly y: number
}

/** Depth at which trees are cut off; parsers create none so deep. */
const MOST_DEPTH = 500
/** Limit of repeated layouts after a container has grown. */
const MOST_BOXES = 200_000

export type LayOut = (
  tree: LayoutTree,
  element: Element,
  style: Style,
  space: AvailableSpace,
) => Box

export class LayoutTree {
  readonly boxes = new Map<Element, Box>()
  readonly textFragments = new Map<Text, TextFragment[]>()
  readonly contentWidths = new Map<Element, ContentWidths>()
  positioned = new Map<Element, Positioned>()
  fixed = new Map<Element, Positioned>()
  boxCount = 0
  depth = 0
  readonly styles: StyleTree
  readonly #layOut: LayOut
  readonly #blocks = new Map<Element, boolean>()

  constructor(styles: StyleTree, layOut: LayOut) {
    this.styles = styles
    this.#layOut = layOut
  }

  layOut(element: Element, style: Style, space: AvailableSpace): Box {
    return this.#layOut(this, element, style, space)
  }

  get mayLayOutAgain(): boolean {
    return this.boxCount < MOST_BOXES
  }

  get isTooDeep(): boolean {
    return this.depth > MOST_DEPTH
  }

  style(element: Element, parent: Style | undefined): Style {
    return this.styles.style(element, parent)
  }

  /** Styles inside a container may depend on its size, which has changed. */
  forgetInside(container: Element): void {
    for (const node of flatChildrenOf(container)) {
      if (!isElement(node)) continue
      this.styles.forget(node)
      this.contentWidths.delete(node)
      this.#blocks.delete(node)
      this.forgetInside(node)
    }
  }

  content(element: Element, style: Style): StyledNode[] {
    const content: StyledNode[] = []
    for (const inTree of flatChildrenOf(element)) {
      // Pages know forms and selects by their proxies.
      const node = inTree[S.proxy] ?? inTree
      if (isText(node)) content.push({ node, style })
      else if (isElement(node)) {
        const childStyle = this.style(node, style)
        if (childStyle.display === 'contents' && this.depth < MOST_DEPTH) {
          this.depth++
          content.push(...this.content(node, childStyle))
          this.depth--
        } else if (childStyle.display !== 'none' && node.localName !== 'noscript')
          content.push({ node, style: childStyle })
      }
    }
    return content
  }

  /** Whether it is an inline box; an inline element that holds a block is none. */
  isInline(element: Element, style: Style): boolean {
    if (isOutOfFlow(style) || style.float !== 'none') return false
    if (style.display.startsWith('inline-')) return true
    return style.display === 'inline' && !this.#holdsBlock(element, style)
  }

  #holdsBlock(element: Element, style: Style): boolean {
    const cached = this.#blocks.get(element)
    if (cached !== undefined) return cached
    this.#blocks.set(element, false)
    if (this.isTooDeep) return false
    this.depth++
    const holds = this.content(element, style).some(
      ({ node, style: childStyle }) =>
        isElement(node) &&
        !isOutOfFlow(childStyle) &&
        childStyle.float === 'none' &&
        !this.isInline(node, childStyle),
    )
    this.depth--
    this.#blocks.set(element, holds)
    return holds
  }

  deferPositioned(element: Element, style: Style, from: Box, [x, y]: Point): void {
    const list = style.position === 'fixed' ? this.fixed : this.positioned
    list.set(element, { element, style, from, x, y })
  }
}

export const isOutOfFlow = ({ position }: Style): boolean =>
  position === 'absolute' || position === 'fixed'

/** The items of a flex container, grid or part of a table. Positioned children wait. */
export function itemsOf(
  tree: LayoutTree,
  box: Box,
  { element, style }: StyledElement = box,
): StyledElement[] {
  return tree.content(element, style).flatMap(({ node, style }) => {
    if (!isElement(node)) return []
    if (!isOutOfFlow(style)) return [{ element: node, style }]
    tree.deferPositioned(node, style, box, [box.contentX, box.contentY])
    return []
  })
}
