/**
 * Records dynamic imports of a page by calls that the Vite plugin adds. The page waits for them,
 * and the job collects their style sheets in import order. Imports outside a job are ignored.
 */
import { JobContext } from './context.ts'
import { waitFor } from './pending.ts'
import { inRender } from './timers.ts'

/**
 * Makes the page wait for a module. @returns The promise for the importer, so that an unhandled
 * rejection shows.
 */
export function waitForImport<T>(module: Promise<T>): Promise<T> {
  if (!inRender()) return module
  waitFor(
    'an import of a module',
    module.catch(() => undefined),
    'page',
  )
  return module.then((imported) => imported)
}

/**
 * SIDE EFFECT: defines the global that built modules call with style URLs, and modules in
 * development with themselves.
 */
export function noteImports(): void {
  const note = <T>(module: Promise<T>, styles: readonly string[]): Promise<T> => {
    for (const style of styles) JobContext.current?.styles.add(style)
    return waitForImport(module)
  }
  Object.defineProperty(globalThis, Symbol.for('hashbang-router.imported'), { value: note })
}
