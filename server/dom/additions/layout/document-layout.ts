/**
 * Caches the layout of the document, and returns the rectangles of its elements and texts, for
 * `layout.ts`, computed styles and observers.
 */

import { SVG } from '../../../html/names.ts'
import { length, partsOf } from '../../css/lengths.ts'
import type { Style } from '../../css/style.ts'
import { flatParentOf, type StyleTree, stylesNow } from '../../css/style-tree.ts'
import { isInDropDown } from '../../css/visibility.ts'
import { S } from '../../internals.ts'
import { perPage } from '../../isolation/page-state.ts'
import { atNextChange } from '../../next-change.ts'
import { layOut } from './element-box.ts'
import { layOutPositioned } from './flow.ts'
import { Box, LayoutTree, NO_EDGES, positionIn } from './layout-tree.ts'
import { type Rect, union } from './rects.ts'
import { svgBoundingBox, viewBoxOf } from './svg.ts'

/** Boxes of a page that are laid out after each change. */
const FREE_BOXES = 100_000

class DocumentLayout {
  #current: LayoutTree | undefined
  #isStale = true
  /** Boxes of all layouts. */
  #boxes = 0
  /** Changes since the current layout. */
  #changes = 0
  #isListening = false
  #isUnderWay = false
  listeners: (() => void)[] = []

  /**
   * After FREE_BOXES, a layout outlives as many changes as it has boxes: alternate writes and reads
   * cost no quadratic time.
   */
  get current(): LayoutTree {
    if (this.#current && !this.#isStale) return this.#current
    if (!this.#current || this.#boxes <= FREE_BOXES || this.#changes >= this.#current.boxCount) {
      this.#current = this.#layOut()
      this.#boxes += this.#current.boxCount
      this.#changes = 0
      this.#isStale = false
    }
    this.#listen()
    return this.#current
  }

  #layOut(): LayoutTree {
    this.#isUnderWay = true
    try {
      return layOutDocument(document, stylesNow())
    } finally {
      this.#isUnderWay = false
    }
  }

  begin(): void {
    if (!this.#isUnderWay) this.#current = this.current
  }

  #listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    atNextChange(() => {
      this.#isListening = false
      this.#isStale = true
      this.#changes++
      const calls = this.listeners
      this.listeners = []
      if (this === layout()) for (const call of calls) call()
    })
  }
}

const layout = perPage(() => new DocumentLayout())

export const beginLayout = (): void => layout().begin()

/** @param call Called once. */
export const onNextLayoutChange = (call: () => void): unknown => layout().listeners.push(call)

function layOutDocument(document: Document, styles: StyleTree): LayoutTree {
  const { innerWidth: width, innerHeight: height } = window
  const tree = new LayoutTree(styles, layOut)
  const root = document.documentElement
  if (!root) return tree
  const style = tree.style(root, undefined)
  if (style.display === 'none') return tree
  const html = layOut(tree, root, style, { width, height })
  html.x = html.margin.left
  html.y = html.margin.top
  // The initial containing block is the first screen.
  const screen = new Box(root, style, width, NO_EDGES)
  screen.width = width
  screen.height = height
  screen.append(html, html.x, html.y)
  layOutPositioned(tree, screen)
  layOutPositioned(tree, screen, () => tree.fixed)
  return tree
}

export function boxOf(element: Element): Box | undefined {
  if (!element.isConnected || element.ownerDocument !== document) return undefined
  return layout().current.boxes.get(element[S.proxy] ?? element)
}

function translationOf(style: Style, box: Rect): { x: number; y: number } {
  const { units } = style
  const [transform, translate] = [style.get('transform'), style.get('translate')]
  if (transform === 'none' && translate === 'none') return { x: 0, y: 0 }
  const offsets = translate === 'none' ? [] : partsOf(translate)
  let x = length(offsets[0], units, box.width) ?? 0
  let y = length(offsets[1], units, box.height) ?? 0
  for (const [, name = '', args = ''] of transform.matchAll(
    /(translate(?:X|Y|3d)?)\(((?:[^()]|\([^()]*\))*)\)/gi,
  )) {
    const [first, second] = partsOf(args, ',').map((part) => part.trim())
    if (name === 'translateY') y += length(first, units, box.height) ?? 0
    else {
      x += length(first, units, box.width) ?? 0
      y += length(second, units, box.height) ?? 0
    }
  }
  return { x, y }
}

function originOf(box: Box): { x: number; y: number } {
  let [x, y] = [0, 0]
  let fixed = false
  for (let ancestor: Box | undefined = box; ancestor; ancestor = ancestor.parent) {
    const by = translationOf(ancestor.style, ancestor)
    x += ancestor.x + by.x
    y += ancestor.y + by.y
    if (ancestor.style.position === 'fixed') fixed = true
    if (ancestor.parent && ancestor !== box && ancestor.element.localName !== 'html') {
      x -= ancestor.element.scrollLeft
      y -= ancestor.element.scrollTop
    }
  }
  return fixed ? { x, y } : { x: x - window.scrollX, y: y - window.scrollY }
}

