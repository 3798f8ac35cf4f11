/**
 * Lets the classes of the thread's window be happy-dom's own. happy-dom derives a class from each of those that have to know their
 * window, for every window: an `HTMLDocument` is then no `Document` of that window, and no node an `EventTarget`. In: the module that
 * derives them. Out: the module in which the first window has the classes that they were derived from. A later one, which is that
 * of a frame, has derived classes, and leaves those of the first as they are.
 */

/** A class derived for a window, with nothing of its own. */
const DERIVED = /^ {8}class (\w+) extends \1Implementation \{\n {8}\}\n/gm
const METHOD = / {4}static extendClasses\(window\) \{\n/

/**
 * How many are derived. More would be classes that happy-dom has begun to derive; whatever is derived from them has to be looked
 * at then.
 */
export const DERIVED_CLASSES = 44

/**
 * A node that is made for a document must not find the window above itself: it would take the window's own document for its
 * owner.
 */
const OWNED = {
  OwnedNode: '../nodes/node/Node.js',
  OwnedRoot: '../nodes/shadow-root/ShadowRoot.js',
}

/** Gives the changed module, and how many classes the first window does not derive. */
export function classesOfOneWindow(code: string): { changed: string; count: number } {
  let count = 0
  const imports = Object.entries(OWNED).map(([name, from]) => `import ${name} from '${from}';\n`)
  const owned = Object.keys(OWNED).map(
    (name) => `        ${name}.prototype[PropertySymbol.window] = null;\n`,
  )
  const changed = code
    .replace(DERIVED, (_, name: string) => {
      count += 1
      return `        const ${name} = isFirst ? ${name}Implementation : class ${name} extends ${name}Implementation {\n        };\n`
    })
    .replace(
      METHOD,
      (start) =>
        `${start}        const isFirst = !hasWindow;\n        hasWindow = true;\n${owned.join('')}`,
    )
  return { changed: `${imports.join('')}let hasWindow = false;\n${changed}`, count }
}
