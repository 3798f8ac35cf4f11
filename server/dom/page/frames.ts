/**
 * Passes frames to a loader when they are inserted, removed or get another address. The loader
 * fires their `load`.
 * Until a site's own loader is set, only `srcdoc` frames load; other frames have no window or
 * document.
 */

export interface FrameLoader {
  /**
   * Loads a frame; may be called again for the same content.
   *
   * @param isNew Whether its address or text was set, even to the same value: browsers then reload.
   * @returns Whether it loads the frame.
   */
  load(frame: HTMLIFrameElement, isNew: boolean): boolean
  /** Navigates a frame. @returns Whether it is loaded by this loader. */
  go(frame: HTMLIFrameElement, href: string): boolean
  left(frame: HTMLIFrameElement): void
  windowOf(frame: HTMLIFrameElement): Window | null
  documentOf(frame: HTMLIFrameElement): Document | null
}

const NONE: FrameLoader = {
  ...{ load: () => false, go: () => false, left: () => undefined },
  ...{ windowOf: () => null, documentOf: () => null },
}

let loader = NONE
let isOfSite = false

/** SIDE EFFECT: sets the loader of `srcdoc` frames, until the site's own loader is set. */
export function loadTextsBy(given: FrameLoader): void {
  if (!isOfSite) loader = given
}

/** SIDE EFFECT: sets the site's own loader. */
export function loadFramesBy(given: FrameLoader): void {
  loader = given
  isOfSite = true
}

/** No page of the site is shown. */
export function forgetFrames(): void {
  if (isOfSite) loader = NONE
}

export const frameLoader = (): FrameLoader => loader

/** @returns Whether the loader handles it. */
export const offerFrame = (element: Element, isNew = false): boolean =>
  element.localName === 'iframe' && loader.load(element as HTMLIFrameElement, isNew)

/** Unnamed frames are no targets. */
const frameNamed = (name: string): HTMLIFrameElement | undefined =>
  name === ''
    ? undefined
    : [...document.getElementsByTagName('iframe')].find((frame) => frame.name === name)

/** @returns Whether the frame exists. */
export function goInFrame(name: string, href: string): boolean {
  const frame = frameNamed(name)
  return frame !== undefined && loader.go(frame, href)
}

export const hasFrame = (name: string): boolean => isOfSite && frameNamed(name) !== undefined
