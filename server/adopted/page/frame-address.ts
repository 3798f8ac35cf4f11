// Resolves a frame's address for frames: empty, text, same origin, other origin, or unsupported.
// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-iframe-element

import { withoutFragment } from '../../../src/url.ts'

export type FrameAddress =
  | { readonly type: 'blank' }
  | { readonly type: 'text'; readonly html: string }
  | { readonly type: 'url'; readonly url: string }
  /** The page cannot access its window. */
  | { readonly type: 'other' }
  /** Not supported here. */
  | { readonly type: 'unknown'; readonly why: string }

/** `javascript:` URLs whose result is empty or no text: the frame stays. */
const NO_TEXT =
  /^javascript:\s*(?:''|""|void\s*\(?\s*\d+\s*\)?|false|true|null|undefined|\d+)?\s*;?\s*$/i

export function frameAddress(frame: HTMLIFrameElement): FrameAddress {
  const sandbox = frame.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
  if (sandbox && !sandbox.includes('allow-same-origin')) return { type: 'other' }
  if (sandbox && !sandbox.includes('allow-scripts')) return unknown('its sandbox allows no scripts')
  const html = frame.getAttribute('srcdoc')
  if (html !== null) return { type: 'text', html }
  const src = frame.getAttribute('src')?.trim() ?? ''
  const { baseURI } = frame.ownerDocument
  const address = src === '' ? { type: 'blank' as const } : addressInFrame(src, baseURI, frame)
  const isLazy = frame.getAttribute('loading')?.toLowerCase() === 'lazy'
  return isLazy && address.type === 'url' ? unknown('it is loaded when it is scrolled to') : address
}

/** @param href May be relative to `base`. @param frame It cannot contain its own page. */
export function addressInFrame(href: string, base: string, frame: HTMLIFrameElement): FrameAddress {
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
  for (let outer = frameAround(frame); outer; outer = frameAround(outer)) {
    const { href: around } = (outer.contentWindow as Window).location
    if (here === withoutFragment(around)) return unknown('it has a page that it is in')
  }
  return { type: 'url', url: url.href }
}

const frameAround = ({ ownerDocument }: HTMLIFrameElement) =>
  ownerDocument.defaultView?.frameElement as HTMLIFrameElement | null | undefined

const unknown = (why: string): FrameAddress => ({ type: 'unknown', why })
