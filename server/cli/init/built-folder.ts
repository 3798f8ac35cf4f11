// Finds the folder of an app that is built, or that needs no build, in a project.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Usual build folders of apps without Vite. */
const BUILDS = ['dist', 'build', 'www', 'public', 'app', 'docs', '_site', 'out']

/** `.` for an app without a build. */
export function builtFolder(folder: string): string | undefined {
  const hasPage = (name: string) => existsSync(join(folder, name, 'index.html'))
  const dist = join(folder, 'dist')
  // Angular's builder writes dist/<name>/browser.
  const nested = existsSync(dist) ? readdirSync(dist).map((name) => `dist/${name}/browser`) : []
  return [...BUILDS, ...nested].find(hasPage) ?? (hasPage('.') ? '.' : undefined)
}
