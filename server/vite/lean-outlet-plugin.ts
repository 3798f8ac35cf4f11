// Leaves Lit's style sheets out of a client that has none. In: the base class of the outlet, which has no style sheets, in a
// project that brings no Lit itself. Out: the same class, which takes sheets of the browser as they are; the module for Lit's own is
// sent with whatever makes such a sheet, and tells the class of itself.

import type { Plugin } from 'vite'
import { bringsLit } from './quiet-lit.ts'

const SHEETS = '\0hashbang-router:sheets'

const CODE = `let adopt = (root, sheets) => { root.adoptedStyleSheets = sheets }
let convert = (sheet) => sheet
export const adoptStyles = (root, sheets) => adopt(root, sheets)
export const getCompatibleStyle = (sheet) => convert(sheet)
export const use = (one, other) => { adopt = one; convert = other }`

// What the class takes from the module, on one line or several; not what it exports again from there.
const IMPORT = /\bimport\s*\{[^}]*\}\s*from\s*["']\.\/css-tag\.js["']/

/** Makes the plugin. `brings` says whether the project at a root has Lit. */
export function leanOutletPlugin(brings: (root: string) => boolean = bringsLit): Plugin {
  let lean = false
  return {
    name: 'hashbang-router:lean-outlet',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ root }) {
      lean = !brings(root)
    },
    resolveId: { filter: { id: /:sheets$/ }, handler: (id) => (id === SHEETS ? id : undefined) },
    load: { filter: { id: /:sheets$/ }, handler: (id) => (id === SHEETS ? CODE : undefined) },
    transform: {
      filter: { id: /@lit[\\/]reactive-element[\\/].*(?:reactive-element|css-tag)\.js$/ },
      handler(code, id) {
        if (!lean) return
        const name = JSON.stringify(SHEETS)
        if (id.endsWith('css-tag.js')) {
          // By what it exports: its own names are of a minifier.
          const told = `import * as sheets from './css-tag.js'\nimport { use } from ${name}`
          const telling = 'use(sheets.adoptStyles, sheets.getCompatibleStyle)'
          return { code: `${told}\n${code}\n${telling}`, map: null, moduleSideEffects: false }
        }
        // Another version that is written in another way stays whole.
        if (!IMPORT.test(code)) return
        const changed = code.replace(IMPORT, (all) => all.replace(/["'].*/, name))
        return { code: changed, map: null }
      },
    },
  }
}
