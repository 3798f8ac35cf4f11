/**
 * Lays out blocks and lines in a column and collapses margins. Floats stack at their side; lines do
 * not flow around them. Returns the content height.
 * https://drafts.csswg.org/css2/#normal-flow
 */
import { type Box, isContext } from './box.ts'
import { type Content, Lines } from './lines.ts'
import { isOutOfFlow, type Pass, placeAcross } from './pass.ts'
import { isElement } from './tree.ts'

/** Collapsed with the margins of its content. */
export interface Outer {
  top: number
  bottom: number
}

/** Collapses touching margins: the largest positive plus the smallest negative one. */
const collapse = (one: number, other: number): number =>
  one >= 0 && other >= 0
    ? Math.max(one, other)
    : one < 0 && other < 0
      ? Math.min(one, other)
      : one + other

const outers = new WeakMap<Box, Outer>()
const outerOf = (box: Box): Outer => outers.get(box) ?? box.margin

class Flow {
  readonly #pass: Pass
  readonly #box: Box
  readonly #height: number | undefined
  readonly #floats: Floats
  #y: number
  /** Undefined while the box's own top margin is open. */
  #margin: number | undefined
  #top: number
  #started = false
  readonly #opens: boolean

  constructor(pass: Pass, box: Box, height: number | undefined) {
    this.#pass = pass
    this.#box = box
    this.#height = height
    this.#y = box.contentY
    this.#floats = new Floats(box)
    const context = isContext(box)
    this.#opens = !context && box.border.top + box.padding.top === 0
    this.#top = box.margin.top
  }

  run(content: readonly Content[]): number {
    let inline: Content[] = []
    for (const one of content) {
      const { node, style } = one
      const isBlock =
        isElement(node) && (style.float !== 'none' || !this.#pass.isInline(node, style))
      if (!isBlock || isOutOfFlow(style)) {
        inline.push(one)
        continue
      }
      this.#addLines(inline)
      inline = []
      if (style.float !== 'none') this.#addFloat(node, one)
      else this.#addBlock(node, one)
    }
    this.#addLines(inline)
    return this.#end()
  }

  #addLines(content: readonly Content[]): void {
    if (content.length === 0) return
    const top = this.#y + (this.#margin ?? 0)
    const lines = new Lines(this.#pass, this.#box, this.#box.contentX, top, this.#box.contentWidth)
    lines.add(content)
    lines.end()
    if (lines.bottom === top) return
    this.#y = lines.bottom
    this.#margin = 0
    this.#started = true
  }

  #addFloat(element: Element, { style }: Content): void {
    const space = { width: this.#box.contentWidth, height: this.#height, fits: true }
    this.#floats.add(
      this.#pass.lay(this.#pass, element, style, space),
      this.#y + (this.#margin ?? 0),
    )
  }

  #addBlock(element: Element, { style }: Content): void {
    const width = this.#box.contentWidth
    const box = this.#pass.lay(this.#pass, element, style, { width, height: this.#height })
    const outer = outerOf(box)
    if (style.values.clear && style.values.clear !== 'none') this.#clear()
    const x = this.#box.contentX + placeAcross(box, width)
    if (!this.#started && this.#opens) {
      // The margin collapses with the box's own.
      this.#top = collapse(this.#top, outer.top)
      this.#margin = 0
    } else this.#y += this.#margin === undefined ? outer.top : collapse(this.#margin, outer.top)
    this.#box.put(box, x, this.#y)
    const isEmpty = box.height === 0 && !isContext(box)
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
      !isContext(box) && box.border.bottom + box.padding.bottom === 0 && this.#height === undefined
    outers.set(box, {
      top: this.#opens ? this.#top : box.margin.top,
      bottom: closes ? collapse(box.margin.bottom, below) : box.margin.bottom,
    })
    const bottom = this.#y + (closes ? 0 : below)
    box.inkBottom = this.#floats.bottom
    return Math.max(
      0,
      (isContext(box) ? Math.max(bottom, this.#floats.bottom) : bottom) - box.contentY,
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
    const whole = box.margin.left + box.width + box.margin.right
    if (y >= this.bottom) this.#begin(y)
    else if (this.#left + this.#right + whole > contentWidth + 0.01) this.#begin(this.bottom)
    const isLeft = box.style.float !== 'right' && box.style.float !== 'inline-end'
    const x = isLeft ? this.#left : contentWidth - this.#right - whole
    if (isLeft) this.#left += whole
    else this.#right += whole
    this.#box.put(box, contentX + x + box.margin.left, this.#row + box.margin.top)
    this.bottom = Math.max(this.bottom, this.#row + box.margin.top + box.height + box.margin.bottom)
  }

  #begin(y: number): void {
    this.#row = y
    this.#left = 0
    this.#right = 0
  }
}

/** @param height The declared content height, the base of percentages. */
export function layFlow(pass: Pass, box: Box, height: number | undefined): number {
  return new Flow(pass, box, height).run(pass.content(box.element, box.style))
}
