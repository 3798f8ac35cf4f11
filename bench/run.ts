/**
 * `npm run bench -- <name> [argument ...]` runs bench/<name>.ts with the arguments. Without a name
 * it runs all that measure time or memory, one after the other and each as a process of its own, so
 * that one that misses keeps no other from running; then it says which bars are met, missed, or not
 * to be judged. Exit code 1: a bar is missed outside the noise, or a bench failed. Benches run on
 * the Node that documents quote; `--node 20` takes another. One that is not this one comes from
 * npm.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { nodeOf } from '../test/run/node-of.ts'
import { BAR_RESULTS, type BarResult, barsTable, QUOTED } from './harness/publish.ts'

const shared = ['measure', 'report', 'run']
/** They look for wrong pages, for hours, and pass no verdict about time. */
const LONG = ['truth', 'fidelity', 'engines']
/** It shows where the time goes, and has no bar. */
const ASKED = ['profile']

const names = readdirSync(new URL('./', import.meta.url))
  .filter((file) => /^(?!.*\.d\.ts$).*\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !shared.includes(name))
const args = process.argv.slice(2)
const at = args.indexOf('--node')
const [, major = `${QUOTED}`] = at < 0 ? [] : args.splice(at, 2)
const node = nodeOf(Number(major))
const [name, ...given] = args

if (name !== undefined && !names.includes(name)) {
  console.error(`There is no bench "${name}". There are: ${names.join(', ')}.`)
  process.exit(1)
}
if (name !== undefined) process.exit(run(name, given))

const all = names.filter((one) => !LONG.includes(one) && !ASKED.includes(one))
rmSync(BAR_RESULTS, { recursive: true, force: true })
const failed = all.filter((one) => {
  console.log(`\n--- ${one} (${all.indexOf(one) + 1} of ${all.length})\n`)
  return run(one, []) !== 0 && !existsSync(fileOf(one))
})
const results = all.flatMap((one): BarResult[] =>
  existsSync(fileOf(one)) ? JSON.parse(readFileSync(fileOf(one), 'utf8')) : [],
)
const count = (verdict: BarResult['verdict']) =>
  results.filter((bar) => bar.verdict === verdict).length
console.log(
  `\n# All bars\n\n${barsTable(results.map((bar) => ({ ...bar, what: `${bar.bench}: ${bar.what}` })))}\n`,
)
for (const one of failed) console.log(`${one} has failed: it has no figures`)
console.log(
  `${count('met')} met, ${count('missed')} missed, ${count('noisy')} too noisy to be judged`,
)
process.exitCode = failed.length + count('missed') > 0 ? 1 : 0

/** @returns Its exit code. */
function run(bench: string, args: readonly string[]): number {
  const file = new URL(`./${bench}.ts`, import.meta.url).pathname
  const { status } = spawnSync(node, [...process.execArgv, file, ...args], {
    stdio: 'inherit',
  })
  return status ?? 1
}

function fileOf(bench: string): URL {
  return new URL(`${bench}.json`, BAR_RESULTS)
}
