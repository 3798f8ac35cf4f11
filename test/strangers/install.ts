/** Where the corpus of strangers is, and where it is built. */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { type BuiltApp, buildApp, builtIn } from '../built-app.ts'
import { buildProject, npmProject } from '../npm-project.ts'
import { project } from '../project.ts'

export const STRANGERS = npmProject(join(import.meta.dirname, 'project'), 'strangers')

export interface BuiltCorpus extends BuiltApp {
  /** The folder with the modules of its libraries. */
  readonly views: string
}

const corpusIn = (root: string): BuiltCorpus => ({ ...builtIn(root), views: join(root, 'views') })

/** The corpus with packages of its own, as `buildStrangers` builds it. */
export const INSTALLED = corpusIn(STRANGERS.folder)

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

/** Builds some of the libraries with the packages of this repository, without an install. */
export async function buildWithoutInstall(files: readonly string[]): Promise<BuiltCorpus> {
  const root = project({}, 'strangers')
  const isShared = (path: string) =>
    !/^(?:views|package\.json|vite\.config\.ts)$/.test(basename(path))
  cpSync(STRANGERS.sources, root, { recursive: true, filter: isShared })
  mkdirSync(join(root, 'views'))
  for (const file of files)
    cpSync(join(STRANGERS.sources, 'views', file), join(root, 'views', file))
  await buildApp(root, { plugins: [vue()] })
  return corpusIn(root)
}
