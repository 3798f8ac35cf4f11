/** Where the corpus of strangers is, and where it is built. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildProject, npmProject } from '../npm-project.ts'

export const STRANGERS = npmProject(join(import.meta.dirname, 'project'), 'strangers')

/**
 * Builds some of the libraries, once their packages are installed. @throws Vite's message if it
 * failed.
 */
export function buildStrangers(choose: (files: readonly string[]) => readonly string[]): void {
  const views = join(STRANGERS.folder, 'views')
  const all = readdirSync(views).sort()
  const chosen = new Set(choose(all))
  for (const file of all) if (!chosen.has(file)) rmSync(join(views, file))
  buildProject(STRANGERS)
}
