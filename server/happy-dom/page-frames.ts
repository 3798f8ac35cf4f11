/**
 * Who loads the frames of a page. In: a loader, where the worker shows a site's own pages. Out: the loader is asked what a frame
 * has, whenever that comes into a document or gets another address, and told when it leaves; what it takes, it tells of its
 * `load` itself. Until it is given, a loader loads texts of `srcdoc` alone: other frames are empty, and have no window and no
 * document.
 */

/** Loads what frames name. */
export interface FrameLoader {
  /**
   * May be asked again of the same.
   *
   * @param isNew Whether its address or its text has been set, be it to the same: a browser loads it anew.
   * @returns Whether it loads it.
   */
  load(frame: HTMLIFrameElement, isNew: boolean): boolean
  /** Takes a frame to an address. @returns Whether there is one to take. */
  go(frame: HTMLIFrameElement, href: string): boolean
  /** It has left its document. */
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

/** SIDE EFFECT: loads frames by this one until the site's own loader is there. */
export function loadTextsBy(given: FrameLoader): void {
  if (!isOfSite) loader = given
}

/** SIDE EFFECT: from here on frames have what this loader says. */
export function loadFramesBy(given: FrameLoader): void {
  loader = given
  isOfSite = true
}

/** The loader of now. */
export const frameLoader = (): FrameLoader => loader

/** Offers an element to the loader. @returns Whether its fate is the loader's. */
export const offerFrame = (element: Element, isNew = false): boolean =>
  element.localName === 'iframe' && loader.load(element as HTMLIFrameElement, isNew)

/** The frame of a name; what has none is no target. */
const frameNamed = (name: string): HTMLIFrameElement | undefined =>
  name === ''
    ? undefined
    : [...document.getElementsByTagName('iframe')].find((frame) => frame.name === name)

/** Takes the frame of a name to an address. @returns Whether there is one. */
export function goInFrame(name: string, href: string): boolean {
  const frame = frameNamed(name)
  return frame !== undefined && loader.go(frame, href)
}

/** Whether frames are loaded, and there is one of this name. */
export const hasFrame = (name: string): boolean => isOfSite && frameNamed(name) !== undefined
