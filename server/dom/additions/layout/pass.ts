/**
 * Shares styles, boxes and text positions between the steps of one layout pass, each computed once.
 * Steps call each other through `lay`, which avoids circular imports.
 */
import { inner, S } from '../../internals.ts'
import { autoMargins, type Box, type Rect } from './box.ts'
import { Rules } from './rules.ts'
import { isPlain, type Style, styleOf } from './style.ts'
import { childrenOf, isElement, isText } from './tree.ts'
import type { Units } from './values.ts'

export interface Space {
  readonly width: number
  /** Undefined: the height of the content. */
  readonly height: number | undefined
  /** Border box width set by the container. */
  readonly forcedWidth?: number | undefined
  readonly forcedHeight?: number | undefined
  /** Shrinks to its content. */
  readonly fits?: boolean
}

/** A text's part of one line, in the containing border box. */
export interface Line extends Rect {
  readonly box: Box
  readonly start: number
  readonly end: number
}

/** Content widths: the longest word, and without wrapping. */
export interface Widths {
  readonly min: number
  readonly max: number
}

/** A positioned element before its containing block has a size. */
export interface Waiting {
  readonly element: Element
  readonly style: Style
  readonly from: Box
  readonly x: number
  readonly y: number
}

/** Deeper trees are cut off; parsers create none. */
const MOST_DEPTH = 500
/** Limits repeated layouts after a container has grown. */
const MOST_BOXES = 200_000

const DOCUMENT = 9

export class Pass {
  readonly boxes = new Map<Element, Box>()
  readonly lines = new Map<Text, Line[]>()
  readonly widths = new Map<Element, Widths>()
  readonly units: Units
  waiting = new Map<Element, Waiting>()
  fixed = new Map<Element, Waiting>()
  laid = 0
  depth = 0
  /** Sheets of the document's links. */
  readonly #linked: readonly CSSStyleSheet[]
  readonly lay: (pass: Pass, element: Element, style: Style, space: Space) => Box
  readonly #styles = new Map<Element, Style>()
  readonly #shared = new Map<Style, Map<string, Style>>()
  readonly #rules = new Map<Node, Rules>()
  readonly #blocks = new Map<Element, boolean>()

  constructor(units: Units, lay: Pass['lay'], linked: readonly CSSStyleSheet[] = []) {
    this.units = units
    this.#linked = linked
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
      rules = new Rules(root, root.nodeType === DOCUMENT ? this.#linked : [])
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

  /** Elements without own styles share one style per parent style. */
  #sharedStyle(element: Element, parent: Style | undefined): Style | undefined {
    if (parent === undefined || !isPlain(element)) return undefined
    if (!this.rulesOf(element.getRootNode() as Document | ShadowRoot).isEmpty) return undefined
    const known = this.#shared.get(parent) ?? new Map<string, Style>()
    this.#shared.set(parent, known)
    const style = known.get(element.localName) ?? styleOf(element, parent, this)
    known.set(element.localName, style)
    return style
  }

  /** Content to lay out, through `display: contents`. */
  content(element: Element, style: Style): { node: Node; style: Style }[] {
    const found: { node: Node; style: Style }[] = []
    for (const inTree of childrenOf(element)) {
      // Pages know forms and selects by their proxies.
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

  /** Whether it is inline; an inline element with a block is not. */
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

  wait(element: Element, style: Style, from: Box, x: number, y: number): void {
    const list = style.position === 'fixed' ? this.fixed : this.waiting
    list.set(element, { element, style, from, x, y })
  }
}

export const isOutOfFlow = ({ position }: Style): boolean =>
  position === 'absolute' || position === 'fixed'

export function placeAcross(box: Box, width: number): number {
  const auto = autoMargins(box)
  const left = width - box.width - box.margin.left - box.margin.right
  if (left <= 0 || (!auto.left && !auto.right)) return box.margin.left
  return box.margin.left + (auto.left && auto.right ? left / 2 : auto.left ? left : 0)
}
