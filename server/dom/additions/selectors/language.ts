/**
 * Implements `:lang()` and `:dir()`, which elements inherit.
 * https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
 */
import { ELEMENT, FRAGMENT, S, TEXT } from '../../internals.ts'

const XML = 'http://www.w3.org/XML/1998/namespace'

/** The first strong letter decides: Hebrew, Arabic and similar scripts run right to left. */
const STRONG = /\p{L}/u
const TO_THE_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

const TYPED = new Set('text search tel url email password hidden submit reset button'.split(' '))

const parentOf = (node: Node): Element | null => {
  const parent = node[S.parentNode] ?? null
  return (parent?.[S.nodeType] === FRAGMENT ? (parent[S.host] ?? null) : parent) as Element | null
}

export function inLanguage(element: Element, range: string): boolean {
  for (
    let ancestor: Element | null = element;
    ancestor?.[S.nodeType] === ELEMENT;
    ancestor = parentOf(ancestor)
  ) {
    const language = ancestor.getAttributeNS(XML, 'lang') ?? ancestor.getAttribute('lang')
    if (language === null) continue
    const [tag, prefix] = [language.toLowerCase(), range.toLowerCase()]
    return tag === prefix || tag.startsWith(`${prefix}-`)
  }
  return false
}

export function inDirection(element: Element, direction: string): boolean {
  return directionOf(element) === direction.toLowerCase()
}

function directionOf(element: Element): 'ltr' | 'rtl' {
  const node = element as HTMLElement
  const dir = node.getAttribute('dir')?.toLowerCase()
  if (dir === 'ltr' || dir === 'rtl') return dir
  const name = element[S.localName]
  if (dir === 'auto') return fromText(textOf(node, name)) ?? 'ltr'
  if (name === 'bdi') return fromText(node.textContent ?? '') ?? 'ltr'
  if (name === 'input' && (node as HTMLInputElement).type === 'tel') return 'ltr'
  const parent = parentOf(element)
  return parent?.[S.nodeType] === ELEMENT ? directionOf(parent) : 'ltr'
}

function textOf(node: HTMLElement, name: string): string {
  if (name === 'textarea') return (node as HTMLTextAreaElement).value
  if (name !== 'input') return strongText(node)
  return TYPED.has((node as HTMLInputElement).type) ? (node as HTMLInputElement).value : ''
}

function strongText(node: Node): string {
  let data = ''
  for (const child of node.childNodes) {
    if (child.nodeType === TEXT) data += child.nodeValue
    if (child.nodeType !== ELEMENT) continue
    const { localName } = child as Element
    const apart = /^(?:bdi|script|style|textarea)$/.test(localName)
    if (!apart && !(child as Element).hasAttribute('dir')) data += strongText(child)
  }
  return data
}

function fromText(data: string): 'ltr' | 'rtl' | undefined {
  const letter = STRONG.exec(data)?.[0]
  return letter === undefined ? undefined : TO_THE_LEFT.test(letter) ? 'rtl' : 'ltr'
}
