// The version of this package, and the versions of Node that it runs on: those of `engines`, and
// 20. Others lack functions, or a deep stack ends the process: CVE-2025-59466.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export function packageVersion(): string {
  // Both the built file and its source find it.
  const file = createRequire(import.meta.url).resolve('hashbang-router/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

const FIRST: readonly string[] = ['22.22.2', '24.14.1', '26.0.0']

/** The last release of Node 20, which gets no more fixes. */
const AGED = '20.20.2'

const REMEDY = `Install Node ${FIRST.slice(0, -1)
  .map((first) => `${first} or a later ${first.split('.')[0]}`)
  .join(', ')}, or ${FIRST.at(-1)} or newer`

/** @returns A warning, on a Node that pages lack something on. */
export function agedNode(version: string): string | undefined {
  if (lineOf(version) !== lineOf(AGED)) return undefined
  return (
    `Node ${version} gets no more fixes. Its pages lack Promise.withResolvers, Object.groupBy, ` +
    'methods of sets and iterator helpers, and its workers may write files and start programs. ' +
    'Install Node 24 or 26'
  )
}

const lineOf = (version: string): number => Number.parseInt(version.replace(/^v/, ''), 10)

export function refusedNode(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number)
  const rank = minor * 10_000 + patch
  const isSupported = [AGED, ...FIRST].some((release) => {
    const [line = 0, first = 0, least = 0] = release.split('.').map(Number)
    if (release === FIRST.at(-1) && major > line) return true
    return major === line && rank >= first * 10_000 + least
  })
  if (isSupported) return undefined
  return `hashbang-router does not run on Node ${version}, which is too old or not safe. ${REMEDY}`
}
