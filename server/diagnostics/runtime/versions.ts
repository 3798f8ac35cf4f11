// The version of this package, and the versions of Node that it supports, as in `engines`. Others
// lack functions, or a deep stack ends the process: CVE-2025-59466.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export function packageVersion(): string {
  // Both the built file and its source find it.
  const file = createRequire(import.meta.url).resolve('hashbang-router/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

const FIRST: readonly string[] = ['20.20.2', '22.22.2', '24.14.1']

const REMEDY = `Install Node ${FIRST.slice(0, -1)
  .map((first) => `${first} or a later ${first.split('.')[0]}`)
  .join(', ')}, or ${FIRST.at(-1)} or newer`

export function refusedNode(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number)
  const rank = minor * 10_000 + patch
  const isSupported = FIRST.some((release, at) => {
    const [line = 0, first = 0, least = 0] = release.split('.').map(Number)
    if (at === FIRST.length - 1 && major > line) return true
    return major === line && rank >= first * 10_000 + least
  })
  if (isSupported) return undefined
  return `hashbang-router does not run on Node ${version}, which is too old or not safe. ${REMEDY}`
}
