/**
 * Who loads the frames of a page. In: a loader, where the worker shows a site's own pages. Out: the loader is asked what a frame
 * has, whenever that comes into a document or gets another address, and told when it leaves; what it takes, it tells of its
 * `load` itself. Without a loader frames are empty, and have no window and no document.
 */

import { type InnerElement, inner, S } from './internals.ts'

/** Loads what frames name. */
export interface FrameLoader {
  /** May be asked again of the same. @returns Whether it loads it. */
  load(frame: HTMLIFrameElement): boolean
  /** Takes a frame to an address. @returns Whether there is one to take. */
  go(frame: HTMLIFrameElement, href: string): boolean
  /** It has left its document. */
  left(frame: HTMLIFrameElement): void
  windowOf(frame: HTMLIFrameElement): Window | null
  documentOf(frame: HTMLIFrameElement): Document | null
}

let loader: FrameLoader | undefined

/** SIDE EFFECT: from here on frames have what this loader says. */
export function loadFramesBy(given: FrameLoader): void {
  loader = given
  const prototype = HTMLIFrameElement.prototype
  const own = (name: string, get: (this: HTMLIFrameElement) => unknown) =>
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, get })
  own('contentWindow', function () {
    return given.windowOf(this)
  })
  own('contentDocument', function () {
    return given.documentOf(this)
  })
  const { [S.disconnectedFromDocument]: left } = inner<InnerElement>(prototype)
  inner<InnerElement>(prototype)[S.disconnectedFromDocument] = function () {
    left.call(this)
    given.left(this as unknown as HTMLIFrameElement)
  }
}

/** Makes a document for a frame. */
export function frameDocument(): Document {
  const made = document.implementation.createHTMLDocument('')
  // happy-dom gives it, and what is in it, to the document that it was made by.
  inner<{ [S.ownerDocument]: unknown }>(made)[S.ownerDocument] = null
  made.documentElement.remove()
  const root = made.createElement('html')
  root.append(made.createElement('head'), made.createElement('body'))
  made.append(root)
  return made
}

/** Offers an element to the loader. @returns Whether its fate is the loader's. */
export const offerFrame = (element: Element): boolean =>
  loader !== undefined &&
  element.localName === 'iframe' &&
  loader.load(element as HTMLIFrameElement)

/** The frame of a name; what has none is no target. */
const frameNamed = (name: string): HTMLIFrameElement | undefined =>
  name === ''
    ? undefined
    : [...document.getElementsByTagName('iframe')].find((frame) => frame.name === name)

/** Takes the frame of a name to an address. @returns Whether there is one. */
export function goInFrame(name: string, href: string): boolean {
  const frame = frameNamed(name)
  return frame !== undefined && loader?.go(frame, href) === true
}

/** Whether frames are loaded, and there is one of this name. */
export const hasFrame = (name: string): boolean =>
  loader !== undefined && frameNamed(name) !== undefined
