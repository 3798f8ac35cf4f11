/**
 * The changes of happy-dom's files as patches, which a reviewer reads and an upgrade rebases. In: the folder `patches`, a file
 * of happy-dom. Out: the file as it is built in. A patch that does not fit to the letter, which an upgrade may bring, ends the
 * build. What happy-dom does wrong is not here but in server/happy-dom/fixes, where a fix can be left out to show what it is for.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { applyPatch, parsePatch, type StructuredPatch } from 'diff'

/** A patch and the file that it is in. */
export interface Patch {
  readonly name: string
  readonly patch: StructuredPatch
}

const TARGET = /^b\/lib\/(.+\.js)$/

/**
 * Reads all patches of a folder, by the file that they change, from happy-dom's lib.
 *
 * @throws When one does not change one file of that lib.
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
 * Changes a file.
 *
 * @param file The path in happy-dom's lib, for the message.
 * @throws When a line of the patch, or one around it, is not as the patch has it.
 */
export function apply(code: string, file: string, { name, patch }: Patch): string {
  const changed = applyPatch(code, patch, { fuzzFactor: 0 })
  if (changed === false) throw stale(file, name)
  return changed
}

/** Says which patch does not fit. */
export const stale = (file: string, name: string): Error =>
  new Error(
    `happy-dom/lib/${file} is not as patches/${name} has it; see docs/happy-dom.md for how to move a patch to a new version`,
  )
