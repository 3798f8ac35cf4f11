/**
 * Reads and sets text as it is shown, without hidden elements and with white space collapsed.
 * https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute
 * happy-dom joins the texts of elements: capricorn86/happy-dom#1914. An addition: needs a layout.
 */
import { SVG } from '../../html/names.ts'
import type { Style } from '../css/style.ts'
import { styleOf } from '../css/style-tree.ts'
import { define, ELEMENT, type InnerWindow, TEXT } from '../internals.ts'

/** Elements whose content is not rendered as text. */
const EMPTY =
  /^(?:textarea|input|img|iframe|video|audio|canvas|object|meter|progress|script|style)$/
const BLOCKS = /^(?:block|flex|grid|table|table-caption)$/
const CAPITALS = /(^|[^\p{L}\p{N}_'’])(\p{L})/gu

/** Collects rendered text. White space collapses across the ends of elements. */
class Shown {
  #text = ''
  #isAtLineStart = true
  /** Line breaks before the next text. */
  #lines = 0
  #isAtStart = false
  /** A collapsible space before the next text. */
  #space = ''

  breakLines(count: number): void {
    this.#space = ''
    if (this.#text !== '') this.#lines = Math.max(this.#lines, count)
  }

  add(characters: string): void {
    this.#text += '\n'.repeat(this.#lines) + this.#space + characters
    this.#isAtLineStart = characters.endsWith('\n') || characters.endsWith('\t')
    this.#lines = 0
    this.endBox()
  }

  /** An image, control or box keeps the space before it, and none at its own ends. */
  addBox(): void {
    this.#text += this.#space
    this.endBox()
    this.#isAtStart = true
    this.#isAtLineStart = false
  }

  endBox(): void {
    this.#space = ''
    this.#isAtStart = false
  }

  endLine(mark: '\n' | '\t'): void {
    this.#space = ''
    this.add(mark)
  }

  addCollapsed(characters: string): void {
    for (const word of characters.match(/ |[^ ]+/g) ?? []) {
      if (word !== ' ') this.add(word)
      else if (this.#lines === 0 && !this.#isAtStart && !this.#isAtLineStart) this.#space = ' '
    }
  }

  toString(): string {
    return this.#text
  }
}

const isHidden = (style: Style): boolean => /^(?:hidden|collapse)$/.test(style.get('visibility'))

const isClosed = (element: Element): boolean =>
  element.localName === 'details' && !element.hasAttribute('open')

function addText(shown: Shown, data: string, style: Style): void {
  if (isHidden(style)) return
  const space = style.whiteSpace
  const rendered = transformed(data, style.get('text-transform'))
  if (/^(?:pre|pre-wrap|break-spaces)$/.test(space)) {
    if (rendered !== '') shown.add(rendered)
  } else if (space === 'pre-line') {
    for (const [at, line] of rendered.split('\n').entries()) {
      if (at > 0) shown.endLine('\n')
      shown.addCollapsed(line.replace(/[ \t\r\f]+/g, ' '))
    }
  } else shown.addCollapsed(rendered.replace(/[ \t\n\r\f]+/g, ' '))
}

function transformed(data: string, textTransform: string): string {
  if (textTransform === 'uppercase') return data.toUpperCase()
  if (textTransform === 'lowercase') return data.toLowerCase()
  if (textTransform !== 'capitalize') return data
  return data.replace(
    CAPITALS,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

/** Whether text in the element is drawn: in SVG, titles of icons are not. */
const isDrawn = (element: Element): boolean =>
  element.namespaceURI !== SVG ||
  (element.closest('text') !== null && !/^(?:title|desc)$/.test(element.localName))

function addInside(shown: Shown, element: Element, style: Style): void {
  if (EMPTY.test(element.localName)) {
    shown.addBox()
    shown.endBox()
    return
  }
  const summary = isClosed(element) ? element.querySelector(':scope > summary') : undefined
  for (const node of element.childNodes) {
    if (summary !== undefined && node !== summary) continue
    if (node.nodeType === TEXT && isDrawn(element)) addText(shown, (node as Text).data, style)
    else if (node.nodeType === ELEMENT) addElement(shown, node as Element)
  }
}

function linesAround(element: Element, style: Style): number {
  if (isHidden(style)) return 0
  if (element.namespaceURI === SVG) return element.localName === 'text' ? 1 : 0
  return element.localName === 'p' ? 2 : BLOCKS.test(style.display) ? 1 : 0
}

function addElement(shown: Shown, element: Element): void {
  const style = styleOf(element)
  const { display } = style
  if (display === 'none' || element.localName === 'noscript') return
  if (element.localName === 'br') {
    shown.endLine('\n')
    return
  }
  const isBox =
    /^inline-/.test(display) || (element.namespaceURI === SVG && element.localName === 'svg')
  if (isBox && !EMPTY.test(element.localName)) {
    shown.addBox()
    addInside(shown, element, style)
    shown.endBox()
    return
  }
  const lines = linesAround(element, style)
  if (lines > 0) shown.breakLines(lines)
  addInside(shown, element, style)
  if (lines > 0) shown.breakLines(lines)
  if (display === 'table-cell' && element.nextElementSibling) shown.endLine('\t')
  if (display === 'table-row') shown.breakLines(1)
}

function shownText(element: HTMLElement): string {
  const style = element.isConnected ? styleOf(element) : undefined
  let isShown = style !== undefined
  for (
    let ancestor: Element | null = element;
    ancestor && isShown;
    ancestor = ancestor.parentElement
  ) {
    isShown = styleOf(ancestor).display !== 'none'
    if (
      ancestor.parentElement &&
      isClosed(ancestor.parentElement) &&
      ancestor.localName !== 'summary'
    )
      return ''
  }
  if (!style || !isShown) return element.textContent ?? ''
  const shown = new Shown()
  addInside(shown, element, style)
  return shown.toString()
}

function lines(value: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const [at, line] of value.split(/\r\n|\n|\r/).entries()) {
    if (at > 0) fragment.append(document.createElement('br'))
    if (line !== '') fragment.append(line)
  }
  return fragment
}

/** Replaces an element by nodes. Text joins that of its neighbours. */
function replace(element: HTMLElement, fragment: DocumentFragment): void {
  const { parentNode, previousSibling, nextSibling } = element
  if (!parentNode) {
    throw new DOMException('The element has no parent node.', 'NoModificationAllowedError')
  }
  if (!fragment.hasChildNodes()) fragment.append('')
  element.replaceWith(fragment)
  for (const node of [nextSibling?.previousSibling, previousSibling]) {
    const { nextSibling: next } = node ?? {}
    if (node?.nodeType !== TEXT || next?.nodeType !== TEXT) continue
    ;(node as Text).data += (next as Text).data
    ;(next as Text).remove()
  }
}

export function installInnerText(window: InnerWindow): void {
  for (const name of ['innerText', 'outerText']) {
    define<HTMLElement>(window.HTMLElement.prototype, {
      get [name]() {
        return shownText(this)
      },
      set [name](value: unknown) {
        const fragment = lines(value === null ? '' : String(value))
        if (name === 'innerText') this.replaceChildren(fragment)
        else replace(this, fragment)
      },
    })
  }
}
