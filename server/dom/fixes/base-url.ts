/**
 * Resolves the address properties of links, images, media, frames and forms against `<base>`.
 * https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
 * happy-dom uses `<base>` for baseURI only; not reported. Report: docs/happy-dom/base-element.md
 */
import { Document, HTMLHyperlinkElementUtility, Node } from '#happy-dom'
import { type InnerWindow, override, prototypeOf, S } from '../internals.ts'

const ADDRESSES: readonly (readonly [className: string, property: string, attribute: string])[] = [
  ['HTMLImageElement', 'src', 'src'],
  ['HTMLMediaElement', 'src', 'src'],
  ['HTMLSourceElement', 'src', 'src'],
  ['HTMLTrackElement', 'src', 'src'],
  ['HTMLIFrameElement', 'src', 'src'],
  ['HTMLEmbedElement', 'src', 'src'],
  ['HTMLScriptElement', 'src', 'src'],
  ['HTMLObjectElement', 'data', 'data'],
  ['HTMLLinkElement', 'href', 'href'],
  ['HTMLFormElement', 'action', 'action'],
  ['HTMLButtonElement', 'formAction', 'formaction'],
  ['HTMLInputElement', 'formAction', 'formaction'],
  ['HTMLQuoteElement', 'cite', 'cite'],
  ['HTMLModElement', 'cite', 'cite'],
]

const resolve = (element: Element, value: string): string =>
  URL.canParse(value, element.baseURI) ? new URL(value, element.baseURI).href : value

/** By document, so that no read searches it. Some may have been removed since. */
const bases = new WeakMap<object, Set<Element>>()

function hasBase(document: globalThis.Document): boolean {
  const known = bases.get(document)
  for (const base of known ?? []) {
    if (base.isConnected && base.ownerDocument === document) return true
    known?.delete(base)
  }
  return false
}

function trackBases(window: InnerWindow): void {
  override<Element, object>(window.HTMLBaseElement.prototype, {
    [S.connectedToDocument]() {
      super[S.connectedToDocument]()
      const known = bases.get(this.ownerDocument) ?? new Set()
      bases.set(this.ownerDocument, known.add(this))
    },
  })
  override<globalThis.Document>(Document.prototype, {
    get baseURI() {
      return hasBase(this) ? super.baseURI : window.location.href
    },
  })
  override<globalThis.Node>(Node.prototype, {
    get baseURI() {
      return this.ownerDocument?.baseURI ?? window.location.href
    },
  })
}

export function installBase(window: InnerWindow): void {
  trackBases(window)
  for (const [className, property, attribute] of ADDRESSES) {
    override<Element>(prototypeOf(window, className), {
      get [property]() {
        const value = this.getAttribute(attribute)
        return value ? resolve(this, value) : super[property]
      },
    })
  }
  HTMLHyperlinkElementUtility.prototype.getHref = function () {
    const element = (this as unknown as { element: Element }).element
    const value = element.getAttribute('href')
    return value === null ? '' : resolve(element, value)
  }
}
