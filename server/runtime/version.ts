// The version of this package, from its own package.json.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Reads the version. */
export function packageVersion(): string {
  // By the package's own name, so that the built file and its source both find it.
  const file = createRequire(import.meta.url).resolve('hashbang-router/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
