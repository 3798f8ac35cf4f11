/** Breaks text and inline boxes into lines on one baseline. `flow.ts` calls it. */

import { ascent, descent, isWide } from '../../css/lengths.ts'
import type { Style } from '../../css/style.ts'
import { intrinsicOf, keepsSpaces, widthIn, wraps } from './intrinsic-sizes.ts'
import {
  Box,
  isElement,
  isOutOfFlow,
  type LayoutTree,
  type StyledNode,
  type TextFragment,
} from './layout-tree.ts'

/** A part of the line, placed when the line ends. */
interface Piece {
  x: number
  readonly width: number
  /** Extent above and below the baseline. */
  readonly above: number
  readonly below: number
  place(x: number, top: number, base: number): void
}

export class Lines {
  readonly #tree: LayoutTree
  readonly #box: Box
  readonly #left: number
  readonly #width: number
  readonly #strut: Piece
  #pieces: Piece[] = []
  #x = 0
  #y: number
  #spaceBefore = true
  #open: { box: Box; start: number }[] = []
  /** Whether the line holds more than spaces. */
  #isFilled = false

  constructor(tree: LayoutTree, box: Box, top: number) {
    this.#tree = tree
    this.#box = box
    this.#left = box.contentX
    this.#width = box.contentWidth
    this.#y = top
    this.#strut = { x: 0, width: 0, ...reach(box.style), place() {} }
  }

  get bottom(): number {
    return this.#y
  }

  add(content: readonly StyledNode[]): void {
    for (const { node, style } of content) {
      if (!isElement(node)) this.#addText(node as Text, style)
      else if (isOutOfFlow(style))
        this.#tree.deferPositioned(node, style, this.#box, [this.#left + this.#x, this.#y])
      else if (node.localName === 'br') this.#break()
      else if (style.display === 'inline' && !intrinsicOf(node, style)) this.#addInline(node, style)
      else this.#addBox(node, style)
    }
  }

  end(): void {
    if (this.#isFilled) this.#break()
  }

  #addInline(element: Element, style: Style): void {
    const box = new Box(element, style, this.#width)
    if (this.#tree.isTooDeep) return
    box.fragments = []
    box.parent = this.#box
    this.#box.children.push(box)
    this.#tree.boxes.set(element, box)
    this.#x += box.margin.left
    const open = { box, start: this.#x }
    this.#x += box.contentX
    if (box.horizontalEdges > 0) this.#isFilled = true
    this.#open.push(open)
    this.#tree.depth++
    this.add(this.#tree.content(element, style))
    this.#tree.depth--
    this.#x += box.padding.right + box.border.right
    this.#close(open)
    this.#open.pop()
    this.#x += box.margin.right
  }

  #close({ box, start }: { box: Box; start: number }): void {
    const width = this.#x - start
    const { fontSize } = box.style
    const above = ascent(fontSize)
    const height = above + descent(fontSize) + box.verticalEdges
    this.#pieces.push({
      x: start,
      width,
      ...(width > 0 ? reach(box.style) : { above: 0, below: 0 }),
      place(x, _, base) {
        box.fragments?.push({ x, y: base - above - box.contentY, width, height })
      },
    })
  }

  #addBox(element: Element, style: Style): void {
    const width = this.#width
    const box = this.#tree.layOut(element, style, {
      width,
      height: undefined,
      shrinksToFit: true,
    })
    const whole = box.outerWidth
    const isFull = this.#x + whole > width + 0.01 && this.#x > 0
    if (isFull && this.#isFilled && wraps(this.#box.style)) this.#break()
    this.#isFilled = true
    this.#spaceBefore = false
    const above = box.margin.top + (box.baseline ?? box.height + box.margin.bottom)
    this.#pieces.push({
      x: this.#x,
      width: whole,
      above,
      below: box.outerHeight - above,
      place: (x, _, base) =>
        this.#box.append(box, x + box.margin.left, base - above + box.margin.top),
    })
    this.#x += whole
  }

  #addText(node: Text, style: Style): void {
    const data = node.data ?? ''
    const words = /^pre/.test(style.whiteSpace) ? PRE : WORDS
    const folds = wraps(style)
    this.#tree.textFragments.set(node, [])
    let run: { start: number; end: number; width: number } | undefined
    const flush = () => {
      if (run) this.#addRun(node, style, run)
      run = undefined
    }
    for (const { 0: word, index } of data.matchAll(words)) {
      if (word === '\n' && words === PRE) {
        flush()
        this.#break()
        continue
      }
      const isSpace = /^[ \t\n\r\f]/.test(word) && !keepsSpaces(style)
      if (isSpace && this.#spaceBefore) continue
      for (const part of isSpace || !hasWide(word) ? [word] : word) {
        const width = widthIn(style, isSpace ? ' ' : part)
        if (folds && !isSpace && this.#x + width > this.#width + 0.01 && this.#x > 0) {
          flush()
          if (this.#isFilled) this.#break()
        }
        run ??= { start: index, end: index, width: 0 }
        run.end = index + word.length
        run.width += width
        this.#x += width
      }
      this.#spaceBefore = isSpace
      if (!isSpace) this.#isFilled = true
    }
    flush()
  }

  #addRun(node: Text, style: Style, run: { start: number; end: number; width: number }): void {
    const { fontSize } = style
    const [up, height] = [ascent(fontSize), ascent(fontSize) + descent(fontSize)]
    const { width, start, end } = run
    const fragments = this.#tree.textFragments
    const box = this.#box
    this.#pieces.push({
      x: this.#x - width,
      width,
      ...reach(style),
      place(x, _, base) {
        const fragment: TextFragment = { box, x, y: base - up, width, height, start, end }
        fragments.get(node)?.push(fragment)
      },
    })
  }

  #break(): void {
    for (const open of this.#open) this.#close(open)
    const pieces = this.#pieces
    const above = Math.max(this.#strut.above, ...pieces.map((piece) => piece.above))
    const below = Math.max(this.#strut.below, ...pieces.map((piece) => piece.below))
    const spare = Math.max(0, this.#width - this.#x)
    const { textAlign } = this.#box.style
    const shift =
      textAlign === 'center' || textAlign === '-webkit-center'
        ? spare / 2
        : textAlign === 'right' || textAlign === 'end'
          ? spare
          : 0
    for (const piece of pieces) piece.place(this.#left + piece.x + shift, this.#y, this.#y + above)
    this.#box.baseline = this.#y + above
    this.#box.inkRight = Math.max(this.#box.inkRight, this.#left + this.#x)
    this.#y += above + below
    this.#pieces = []
    this.#x = 0
    this.#isFilled = false
    this.#spaceBefore = true
    for (const open of this.#open) open.start = 0
  }
}

const WORDS = /[ \t\n\r\f]+|[^ \t\n\r\f-]+-?|-+/g
const PRE = /\n|[ \t\r\f]+|[^ \t\n\r\f-]+-?|-+/g
const hasWide = (word: string): boolean => /[^\0-\u10ff]/.test(word) && isWide(word)

function reach({ fontSize, lineHeight }: Style): { above: number; below: number } {
  const [up, down] = [ascent(fontSize), descent(fontSize)]
  const lead = (lineHeight - up - down) / 2
  const above = Math.floor(up + lead)
  return { above, below: lineHeight - above }
}
