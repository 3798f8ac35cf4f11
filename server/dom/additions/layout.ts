/**
 * Adds sizes and positions of elements, ranges and drawings, by a box model that is the same
 * everywhere: one font, images of their declared or a nominal size.
 * happy-dom's boxes are zero: capricorn86/happy-dom#1416, #2222, #2145.
 */
import { HappyDOM } from '#happy-dom'
import { textWidth } from '../css/lengths.ts'
import { flatParentOf, layout } from '../css/style-tree.ts'
import { isVisible } from '../css/visibility.ts'
import { define, ELEMENT, type InnerWindow, S, TEXT } from '../internals.ts'
import {
  beginLayout,
  boxOf,
  pagePosition,
  rectsOf,
  scrollSize,
  sizeOf,
  textRects,
} from './layout/document-layout.ts'
import { intrinsicOf } from './layout/intrinsic-sizes.ts'
import { type Rect, union } from './layout/rects.ts'
import { svgBoundingBox, textSize } from './layout/svg.ts'

const NO_RECT: Rect = { x: 0, y: 0, width: 0, height: 0 }
const round = Math.round

/** https://drafts.csswg.org/cssom-view/ */
export function installLayout(window: InnerWindow): void {
  const { Element, HTMLElement, Range } = window
  const rect = ({ x, y, width, height }: Rect) => new window.DOMRect(x, y, width, height)
  const list = (rects: readonly Rect[]) => {
    const domRects = new HappyDOM.DOMRectList(S.illegalConstructor)
    for (const bounds of rects) domRects.push(rect(bounds))
    return domRects
  }
  define(Element.prototype, {
    getBoundingClientRect(this: Element) {
      return rect(union(rectsOf(this)) ?? NO_RECT)
    },
    getClientRects(this: Element) {
      return list(rectsOf(this))
    },
    checkVisibility(this: Element, options?: CheckVisibilityOptions) {
      return isVisible(this, options)
    },
  })
  getters(Element.prototype, {
    clientWidth: (element) => round(clientSize(element).width),
    clientHeight: (element) => round(clientSize(element).height),
    clientTop: (element) => round(blockOf(element)?.border.top ?? 0),
    clientLeft: (element) => round(blockOf(element)?.border.left ?? 0),
    scrollWidth: (element) => round(scrollSizeOf(element).width),
    scrollHeight: (element) => round(scrollSizeOf(element).height),
  })
  getters(HTMLElement.prototype, {
    offsetWidth: (element) => round(sizeOf(element).width),
    offsetHeight: (element) => round(sizeOf(element).height),
    offsetTop: (element) => round(offsetOf(element).y),
    offsetLeft: (element) => round(offsetOf(element).x),
    offsetParent,
  })
  for (const name of ['clientWidth', 'clientHeight', 'clientTop', 'clientLeft']) {
    Reflect.deleteProperty(HTMLElement.prototype, name)
  }
  define(Range.prototype, {
    getBoundingClientRect(this: Range) {
      return rect(union(rectsOfRange(this)) ?? NO_RECT)
    },
    getClientRects(this: Range) {
      return list(rectsOfRange(this))
    },
  })
  installSvgGeometry(rect)
  installHitTesting(window)
  layout.begin = beginLayout
}

const isRoot = (element: Element): boolean => element === document.documentElement

const blockOf = (element: Element) => {
  const box = boxOf(element)
  const isInline = box?.style.display === 'inline' && !intrinsicOf(element, box.style)
  return isInline ? undefined : box
}

function clientSize(element: Element): { width: number; height: number } {
  if (isRoot(element)) return { width: window.innerWidth, height: window.innerHeight }
  const box = blockOf(element)
  if (!box) return NO_RECT
  return { width: box.paddingWidth, height: box.paddingHeight }
}

function scrollSizeOf(element: Element): { width: number; height: number } {
  const box = blockOf(element)
  if (!box) return isRoot(element) ? clientSize(element) : NO_RECT
  const size = scrollSize(box)
  if (!isRoot(element)) return size
  const { x, y } = pagePosition(box)
  return {
    width: Math.max(window.innerWidth, size.width + x),
    height: Math.max(window.innerHeight, size.height + y + box.margin.bottom),
  }
}

