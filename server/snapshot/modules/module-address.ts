/** `import.meta.resolve` as in a browser, for modules of files and of Vite. */

/** @throws {TypeError} For the name of a package, which has no address there. */
export function resolveAddress(specifier: string, base: string): string {
  if (/^(?:\.{0,2}\/|[a-z]+:)/i.test(specifier)) return new URL(specifier, base).href
  throw new TypeError(
    `import.meta.resolve('${specifier}') has no answer in a browser: import the package, or write a path that begins with "./"`,
  )
}
