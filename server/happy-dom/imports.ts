/**
 * What the modules of a page import while it is made. In: each dynamic import; calls that the Vite plugin writes around them, with the
 * promise of the module and the style sheets that come with it. Out: the style sheets on the job, in the order of the imports,
 * each once; and a page that waits for the module.
 * What is imported outside of a job belongs to no page and is forgotten.
 */
import { scope } from './context.ts'
import { waitFor } from './pending.ts'
import { inRender } from './timers.ts'

/** Lets the page that imports a module wait for it. @returns The promise for its importer: whether that one handles it shows. */
export function waitForImport<T>(module: Promise<T>): Promise<T> {
  if (!inRender()) return module
  waitFor(
    'an import of a module',
    module.catch(() => undefined),
    'page',
  )
  return module.then((imported) => imported)
}

/** SIDE EFFECT: sets the global that built modules call with URLs of styles, and those of development with modules. */
export function noteImports(): void {
  const note = <T>(module: Promise<T>, styles: readonly string[]): Promise<T> => {
    for (const style of styles) scope()?.job?.styles.add(style)
    return waitForImport(module)
  }
  Object.defineProperty(globalThis, Symbol.for('hashbang-router.imported'), { value: note })
}
