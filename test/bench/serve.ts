/**
 * The production server against what it is measured by: hello world of node:http and nginx with a file, in the same run; and
 * against itself when there is too much to do, a flood of states, and minutes of load. `npm run bench -- serve [part ...]`
 * runs parts: throughput, stampede, overload, flood, soak. Only ratios and counts are reported.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { versions } from './report.ts'
import { flood } from './serve/flood.ts'
import { overload } from './serve/overload.ts'
import { soak } from './serve/soak.ts'
import { stampede } from './serve/stampede.ts'
import { throughput } from './serve/throughput.ts'

/** What a part has found: a table or sentences, and the bars that it missed. */
export interface Finding {
  readonly text: string
  readonly missed: readonly string[]
}

const parts: Readonly<Record<string, () => Promise<Finding>>> = {
  throughput,
  stampede,
  overload,
  flood,
  soak,
}
const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(parts)
const texts: string[] = []
const missed: string[] = []
for (const name of names) {
  const part = parts[name]
  if (part === undefined)
    throw new RangeError(`No part "${name}": there are ${Object.keys(parts).join(', ')}`)
  const finding = await part()
  console.log(`## ${name}\n\n${finding.text}\n`)
  texts.push(`## ${name}\n\n${finding.text}\n`)
  missed.push(...finding.missed.map((bar) => `${name}: ${bar}`))
}
if (wanted.length === 0) {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const text = `# serve\n\nThe production server on loopback.\n\n${texts.join('\n')}\n${versions(['sirv', 'lru-cache'])}.\n`
  writeFileSync(new URL('serve.md', folder), text)
}
if (missed.length > 0) throw new Error(`Missed:\n${missed.join('\n')}`)
