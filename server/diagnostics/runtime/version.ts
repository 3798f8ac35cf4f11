// Reads the version of this package from its package.json.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export function packageVersion(): string {
  // Resolved by package name, so that the built file and its source both find it.
  const file = createRequire(import.meta.url).resolve('hashbang-router/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
