/**
 * Rewrites happy-dom's files for `build.ts`: patches, initial values, the classes of the window.
 * Fixes of defects are in server/dom/fixes, where tests can leave each one out.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { applyPatch, parsePatch, type StructuredPatch } from 'diff'

interface Patch {
  readonly name: string
  readonly patch: StructuredPatch
}

const TARGET = /^b\/lib\/(.+\.js)$/

/** Returns the patches by the file that each changes. @throws When one changes more files. */
export function readPatches(folder: URL): Map<string, Patch> {
  const patches = new Map<string, Patch>()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.patch'))) {
    const [patch, more] = parsePatch(readFileSync(new URL(name, folder), 'utf8'))
    const file = TARGET.exec(patch?.newFileName ?? '')?.[1]
    if (patch === undefined || more !== undefined || file === undefined || patches.has(file)) {
      throw new Error(`${name} is not the one patch of a file b/lib/….js`)
    }
    patches.set(file, { name, patch })
  }
  return patches
}

/** @throws When a line of the patch or its context does not match. */
export function apply(code: string, file: string, { name, patch }: Patch): string {
  const changed = applyPatch(code, patch, { fuzzFactor: 0 })
  if (changed === false) throw stale(file, name)
  return changed
}

export const stale = (file: string, name: string): Error =>
  new Error(
    `happy-dom/lib/${file} is not as patches/${name} has it; see docs/happy-dom.md for how to move a patch to a new version`,
  )

const ASSIGNMENT = /^ {8}this\[([\w.]+)\] = (null|false|true|0|''|NOTHING|NodeTypeEnum\.\w+);\n/gm
const FIELD = /^ {4}\[([\w.]+)\] = (null|false|true|0|''|NOTHING|NodeTypeEnum\.\w+);\n/gm
const CONSTRUCTOR = /^ {4}constructor\(.*?\) \{\n.*?^ {4}\}\n/ms

/** The number of plain values in constructors. If it falls, elements are slow again. */
export const STORES = 432

/**
 * Moves constant initial values from constructors to prototypes: storing them is most of the cost
 * of creating an element.
 */
export function defaultsOnPrototype(code: string): { changed: string; count: number } {
  const name = /^export default class (\w+) /m.exec(code)?.[1]
  if (name === undefined) return { changed: code, count: 0 }
  const defaults: string[] = []
  const moveToPrototype = (_: string, key: string, value: string) => {
    defaults.push(`${name}.prototype[${key}] = ${value};`)
    return ''
  }
  const changed = code
    .replace(CONSTRUCTOR, (body) => body.replace(ASSIGNMENT, moveToPrototype))
    .replace(FIELD, moveToPrototype)
  return { changed: `${changed}\n${defaults.join('\n')}\n`, count: defaults.length }
}

const HEIR = /^(?:export default )?class \w+ extends (\w+) /m
const CALL = /\bsuper\[(PropertySymbol\.\w+)\]\((\))?/g

/** Calls members of the base by its name: V8 does not cache where `super` finds a symbol. */
export function callsOfBase(code: string): string {
  const [, base] = HEIR.exec(code) ?? []
  if (base === undefined) return code
  return code.replace(
    CALL,
    (_, key: string, end = ', ') => `${base}.prototype[${key}].call(this${end}`,
  )
}

/** Leaves a class with its base alone. */
export function withoutMembers(code: string): string {
  const [start = '', base = ''] = HEIR.exec(code) ?? []
  const [imported] = new RegExp(`^import ${base} .*\n`, 'm').exec(code) ?? []
  return `${imported}${start}{}\n`
}

const DERIVED = /^ {8}class (\w+) extends \1Implementation \{\n {8}\}\n/gm
const METHOD = / {4}static extendClasses\(window\) \{\n/

/** The number of derived classes. If it grows, check the classes that derive from the new ones. */
export const DERIVED_CLASSES = 44

/** A node of a document must not find the window, or its owner would be the window's document. */
const OWNED = {
  OwnedNode: '../nodes/node/Node.js',
  OwnedRoot: '../nodes/shadow-root/ShadowRoot.js',
}

/**
 * Makes the classes of the first window happy-dom's own. With derived classes, no node would be an
 * `EventTarget` of that window.
 */
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
