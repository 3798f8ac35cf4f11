/**
 * One pass over the page: what its steps share. In: the document and the window's size. Out: styles and boxes by element, places
 * of texts, each found once. The steps call each other through `lay`, so that no file of them imports in a circle.
 */
import { inner, S } from '../../internals.ts'
import { autoMargins, type Box, type Rect } from './box.ts'
import { Rules } from './rules.ts'
import { isPlain, type Style, styleOf } from './style.ts'
import { childrenOf, isElement, isText } from './tree.ts'
import type { Units } from './values.ts'

/** What a box is laid out in. */
export interface Space {
  readonly width: number
  /** Undefined: as high as what it will hold. */
  readonly height: number | undefined
  /** The size of the border box, where what it stands in decides. */
  readonly forcedWidth?: number | undefined
  readonly forcedHeight?: number | undefined
  /** No wider than its content. */
  readonly fits?: boolean
}

/** The part of a text on one line, in the border box of what holds the line. */
export interface Line extends Rect {
  readonly box: Box
  readonly start: number
  readonly end: number
}

/** Widths of content: of its longest word, and without any wrapping. */
export interface Widths {
  readonly min: number
  readonly max: number
}

/** A positioned element that waits for what it is positioned in. */
export interface Waiting {
  readonly element: Element
  readonly style: Style
  /** Where it would stand otherwise. */
  readonly from: Box
  readonly x: number
  readonly y: number
}

/** Deeper trees are cut off: a parser makes none. */
const MOST_DEPTH = 500
/** A box may be laid out anew when what it stands in has grown, up to so many boxes in all. */
const MOST_BOXES = 200_000

export class Pass {
  readonly boxes = new Map<Element, Box>()
  readonly lines = new Map<Text, Line[]>()
  readonly widths = new Map<Element, Widths>()
  readonly units: Units
  /** Those of the box that is being laid out, the innermost that positions. */
  waiting = new Map<Element, Waiting>()
  fixed = new Map<Element, Waiting>()
  laid = 0
  depth = 0
  readonly lay: (pass: Pass, element: Element, style: Style, space: Space) => Box
  readonly #styles = new Map<Element, Style>()
  readonly #shared = new Map<Style, Map<string, Style>>()
  readonly #rules = new Map<Node, Rules>()
  readonly #blocks = new Map<Element, boolean>()

  constructor(units: Units, lay: Pass['lay']) {
    this.units = units
    this.lay = lay
  }

  get mayRepeat(): boolean {
    return this.laid < MOST_BOXES
  }

  get isTooDeep(): boolean {
    return this.depth > MOST_DEPTH
  }

  rulesOf(root: Document | ShadowRoot): Rules {
    let rules = this.#rules.get(root)
    if (!rules) {
      rules = new Rules(root)
      this.#rules.set(root, rules)
    }
    return rules
  }

  style(element: Element, parent: Style | undefined): Style {
    let style = this.#styles.get(element)
    if (!style) {
      style = this.#sharedStyle(element, parent) ?? styleOf(element, parent, this)
      this.#styles.set(element, style)
    }
    return style
  }

  /** Elements of a kind with nothing of their own look alike in one parent's style. */
  #sharedStyle(element: Element, parent: Style | undefined): Style | undefined {
    if (parent === undefined || !isPlain(element)) return undefined
    if (!this.rulesOf(element.getRootNode() as Document | ShadowRoot).isEmpty) return undefined
    const known = this.#shared.get(parent) ?? new Map<string, Style>()
    this.#shared.set(parent, known)
    const style = known.get(element.localName) ?? styleOf(element, parent, this)
    known.set(element.localName, style)
    return style
  }

  /** What is laid out in an element, with `display: contents` looked through. */
  content(element: Element, style: Style): { node: Node; style: Style }[] {
    const found: { node: Node; style: Style }[] = []
    for (const inTree of childrenOf(element)) {
      // Forms and lists of choices are known to pages by another object than the tree has.
      const node = inner(inTree)[S.proxy] ? (inner(inTree)[S.proxy] as unknown as Node) : inTree
      if (isText(node)) found.push({ node, style })
      else if (isElement(node)) {
        const own = this.style(node, style)
        if (own.display === 'contents' && this.depth < MOST_DEPTH) {
          this.depth++
          found.push(...this.content(node, own))
          this.depth--
        } else if (own.display !== 'none') found.push({ node, style: own })
      }
    }
    return found
  }

  /** Whether it stands in lines; what holds a block does not. */
  isInline(element: Element, style: Style): boolean {
    if (isOutOfFlow(style) || style.float !== 'none') return false
    if (style.display.startsWith('inline-')) return true
    return style.display === 'inline' && !this.#holdsBlock(element, style)
  }

  #holdsBlock(element: Element, style: Style): boolean {
    const known = this.#blocks.get(element)
    if (known !== undefined) return known
    this.#blocks.set(element, false)
    if (this.isTooDeep) return false
    this.depth++
    const holds = this.content(element, style).some(
      ({ node, style: own }) =>
        isElement(node) && !isOutOfFlow(own) && own.float === 'none' && !this.isInline(node, own),
    )
    this.depth--
    this.#blocks.set(element, holds)
    return holds
  }

  /** Leaves a positioned element to what it is positioned in. */
  wait(element: Element, style: Style, from: Box, x: number, y: number): void {
    const list = style.position === 'fixed' ? this.fixed : this.waiting
    list.set(element, { element, style, from, x, y })
  }
}

export const isOutOfFlow = ({ position }: Style): boolean =>
  position === 'absolute' || position === 'fixed'

/** Where a box begins in a width, by its margins. */
export function placeAcross(box: Box, width: number): number {
  const auto = autoMargins(box)
  const left = width - box.width - box.margin.left - box.margin.right
  if (left <= 0 || (!auto.left && !auto.right)) return box.margin.left
  return box.margin.left + (auto.left && auto.right ? left / 2 : auto.left ? left : 0)
}
