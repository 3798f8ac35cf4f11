/**
 * The type tests: test/**\/*.test-d.ts hold expressions that must compile and, under @ts-expect-error, ones that must not. The
 * compiler runs them; a file with an error in it is a failure. Errors in other files are `npm run types`' affair, not counted here.
 * As a script of its own (files as arguments) it prints one line per file and the counts.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nothing, type Part, writeCounts } from './part.ts'

const self = fileURLToPath(import.meta.url)

export function typesPart(files: readonly string[]): Part {
  const args = ['--import', 'tsx', self, ...files]
  return {
    name: 'types',
    command: process.execPath,
    args,
    deadlineMs: 1_200_000,
    verdict: 'counts',
  }
}

function checkTypes(files: readonly string[]): void {
  const home = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const tsc = [join(home, 'bin', 'tsc'), '-b', 'test', '--pretty', 'false']
  const { stdout, stderr, status } = spawnSync(process.execPath, tsc, { encoding: 'utf8' })
  const lines = stdout.split('\n')
  if (status !== 0 && !lines.some((line) => line.includes('error TS'))) {
    // The compiler itself failed: say so and print no counts, which the test run takes as a failure.
    console.log(stdout, stderr)
    process.exitCode = 1
    return
  }
  const counts = { ...nothing }
  for (const file of files) {
    const errors = lines.filter((line) => line.startsWith(`${file}(`))
    if (errors.length === 0) counts.passed++
    else counts.failed++
    console.log(`${errors.length === 0 ? '✔' : '✘'} ${file}`)
    for (const error of errors) console.log(`  ${error}`)
  }
  console.log(writeCounts(counts))
}

if (process.argv[1] === self) checkTypes(process.argv.slice(2))