const TABLES = /^(?:td|th|table)$/

function offsetParent(element: Element): Element | null {
  const box = boxOf(element)
  if (!box || element === document.body || isRoot(element) || box.style.position === 'fixed')
    return null
  const isStatic = box.style.position === 'static'
  for (let ancestor = flatParentOf(element); ancestor; ancestor = flatParentOf(ancestor)) {
    if (ancestor === document.body) return ancestor
    const style = boxOf(ancestor)?.style
    if (style && (style.position !== 'static' || style.get('transform') !== 'none')) return ancestor
    if (isStatic && TABLES.test(ancestor.localName)) return ancestor
  }
  return null
}

function offsetOf(element: Element): { x: number; y: number } {
  const box = boxOf(element)
  if (!box) return NO_RECT
  const { x, y } = pagePosition(box)
  const parent = offsetParent(element)
  const outer = parent && parent !== document.body ? boxOf(parent) : undefined
  if (!outer) return element === document.body ? NO_RECT : { x, y }
  const from = pagePosition(outer)
  return { x: x - from.x - outer.border.left, y: y - from.y - outer.border.top }
}

function rectsOfRange(range: Range): Rect[] {
  const { startContainer, endContainer, startOffset, endOffset, commonAncestorContainer } = range
  if (commonAncestorContainer.nodeType === TEXT)
    return textRects(commonAncestorContainer as Text, startOffset, endOffset)
  const rects: Rect[] = []
  const visit = (node: Node) => {
    if (!range.intersectsNode(node)) return
    if (node.nodeType === TEXT) {
      const start = node === startContainer ? startOffset : 0
      const end = node === endContainer ? endOffset : (node as Text).data.length
      rects.push(...textRects(node as Text, start, end))
    } else if (node.nodeType === ELEMENT && node.childNodes.length === 0)
      rects.push(...rectsOf(node as Element))
    else for (const child of node.childNodes) visit(child)
  }
  visit(commonAncestorContainer)
  return rects
}

function installSvgGeometry(rect: (of: Rect) => DOMRect): void {
  define(HappyDOM.SVGGraphicsElement.prototype, {
    getBBox(this: Element) {
      return rect((this.isConnected && svgBoundingBox(this)) || NO_RECT)
    },
  })
  const textOf = (element: Element) => element.textContent?.trim() ?? ''
  define(HappyDOM.SVGTextContentElement.prototype, {
    getComputedTextLength(this: Element) {
      return textWidth(textOf(this), textSize(this))
    },
    getNumberOfChars(this: Element) {
      return textOf(this).length
    },
    getSubStringLength(this: Element, start: number, count: number) {
      return textWidth(textOf(this).slice(start, start + count), textSize(this))
    },
  })
}

/** Finds the element at a point: the deepest, and of equals the last. */
function installHitTesting(window: InnerWindow): void {
  function elementsFromPoint(this: Document | ShadowRoot, x: number, y: number): Element[] {
    if (!(x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight)) return []
    const elements = [...this.querySelectorAll('*')].filter((element) =>
      rectsOf(element).some((r) => x >= r.x && y >= r.y && x < r.x + r.width && y < r.y + r.height),
    )
    const root = window.document.documentElement
    return this === window.document && !elements.includes(root)
      ? [...elements.reverse(), root]
      : elements.reverse()
  }
  const methods = {
    elementsFromPoint,
    elementFromPoint(this: Document | ShadowRoot, x: number, y: number) {
      return elementsFromPoint.call(this, x, y)[0] ?? null
    },
  }
  define(window.Document.prototype, methods)
  define(window.ShadowRoot.prototype, methods)
}

function getters(
  prototype: object,
  values: Readonly<Record<string, (element: Element) => unknown>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    define<Element>(prototype, {
      get [name]() {
        return value(this)
      },
    })
  }
}
