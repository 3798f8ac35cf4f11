/**
 * Passes frames, scripts and files of the document to the loaders of adopted pages. Without them no
 * script runs, and only `srcdoc` frames load.
 */
import { Installed } from '../installed.ts'
import { S } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'

export interface FrameLoader {
  /**
   * Loads a frame and fires `load`; may be called again for the same content.
   * @param isNew Whether its address was set, even to the same value.
   * @returns Whether it loads the frame.
   */
  load(frame: HTMLIFrameElement, isNew: boolean): boolean
  /** Navigates a frame. @returns As `load` does. */
  go(frame: HTMLIFrameElement, href: string): boolean
  left(frame: HTMLIFrameElement): void
  windowOf(frame: HTMLIFrameElement): Window | null
  documentOf(frame: HTMLIFrameElement): Document | null
}

const NONE: FrameLoader = {
  load: () => false,
  go: () => false,
  left: () => undefined,
  windowOf: () => null,
  documentOf: () => null,
}

/** The loader of pages without one of their own. */
export const srcdocLoader = new Installed(NONE)

/** Receives scripts repeatedly; they may be empty or have run. */
type ScriptRunner = (script: HTMLScriptElement) => void

/** Receives links of style sheets, and style elements, repeatedly. */
type SheetLoader = (owner: HTMLLinkElement | HTMLStyleElement) => void

/** Whether a file exists; undefined: unknown. */
type FindFile = (url: string) => Promise<boolean> | undefined

interface Loaders {
  frames?: FrameLoader
  runScript?: ScriptRunner
  loadSheet?: SheetLoader
  findFile?: FindFile
}

const loaders = perPage((): Loaders => ({}))

export function setFrameLoader(loader: FrameLoader): void {
  loaders().frames = loader
}

export const frameLoader = (): FrameLoader => loaders().frames ?? srcdocLoader.value

/** @returns Whether the loader handles it. */
export const offerFrame = (element: Element, isNew = false): boolean =>
  element.localName === 'iframe' && frameLoader().load(element as HTMLIFrameElement, isNew)

const frameNamed = (name: string): HTMLIFrameElement | undefined =>
  name === ''
    ? undefined
    : [...document.getElementsByTagName('iframe')].find((frame) => frame.name === name)

/** @returns Whether the frame exists. */
export function goInFrame(name: string, href: string): boolean {
  const frame = frameNamed(name)
  return frame !== undefined && frameLoader().go(frame, href)
}

export const hasFrame = (name: string): boolean =>
  loaders().frames !== undefined && frameNamed(name) !== undefined

export function setScriptRunner(runner: ScriptRunner): void {
  loaders().runScript = runner
}

/** Passes a script to the runner, except scripts of `innerHTML`. @returns Whether there is one. */
export function offerScript(element: Element): boolean {
  const { runScript } = loaders()
  if (runScript === undefined || element.localName !== 'script') return false
  if (!element[S.disableEvaluation]) runScript(element as HTMLScriptElement)
  return true
}

export function setSheetLoader(loader: SheetLoader): void {
  loaders().loadSheet = loader
}

/** Passes an element to the loader of sheets. @returns Whether the loader fires its events. */
export function offerSheet(element: Element): boolean {
  const { loadSheet } = loaders()
  if (loadSheet === undefined || !/^(?:link|style)$/.test(element.localName)) return false
  loadSheet(element as HTMLLinkElement | HTMLStyleElement)
  return isSheetLink(element)
}

export const isSheetLink = (element: Element): boolean =>
  element.localName === 'link' &&
  /(?:^|\s)stylesheet(?:\s|$)/i.test(element.getAttribute('rel') ?? '')

export function makeInert(element: Element): void {
  element[S.disableEvaluation] = true
}

export function setFileLookup(lookup: FindFile): void {
  loaders().findFile = lookup
}

export const fileExists: FindFile = (url) => loaders().findFile?.(url)
