/**
 * Applies the patches of `patches/` to happy-dom's files. A patch that does not match exactly fails
 * the build.
 * Fixes of defects are in server/dom/fixes, where tests can leave each one out.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { applyPatch, parsePatch, type StructuredPatch } from 'diff'

export interface Patch {
  readonly name: string
  readonly patch: StructuredPatch
}

const TARGET = /^b\/lib\/(.+\.js)$/

/**
 * Lists the patches by the happy-dom file that each changes.
 *
 * @throws When a patch does not change exactly one file of happy-dom's lib.
 */
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

/**
 * @param file The path in happy-dom's lib, for the message.
 * @throws When a line of the patch or its context does not match.
 */
export function apply(code: string, file: string, { name, patch }: Patch): string {
  const changed = applyPatch(code, patch, { fuzzFactor: 0 })
  if (changed === false) throw stale(file, name)
  return changed
}

export const stale = (file: string, name: string): Error =>
  new Error(
    `happy-dom/lib/${file} is not as patches/${name} has it; see docs/happy-dom.md for how to move a patch to a new version`,
  )
