/**
 * Holds the realm of the open page: the worker's own globals, or a V8 context for the page's
 * scripts. The classes of the DOM are the worker's in both.
 */

import { perPage } from '../isolation/page-state.ts'

type Global = Window & typeof globalThis

export interface PageRealm {
  readonly global: Global
  readonly language: Language
  /** The page's copy of each value that the DOM keeps. */
  readonly converted: WeakMap<object, object>
  /** @throws SyntaxError */
  compile(window: Window, code: string, names: readonly string[]): Compiled
}

type Compiled = (...args: unknown[]) => unknown

/** The built-ins of a realm, as they were before its first script. */
export interface Language {
  readonly classes: Readonly<Record<string, LanguageClass>>
  readonly parse: typeof JSON.parse
}

export interface LanguageClass {
  new (...args: never[]): object
  readonly prototype: object
}

const entered = perPage(() => ({ realm: undefined as PageRealm | undefined }))

/** @param realm Undefined: the worker's globals. */
export function enterRealm(realm: PageRealm | undefined): void {
  entered().realm = realm
}

export const pageRealm = (): PageRealm | undefined => entered().realm

/** The `window` of the page's scripts. */
export const pageGlobal = (): Global => pageRealm()?.global ?? (globalThis as Global)

export const isShownRealm = (window: object): boolean => pageGlobal() === window

/** Compiles the body of a function in the realm of a window. @throws SyntaxError */
export const compileFor = (
  window: Window & typeof globalThis,
  code: string,
  names: readonly string[],
): Compiled =>
  pageRealm()?.compile(window, code, names) ?? (new window.Function(...names, code) as Compiled)
