/// <reference types="vite/types/importMeta.d.ts" />
// The modules of `src/` that an app may import: it gets those that the worker itself uses, from the
// script of the programs.

import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Each page loads the others anew: the doors for browsers act when they are imported, and views
 * must import the app's copy of their framework.
 */
const MODULES = import.meta.glob<object>(
  [
    '../../../src/**/*.js',
    '!../../../src/{browser,watched,devtools}.js',
    '!../../../src/{devtools,inline,views}/**',
  ],
  { eager: true },
)

/** @returns How to import a file of this package; undefined for all others. */
export function ownModules(
  importNative: (url: string) => Promise<object>,
): (path: string) => (() => Promise<object>) | undefined {
  // The script of the programs is in dist/server/.
  const dist = realpathSync(fileURLToPath(new URL('../', import.meta.url)))
  const modules = new Map(
    Object.entries(MODULES).map(([path, namespace]) => [
      join(dist, path.replaceAll('../', '')),
      async () => namespace,
    ]),
  )
  const server = join(dist, 'server', sep)
  return (path) =>
    path.startsWith(server) ? () => importNative(pathToFileURL(path).href) : modules.get(path)
}
