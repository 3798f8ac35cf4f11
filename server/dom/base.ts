/**
 * `<base>` and addresses. In: a window. Out: the address properties of links, images, media, frames and forms are resolved
 * against the base of the document, as in a browser, not against its location.
 * https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
 * happy-dom only knows it in baseURI; not reported upstream.
 */
import { HTMLHyperlinkElementUtility } from '#happy-dom'
import { type InnerWindow, wrapGetter } from './internals.ts'

/** Which property of which element resolves which attribute. */
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

export function installBase(window: InnerWindow): void {
  const classes = window as unknown as Record<string, { prototype: object }>
  for (const [className, property, attribute] of ADDRESSES) {
    const prototype = classes[className]?.prototype
    if (!prototype) throw new TypeError(`happy-dom has no ${className} any more`)
    wrapGetter<Element, string>(
      prototype,
      property,
      (original) =>
        function () {
          const value = this.getAttribute(attribute)
          return value ? resolve(this, value) : original.call(this)
        },
    )
  }
  HTMLHyperlinkElementUtility.prototype.getHref = function () {
    const element = (this as unknown as { element: Element }).element
    const value = element.getAttribute('href')
    return value === null ? '' : resolve(element, value)
  }
}
