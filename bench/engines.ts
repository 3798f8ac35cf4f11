/**
 * Counts the states of adopted apps that are rendered right: every state of the apps of test/adopt,
 * and of one app that needs features our engine lacks. Each is rendered by our engine, and by the
 * engine that a check chooses, and compared with Chromium. No times. The table goes to the console
 * and to bench/results/engines.md. It fails if our engine renders less than 95 % right, if no
 * engine renders a state right, or if a response of the chosen engines differs from the page.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkEngines } from '../dist/server/tools/verify/check-engines.js'
import { APPS, type App, writeApp } from '../test/adopt/apps.ts'
import { LACKING } from '../test/adopt/lacking-app.ts'
import { versions } from './report.ts'

const LEAST = 0.95

async function check(app: App) {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'))
  try {
    writeApp(app, join(folder, 'site'))
    const statesFile = join(folder, 'states.txt')
    const mark = app.prefix.startsWith('#!') ? '#!' : '#'
    writeFileSync(
      statesFile,
      app.states.map((one) => `http://site.test/${one && mark + one}`).join('\n'),
    )
    const { groups } = await checkEngines({
      config: {
        pages: { '/': { site: join(folder, 'site'), states: app.prefix, statesFile } },
        ...{ limits: { deadline: 30_000 }, adopt: { sandbox: false } },
      },
      ...{ limit: 1000, warn: console.error },
      signal: new AbortController().signal,
    })
    return groups.flatMap(({ engine, checked }) => checked.map((one) => ({ ...one, engine })))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const rows: string[] = []
const sum = { states: 0, ours: 0, right: 0, undetected: 0 }
async function add(name: string, app: App, counts: boolean): Promise<void> {
  const states = await check(app)
  const ours = states.filter(({ verdict }) => verdict === 'same').length
  // Shown otherwise, and given to our engine all the same.
  const undetected = states.filter(
    ({ verdict, engine }) => verdict !== 'same' && engine === 'happy-dom',
  ).length
  const right = states.filter(
    ({ verdict, engine, fallback }) =>
      (engine === 'happy-dom' ? verdict : fallback?.verdict) === 'same',
  ).length
  rows.push(`| ${name} | ${states.length} | ${ours} | ${right} | ${undetected} |`)
  console.log(rows.at(-1))
  if (!counts) return
  sum.states += states.length
  sum.ours += ours
  sum.right += right
  sum.undetected += undetected
}
for (const [name, app] of Object.entries(APPS)) await add(name, app, true)
rows.push(`| **all of these** | ${sum.states} | ${sum.ours} | ${sum.right} | ${sum.undetected} |`)
const { ours, states } = sum
await add('one that needs features our engine lacks', LACKING, false)
const text = [
  '# engines\n',
  'States of adopted apps that read as in Chromium: text, headings, links, pictures, head.\n',
  '| app | states | by our engine | by the engines of the check | undetected |\n| --- | ---: | ---: | ---: | ---: |',
  ...rows,
  `\n${versions(['happy-dom', 'playwright-core'])}.\n`,
].join('\n')
console.log(`\n${text}`)
const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('engines.md', folder), text)
const wrong = rows.filter((row) => !/\| (\d+) \| \d+ \| \1 \| 0 \|$/.test(row))
if (ours < LEAST * states || wrong.length > 0) {
  throw new Error(
    `Not all states are shown right: ${ours} of ${states} by our engine\n${wrong.join('\n')}`,
  )
}