/** The position without transforms and scrolling, for offsets. */
export function pagePosition(box: Box): { x: number; y: number } {
  const { x, y } = positionIn(box)
  const first = box.fragments?.[0]
  return first ? { x: x + first.x, y: y + first.y } : { x, y }
}

export function rectsOf(element: Element): Rect[] {
  if (element.namespaceURI === SVG && element.localName !== 'svg') return rectsInSvg(element)
  const box = boxOf(element)
  if (!box) return []
  const { x, y } = originOf(box)
  const fragments = box.fragments ?? [{ x: 0, y: 0, width: box.width, height: box.height }]
  return fragments.map((part) => ({ ...part, x: x + part.x, y: y + part.y }))
}

function rectsInSvg(element: Element): Rect[] {
  const svg = element.closest('svg')
  const [outer] = svg && svg !== element ? rectsOf(svg) : []
  const inner = outer && svgBoundingBox(element)
  if (!svg || !outer || !inner) return []
  const { x, y, width, height } = viewBoxOf(svg) ?? { ...outer, x: 0, y: 0 }
  const scale = Math.min(outer.width / (width || 1), outer.height / (height || 1))
  return [
    {
      x: outer.x + (outer.width - width * scale) / 2 + (inner.x - x) * scale,
      y: outer.y + (outer.height - height * scale) / 2 + (inner.y - y) * scale,
      width: inner.width * scale,
      height: inner.height * scale,
    },
  ]
}

/** The rectangles of a part of a text. Characters of a fragment have equal widths. */
export function textRects(node: Text, start: number, end: number): Rect[] {
  if (!node.isConnected || node.ownerDocument !== document) return []
  return (layout().current.textFragments.get(node) ?? []).flatMap((fragment) => {
    const from = Math.max(start, fragment.start)
    const to = Math.min(end, fragment.end)
    if (from > to || (from === to && start !== end)) return []
    const { x, y } = originOf(fragment.box)
    const characterWidth = fragment.width / Math.max(1, fragment.end - fragment.start)
    return [
      {
        x: x + fragment.x + (from - fragment.start) * characterWidth,
        y: y + fragment.y,
        width: (to - from) * characterWidth,
        height: fragment.height,
      },
    ]
  })
}

export function sizeOf(element: Element): { width: number; height: number } {
  const isHere = element.isConnected && element.ownerDocument === document
  const box = boxOf(element) ?? (isHere ? skippedBoxOf(layout().current, element) : undefined)
  if (!box?.fragments) return box ?? { width: 0, height: 0 }
  return union(box.fragments) ?? { width: 0, height: 0 }
}

const WITHOUT_LAYOUT = /^(?:option|optgroup|col|colgroup)$/

/**
 * Lays out a box that the layout skips when a script asks for its size: inside a closed `details`
 * or a `select`, and columns. No other box changes.
 */
function skippedBoxOf(tree: LayoutTree, element: Element): Box | undefined {
  if (WITHOUT_LAYOUT.test(element.localName)) {
    return isInDropDown(element) ? undefined : listedBoxOf(tree, element)
  }
  let child = element
  for (let parent = flatParentOf(element); parent; child = parent, parent = flatParentOf(parent)) {
    const box = tree.boxes.get(parent)
    if (!box) continue
    const isClosed = parent.localName === 'details' && !parent.hasAttribute('open')
    const style = tree.styles.of(child)
    if (!isClosed || style.display === 'none') return undefined
    layOut(tree, child, style, { width: box.contentWidth, height: undefined })
    return tree.boxes.get(element)
  }
  return undefined
}

/** An option is as wide as its list, and a column as high as its table. */
function listedBoxOf(tree: LayoutTree, element: Element): Box | undefined {
  const whole = element.closest('select,table')
  const outer = whole && tree.boxes.get(whole)
  const style = tree.styles.of(element)
  if (!outer || style.display === 'none') return undefined
  const box = new Box(element, style, outer.contentWidth)
  box.parent = outer
  box.width = outer.contentWidth
  box.height = whole.localName === 'table' ? outer.height : style.lineHeight
  return box
}

/** The extent of a box and its content, from its padding box. */
export function scrollSize(box: Box): { width: number; height: number } {
  const { left, top } = box.border
  let { paddingWidth: width, paddingHeight: height } = box
  const scrolls = box.style.get('overflow-y') !== 'visible'
  const reach = (inside: Box, x: number, y: number) => {
    const clips = inside !== box && inside.style.get('overflow-y') !== 'visible'
    if (inside !== box) {
      const by = translationOf(inside.style, inside)
      const bounds = union(inside.fragments ?? []) ?? { ...inside, x: 0, y: 0 }
      width = Math.max(width, x + by.x + bounds.x + bounds.width - left)
      height = Math.max(height, y + by.y + bounds.y + bounds.height - top)
    }
    if (clips) return
    height = Math.max(
      height,
      y + inside.inkBottom - top + (inside === box && scrolls ? box.padding.bottom : 0),
    )
    width = Math.max(width, x + inside.inkRight - left)
    for (const child of inside.children)
      if (child.style.position !== 'fixed') reach(child, x + child.x, y + child.y)
  }
  reach(box, 0, 0)
  return { width, height }
}
