/**
 * `npm test [-- filter ...]`: builds, makes sure that there is a browser, runs every kind of test in turn and closes with
 * what failed, with its errors, and the sum, `N passed, N failed[, N skipped]`, as the last line. A filter is a piece of a
 * file's path; only files that hold one of the filters run, in an order by SEED. Each part's lines carry its name, so that only
 * the sum stands alone. With `--node`, only units run, in Node, as they are: without a build, a browser, types and specs.
 */
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ensureChromium, findFirefox } from './browser.ts'
import { createDigest } from './digest.ts'
import { add, nothing, type Part, runPart, writeCounts } from './part.ts'
import { seed, shuffled } from './seed.ts'
import { typesPart } from './types.ts'
import { unitsPart } from './units.ts'

const require = createRequire(import.meta.url)
const isQuick = process.argv.includes('--node')
const filters = process.argv.slice(2).filter((argument) => argument !== '--node')

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file).replaceAll('\\', '/'))
  .filter((file) => !/^test\/(bench|fixtures|run\/fixtures)\//.test(file))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort()
const types = isQuick ? [] : files.filter((file) => file.endsWith('.test-d.ts'))
const units = shuffled(files.filter((file) => file.endsWith('.test.ts')))
const specs = isQuick ? [] : files.filter((file) => file.endsWith('.spec.ts'))
// The units of src/dom need a document, so they have no Node to run in.
const unitsAnywhere = units.filter((file) => !file.startsWith('test/dom/'))

process.env.SEED = String(seed)
console.log(`order | SEED=${seed} npm test repeats it`)

const parts: Part[] = isQuick ? [] : [script('build')]
if (specs.length > 0 && existsSync('vite.config.ts')) parts.push(script('build:demo'))
if (types.length > 0) parts.push(typesPart(types))
if (unitsAnywhere.length > 0) parts.push(unitsPart('node', unitsAnywhere))

if (!isQuick && units.length + specs.length > 0) {
  Object.assign(process.env, await ensureChromium())
  const firefox = findFirefox()
  console.log(`browser | Chromium: ${process.env.CHROMIUM_PATH}`)
  if ('path' in firefox) {
    process.env.FIREFOX_PATH = firefox.path
    console.log(`browser | Firefox: ${firefox.path}`)
  } else {
    delete process.env.FIREFOX_PATH
    console.log(`browser | Firefox: ${firefox.missing}; nothing runs in it`)
  }
  if (units.length > 0) {
    parts.push(unitsPart('chromium', units, process.env.CHROMIUM_PATH))
    if ('path' in firefox) parts.push(unitsPart('firefox', units, firefox.path))
  }
  if (specs.length > 0) parts.push(specsPart())
}

let sum = nothing
const digest = createDigest()
const print = (line: string) => {
  digest.read(line)
  console.log(line)
}
if (parts.length === 0 || types.length + units.length + specs.length === 0) {
  console.log(`No test file's path holds ${filters.join(' or ') || 'anything'}.`)
  sum = add(sum, { passed: 0, failed: 1, skipped: 0 })
} else {
  for (const part of parts) sum = add(sum, await runPart(part, print))
}
const failures = digest.failures()
if (failures.length > 0) console.log(['What failed:', ...failures].join('\n'))
console.log(writeCounts(sum))
process.exitCode = sum.failed > 0 ? 1 : 0

function script(name: string): Part {
  return {
    name,
    command: 'npm',
    args: ['run', '--silent', name],
    deadlineMs: 600_000,
    verdict: 'exit',
  }
}

function specsPart(): Part {
  const cli = require.resolve('@playwright/test/cli')
  // Playwright takes its arguments as regular expressions over absolute paths.
  const wanted = filters.length > 0 ? specs.map((file) => `${literal(file)}$`) : []
  return {
    name: 'specs',
    command: process.execPath,
    args: [
      cli,
      'test',
      '--config',
      'test/playwright.config.ts',
      '--shuffle',
      String(seed),
      ...wanted,
    ],
    // Libraries with a build for development would say so in every thread.
    env: { ...process.env, NODE_ENV: 'production' },
    deadlineMs: 3_020_000,
    verdict: 'counts',
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
