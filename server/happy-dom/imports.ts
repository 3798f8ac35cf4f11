/**
 * What the modules of a page import while it is made. In: calls that the Vite plugin writes around each dynamic import, with the
 * promise of the module and the style sheets that come with it. Out: the style sheets on the job, in the order of the imports,
 * each once; and a page that waits for the module.
 * A thread evaluates a module once, but a route asks for its view for every page: that is why the import is noted and not the
 * evaluation. What is imported outside of a job belongs to no page and is forgotten.
 */
import { scope } from './context.ts'
import { waitFor } from './pending.ts'
import { inRender } from './timers.ts'

/** SIDE EFFECT: sets the global that built modules call with URLs of styles, and those of development with modules. */
export function noteImports(): void {
  const note = <T>(module: Promise<T>, styles: readonly string[]): Promise<T> => {
    const { job, importer = job } = scope() ?? {}
    for (const style of styles) importer?.styles.add(style)
    if (inRender())
      waitFor(
        'an import of a module',
        module.catch(() => undefined),
      )
    return module
  }
  Object.defineProperty(globalThis, Symbol.for('hashbang-router.imported'), { value: note })
}
