/**
 * `npm run bench -- <name> [argument ...]` runs test/bench/<name>.ts with the arguments; without a name it lists the benches.
 * A bench is a script that calls measure() and throws where a ratio misses its target.
 */
import { readdirSync } from 'node:fs'

const shared = ['measure', 'report']
const names = readdirSync(new URL('../bench/', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !shared.includes(name))
const name = process.argv[2]

if (name === undefined) {
  console.log(`Benches: ${names.join(', ') || 'none yet'}. Run one: npm run bench -- <name>`)
} else if (names.includes(name)) {
  // The bench sees its own arguments from index 2 on, as if it had been started directly.
  process.argv.splice(2, 1)
  await import(new URL(`../bench/${name}.ts`, import.meta.url).href)
} else {
  console.error(`There is no bench "${name}". There are: ${names.join(', ') || 'none yet'}.`)
  process.exitCode = 1
}
