/**
 * Lays out blocks, lines, floats and positioned elements. `element-box.ts` calls it. Lines do not
 * flow around floats.
 * https://drafts.csswg.org/css2/#normal-flow https://drafts.csswg.org/css-position-3/
 */

import type { Style } from '../../css/style.ts'
import {
  type Box,
  isElement,
  isOutOfFlow,
  type LayoutTree,
  type Positioned,
  positionIn,
  px,
  type StyledNode,
} from './layout-tree.ts'
import { Lines } from './lines.ts'
import { autoOffset } from './tracks.ts'

interface CollapsedMargins {
  top: number
  bottom: number
}

/** The largest positive margin plus the smallest negative one. */
const collapse = (margin: number, other: number): number =>
  margin >= 0 && other >= 0
    ? Math.max(margin, other)
    : margin < 0 && other < 0
      ? Math.min(margin, other)
      : margin + other

const collapsedMargins = new WeakMap<Box, CollapsedMargins>()
const collapsedMarginsOf = (box: Box): CollapsedMargins => collapsedMargins.get(box) ?? box.margin

function isFormattingContext({ style, element }: Box): boolean {
  const { display } = style
  return (
    display !== 'block' ||
    style.get('display') === 'flow-root' ||
    style.float !== 'none' ||
    style.position === 'absolute' ||
    style.position === 'fixed' ||
    element.localName === 'html' ||
    style.get('overflow-y') !== 'visible' ||
    element.localName === 'fieldset'
  )
}

class Flow {
  readonly #tree: LayoutTree
  readonly #box: Box
  readonly #height: number | undefined
  readonly #floats: Floats
  #y: number
  /** The margin below the last block; undefined while the top margin of the box is open. */
  #margin: number | undefined
  #top: number
  #started = false
  /** Whether its top margin collapses with that of its first block. */
  readonly #opens: boolean

  constructor(tree: LayoutTree, box: Box, height: number | undefined) {
    this.#tree = tree
    this.#box = box
    this.#height = height
    this.#y = box.contentY
    this.#floats = new Floats(box)
    this.#opens = !isFormattingContext(box) && box.border.top + box.padding.top === 0
    this.#top = box.margin.top
  }

  run(content: readonly StyledNode[]): number {
    let inline: StyledNode[] = []
    for (const child of content) {
      const { node, style } = child
      const isBlock =
        isElement(node) && (style.float !== 'none' || !this.#tree.isInline(node, style))
      if (!isBlock || isOutOfFlow(style)) {
        inline.push(child)
        continue
      }
      this.#addLines(inline)
      inline = []
      if (style.float !== 'none') this.#addFloat(node, child)
      else this.#addBlock(node, child)
    }
    this.#addLines(inline)
    return this.#end()
  }

  #addLines(content: readonly StyledNode[]): void {
    if (content.length === 0) return
    const top = this.#y + (this.#margin ?? 0)
    const lines = new Lines(this.#tree, this.#box, top)
    lines.add(content)
    lines.end()
    if (lines.bottom === top) return
    this.#y = lines.bottom
    this.#margin = 0
    this.#started = true
  }

  #addFloat(element: Element, { style }: StyledNode): void {
    const space = { width: this.#box.contentWidth, height: this.#height, shrinksToFit: true }
    this.#floats.add(this.#tree.layOut(element, style, space), this.#y + (this.#margin ?? 0))
  }

  #addBlock(element: Element, { style }: StyledNode): void {
    const width = this.#box.contentWidth
    const box = this.#tree.layOut(element, style, { width, height: this.#height })
    const outer = collapsedMarginsOf(box)
    if (style.get('clear') !== 'none') this.#clear()
    const aside = autoOffset(box, ['left', 'right'], width - box.outerWidth) ?? 0
    const x = this.#box.contentX + box.margin.left + aside
    if (!this.#started && this.#opens) {
      // The margin collapses with the box's own.
      this.#top = collapse(this.#top, outer.top)
      this.#margin = 0
    } else this.#y += this.#margin === undefined ? outer.top : collapse(this.#margin, outer.top)
    this.#box.append(box, x, this.#y)
    const isEmpty = box.height === 0 && !isFormattingContext(box)
    if (isEmpty && this.#started) {
      this.#y -= collapse(this.#margin ?? 0, outer.top)
      this.#margin = collapse(collapse(this.#margin ?? 0, outer.top), outer.bottom)
      return
    }
    if (isEmpty) return
    this.#y += box.height
    this.#margin = outer.bottom
    this.#started = true
    if (box.baseline !== undefined) this.#box.baseline = box.y + box.baseline
  }

