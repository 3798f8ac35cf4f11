/**
 * Knows the realm of the shown page: the worker's own globals, or a V8 context of the page's
 * scripts. The classes of the DOM are the worker's in both.
 */

type Global = typeof globalThis

export interface PageRealm {
  readonly global: Global
  /** The page's own built-ins, as they were before its first script. */
  readonly language: Language
  /** The page's own of what the DOM keeps: it gets the same one each time. */
  readonly given: WeakMap<object, object>
  /** @throws SyntaxError */
  compile(window: Window, code: string, names: readonly string[]): Compiled
}

type Compiled = (...args: unknown[]) => unknown

/** What a realm has before its first script. */
export interface Language {
  readonly classes: Readonly<Record<string, LanguageClass>>
  readonly parse: typeof JSON.parse
}

export interface LanguageClass {
  new (...args: never[]): object
  readonly prototype: object
}

let shown: PageRealm | undefined

export function enterRealm(realm: PageRealm): void {
  shown = realm
}

export function leaveRealm(): void {
  shown = undefined
}

/** Undefined: the worker's own. */
export const pageRealm = (): PageRealm | undefined => shown

/** The global object that the page's scripts know as `window`. */
export const pageGlobal = (): Global => shown?.global ?? globalThis

/** Compiles the body of a function in the realm of a window. @throws SyntaxError */
export const compileFor = (
  window: Window & typeof globalThis,
  code: string,
  names: readonly string[],
): Compiled =>
  shown?.compile(window, code, names) ?? (new window.Function(...names, code) as Compiled)
