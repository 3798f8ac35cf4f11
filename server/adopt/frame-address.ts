// What a frame of the page names. In: its element. Out: nothing, text, an address of the page's own origin, what is of another, or
// why what it names is not loaded here. https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-iframe-element

import { withoutFragment } from '../../src/url.ts'

/** What a frame is to have. */
export type FrameAddress =
  | { readonly type: 'blank' }
  | { readonly type: 'text'; readonly html: string }
  | { readonly type: 'url'; readonly url: string }
  /** Of another origin: its window is closed to the page. */
  | { readonly type: 'other' }
  /** Not done here. */
  | { readonly type: 'unknown'; readonly why: string }

/** Scripts that leave the frame as it is: empty texts and what is no text. */
const NO_TEXT =
  /^javascript:\s*(?:''|""|void\s*\(?\s*\d+\s*\)?|false|true|null|undefined|\d+)?\s*;?\s*$/i

/** What its attributes say. */
export function frameAddress(frame: HTMLIFrameElement): FrameAddress {
  const sandbox = frame.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
  if (sandbox && !sandbox.includes('allow-same-origin')) return { type: 'other' }
  if (sandbox && !sandbox.includes('allow-scripts')) return unknown('its sandbox allows no scripts')
  const html = frame.getAttribute('srcdoc')
  if (html !== null) return { type: 'text', html }
  const src = frame.getAttribute('src')?.trim() ?? ''
  const { baseURI } = frame.ownerDocument
  const address = src === '' ? { type: 'blank' as const } : addressOf(src, baseURI, frame)
  const isLazy = frame.getAttribute('loading')?.toLowerCase() === 'lazy'
  return isLazy && address.type === 'url' ? unknown('it is loaded when it is scrolled to') : address
}

/** @param href Relative to `base`, or not. @param frame What is to have it: no page is in itself. */
export function addressOf(href: string, base: string, frame: HTMLIFrameElement): FrameAddress {
  if (!URL.canParse(href, base)) return { type: 'blank' }
  const url = new URL(href, base)
  if (url.protocol === 'javascript:')
    return NO_TEXT.test(url.href) ? { type: 'blank' } : unknown('its address is a script')
  if (url.protocol === 'about:')
    return url.pathname === 'blank' ? { type: 'blank' } : unknown('of its address')
  if (url.protocol === 'blob:') return unknown('its address is a blob')
  if (url.origin !== location.origin) return { type: 'other' }
  const here = withoutFragment(url.href)
  if (here === withoutFragment(location.href)) return unknown('it has the page itself')
  for (let at = frameAround(frame); at; at = frameAround(at)) {
    const { href: around } = (at.contentWindow as Window).location
    if (here === withoutFragment(around)) return unknown('it has a page that it is in')
  }
  return { type: 'url', url: url.href }
}

/** The frame whose document a frame is in. */
const frameAround = ({ ownerDocument }: HTMLIFrameElement) =>
  ownerDocument.defaultView?.frameElement as HTMLIFrameElement | null | undefined

const unknown = (why: string): FrameAddress => ({ type: 'unknown', why })
