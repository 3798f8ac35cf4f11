/**
 * Passes frames, scripts and files of the document to the loaders of adopted pages. Without them no
 * script runs, and only `srcdoc` frames load.
 */
import { inner, S } from '../internals.ts'

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
  ...{ load: () => false, go: () => false, left: () => undefined },
  ...{ windowOf: () => null, documentOf: () => null },
}

let frames = NONE
let isOfSite = false

/** SIDE EFFECT: sets the loader until `setFrameLoader` is called. */
export function setSrcdocLoader(loader: FrameLoader): void {
  if (!isOfSite) frames = loader
}

export function setFrameLoader(loader: FrameLoader): void {
  frames = loader
  isOfSite = true
}

export const frameLoader = (): FrameLoader => frames

/** @returns Whether the loader handles it. */
export const offerFrame = (element: Element, isNew = false): boolean =>
  element.localName === 'iframe' && frames.load(element as HTMLIFrameElement, isNew)

const frameNamed = (name: string): HTMLIFrameElement | undefined =>
  name === ''
    ? undefined
    : [...document.getElementsByTagName('iframe')].find((frame) => frame.name === name)

/** @returns Whether the frame exists. */
export function goInFrame(name: string, href: string): boolean {
  const frame = frameNamed(name)
  return frame !== undefined && frames.go(frame, href)
}

export const hasFrame = (name: string): boolean => isOfSite && frameNamed(name) !== undefined

/** Receives scripts repeatedly; they may be empty or have run. */
type ScriptRunner = (script: HTMLScriptElement) => void

let runScript: ScriptRunner | undefined

export function setScriptRunner(runner: ScriptRunner): void {
  runScript = runner
}

/** Passes a script to the runner, except scripts of `innerHTML`. @returns Whether there is one. */
export function offerScript(element: Element): boolean {
  if (runScript === undefined || element.localName !== 'script') return false
  if (!inner<Inert>(element)[S.disableEvaluation]) runScript(element as HTMLScriptElement)
  return true
}

interface Inert {
  [S.disableEvaluation]?: boolean
}

export function makeInert(element: object): void {
  inner<Inert>(element)[S.disableEvaluation] = true
}

/** Whether a file exists; undefined: unknown. */
type FindFile = (url: string) => Promise<boolean> | undefined

let findFile: FindFile | undefined

export function setFileLookup(lookup: FindFile): void {
  findFile = lookup
}

export const fileExists: FindFile = (url) => findFile?.(url)

export function forgetLoaders(): void {
  runScript = () => undefined
  findFile = () => undefined
  if (isOfSite) frames = NONE
}
