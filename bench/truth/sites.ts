/**
 * The apps of the bench: those that Vite builds, with libraries of npm, and the one whose modules
 * lie on disk.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildProject, installPackages, npmProject } from '../../test/npm-project.ts'
import { PLAIN } from './plain/kinds.ts'
import { CROSSED, KINDS, type Kind } from './project/kinds.ts'

/** A page that serves some kinds. */
export interface TruthSite {
  readonly path: string
  readonly shell: string
  readonly app: string
  readonly kinds: readonly Kind[]
}

export const TRUTH = npmProject(join(import.meta.dirname, 'project'), 'truth')

export const plainSite = (): TruthSite => ({
  path: '/plain/',
  shell: join(import.meta.dirname, 'plain/index.html'),
  app: join(import.meta.dirname, 'plain/app.js'),
  kinds: PLAIN,
})

/** The app as Vite has built it into a folder. */
export const builtSite = (folder: string, kinds: readonly Kind[]): TruthSite => ({
  path: '/',
  shell: join(folder, 'dist/client/index.html'),
  app: join(folder, 'dist/worker/app.js'),
  kinds,
})

/** The apps as Vite has built them into a folder. */
function builtSites(folder: string, kinds: readonly Kind[]): readonly TruthSite[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'dist/hashbang.json'), 'utf8')) as {
    pages: Record<string, { shell: string; app: string }>
  }
  return Object.entries(manifest.pages).map(([path, { shell, app }]) => ({
    ...{ path, shell: join(folder, 'dist', shell), app: join(folder, 'dist', app) },
    kinds: kinds.filter(({ view }) => path === `/${view.split('/')[0]}.html`),
  }))
}

/**
 * Installs and builds the apps with all libraries.
 *
 * @param isCrossed Show every kind in every framework that can.
 * @throws When npm cannot install.
 */
export function prepareSites(isCrossed: boolean): readonly TruthSite[] {
  const failure = installPackages(TRUTH)
  if (failure !== null) throw new Error(failure)
  if (isCrossed) process.env.TRUTH_CROSSED = '1'
  buildProject(TRUTH)
  return [...builtSites(TRUTH.folder, isCrossed ? CROSSED : KINDS), plainSite()]
}
