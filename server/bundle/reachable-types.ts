/** Finds the declaration files that the doors of the package reach. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SPECIFIER = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

export function reachableTypes(doors: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const queue = [...doors]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue
    found.add(file)
    // Examples of docstrings import what is not there.
    const text = readFileSync(file, 'utf8').replace(/\/\*\*.*?\*\//gs, '')
    for (const [, specifier = ''] of text.matchAll(SPECIFIER)) {
      const imported = join(dirname(file), specifier.replace(/\.(?:ts|js)$/, '.d.ts'))
      if (!existsSync(imported)) throw new Error(`${file} imports ${specifier}, which has no types`)
      queue.push(imported)
    }
  }
  return [...found].sort()
}
