/**
 * The two apps of the bench: the one that Vite builds, with libraries of npm, and the one whose
 * modules lie on disk.
 */
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

/**
 * Installs and builds the app with all libraries.
 *
 * @param isCrossed Show every kind in every framework that can.
 * @throws When npm cannot install.
 */
export function prepareSites(isCrossed: boolean): readonly TruthSite[] {
  const failure = installPackages(TRUTH)
  if (failure !== null) throw new Error(failure)
  buildProject(TRUTH)
  return [builtSite(TRUTH.folder, isCrossed ? CROSSED : KINDS), plainSite()]
}
