/**
 * Resolves the addresses of links and forms against `<base>`; the others reflect attributes.
 * https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
 * happy-dom uses `<base>` for baseURI only; not reported. Report: docs/happy-dom/base-element.md
 */
import { HappyDOM } from '#happy-dom'
import { resolve } from '../interfaces/reflect.ts'
import { type InnerWindow, override, prototypeOf, S } from '../internals.ts'

/** The <base> elements of a document, so that no read searches it. Some may be removed by now. */
const bases = new WeakMap<object, Set<Element>>()

function hasBase(document: Document): boolean {
  const elements = bases.get(document)
  for (const base of elements ?? []) {
    if (base.isConnected && base.ownerDocument === document) return true
    elements?.delete(base)
  }
  return false
}

function trackBases(window: InnerWindow): void {
  override<Element, object>(window.HTMLBaseElement.prototype, {
    [S.connectedToDocument]() {
      super[S.connectedToDocument]()
      const elements = bases.get(this.ownerDocument) ?? new Set()
      bases.set(this.ownerDocument, elements.add(this))
    },
  })
  override<Document>(HappyDOM.Document.prototype, {
    get baseURI() {
      return hasBase(this) ? super.baseURI : window.location.href
    },
  })
  override<Node>(HappyDOM.Node.prototype, {
    get baseURI() {
      return this.ownerDocument?.baseURI ?? window.location.href
    },
  })
}

/** Attributes that are the document's address as long as they have no value. */
const SUBMITTED = [
  ['HTMLFormElement', 'action'],
  ['HTMLButtonElement', 'formAction'],
  ['HTMLInputElement', 'formAction'],
] as const

export function installBase(window: InnerWindow): void {
  trackBases(window)
  for (const [className, property] of SUBMITTED) {
    override<Element>(prototypeOf(window, className), {
      get [property]() {
        const value = this.getAttribute(property.toLowerCase())
        return value ? resolve(this, value) : super[property]
      },
    })
  }
  override<{ getProtocol(): string }>(HappyDOM.HTMLHyperlinkElementUtility.prototype, {
    getProtocol() {
      return super.getProtocol() || ':'
    },
  })
  HappyDOM.HTMLHyperlinkElementUtility.prototype.getHref = function () {
    const { element } = this
    const value = element.getAttribute('href')
    return value === null ? '' : resolve(element, value)
  }
}