  #clear(): void {
    if (this.#floats.bottom <= this.#y) return
    this.#y = this.#floats.bottom
    this.#margin = 0
    this.#started = true
  }

  #end(): number {
    const box = this.#box
    const below = this.#margin ?? 0
    const closes =
      !isFormattingContext(box) &&
      box.border.bottom + box.padding.bottom === 0 &&
      this.#height === undefined
    collapsedMargins.set(box, {
      top: this.#opens ? this.#top : box.margin.top,
      bottom: closes ? collapse(box.margin.bottom, below) : box.margin.bottom,
    })
    const bottom = this.#y + (closes ? 0 : below)
    box.inkBottom = this.#floats.bottom
    return Math.max(
      0,
      (isFormattingContext(box) ? Math.max(bottom, this.#floats.bottom) : bottom) - box.contentY,
    )
  }
}

class Floats {
  bottom = 0
  readonly #box: Box
  #row = 0
  #left = 0
  #right = 0

  constructor(box: Box) {
    this.#box = box
  }

  add(box: Box, y: number): void {
    const { contentX, contentWidth } = this.#box
    const whole = box.outerWidth
    if (y >= this.bottom) this.#begin(y)
    else if (this.#left + this.#right + whole > contentWidth + 0.01) this.#begin(this.bottom)
    const isLeft = box.style.float !== 'right' && box.style.float !== 'inline-end'
    const x = isLeft ? this.#left : contentWidth - this.#right - whole
    if (isLeft) this.#left += whole
    else this.#right += whole
    this.#box.append(box, contentX + x + box.margin.left, this.#row + box.margin.top)
    this.bottom = Math.max(this.bottom, this.#row + box.outerHeight)
  }

  #begin(y: number): void {
    this.#row = y
    this.#left = 0
    this.#right = 0
  }
}

/** @param height The declared content height, the base of percentages. */
export function layOutFlow(tree: LayoutTree, box: Box, height: number | undefined): number {
  return new Flow(tree, box, height).run(tree.content(box.element, box.style))
}

/** Limit of rounds: only an element that waits in itself could need more. */
const MOST_ROUNDS = 100

/** Lays out the elements that waited for the size of their containing block. */
export function layOutPositioned(
  tree: LayoutTree,
  container: Box,
  waiting = () => tree.positioned,
): void {
  for (let round = 0; round < MOST_ROUNDS && waiting().size > 0; round++) {
    const elements = [...waiting().values()]
    waiting().clear()
    for (const element of elements) place(tree, container, element)
  }
}

function place(tree: LayoutTree, container: Box, { element, style, from, x, y }: Positioned): void {
  const { paddingWidth: width, paddingHeight: height } = container
  const across = insets(style, ['left', 'right'], width)
  const down = insets(style, ['top', 'bottom'], height)
  const fillsHeight = down.isBoth && px(style, 'height', height) === undefined
  const box = tree.layOut(element, style, {
    width: across.room,
    height,
    shrinksToFit: !across.isBoth,
    forcedHeight: fillsHeight ? down.room : undefined,
  })
  const aside = across.isBoth && autoOffset(box, ['left', 'right'], across.room - box.width)
  const still = positionIn(from, container)
  const left = offsetIn(across, width - box.width, box.margin.left, box.margin.right)
  const top = offsetIn(down, height - box.height, box.margin.top, box.margin.bottom)
  container.append(
    box,
    left === undefined
      ? still.x + x + box.margin.left
      : container.border.left + left + (aside || 0),
    top === undefined ? still.y + y + box.margin.top : container.border.top + top,
  )
}

interface Insets {
  readonly start: number | undefined
  readonly end: number | undefined
  readonly isBoth: boolean
  readonly room: number
}

function insets(style: Style, [before, after]: readonly [string, string], size: number): Insets {
  const [start, end] = [px(style, before, size), px(style, after, size)]
  const isBoth = start !== undefined && end !== undefined
  return { start, end, isBoth, room: Math.max(0, size - (start ?? 0) - (end ?? 0)) }
}

const offsetIn = ({ start, end }: Insets, spare: number, before: number, after: number) =>
  start !== undefined ? start + before : end !== undefined ? spare - end - after : undefined
