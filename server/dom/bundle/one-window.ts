/**
 * Makes the classes of the worker's window happy-dom's own classes.
 * happy-dom derives classes for each window: an `HTMLDocument` is then no `Document` of that
 * window, and no node an `EventTarget`. Windows of frames still get derived classes.
 */

const DERIVED = /^ {8}class (\w+) extends \1Implementation \{\n {8}\}\n/gm
const METHOD = / {4}static extendClasses\(window\) \{\n/

/** The number of derived classes. If it grows, check the classes that derive from the new ones. */
export const DERIVED_CLASSES = 44

/**
 * A node created for a document must not find the window, or it would take the window's document as
 * its owner.
 */
const OWNED = {
  OwnedNode: '../nodes/node/Node.js',
  OwnedRoot: '../nodes/shadow-root/ShadowRoot.js',
}

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
