/**
 * Compares the cost of a snapshot in a small site and in a large one: the page of the last route of
 * a table, and the page of a word of Lexicon, each in a worker of its own. The pages are the same.
 * Only the size of the site differs.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rights } from '../demo/store.ts'
import { cutLexicon } from './flat/lexicon.ts'
import { measure } from './measure.ts'
import { render, startPool } from './snapshot/app.ts'

const BATCH = 8
const ROUTES = [10, 10_000] as const
const WORDS = 1000
const MOST = 1.1
const root = join(import.meta.dirname, '..')

execFileSync('npm', ['run', '--silent', 'build:demo'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
const lexicons = cutLexicon(join(root, '.cache/bench-flat'), WORDS)
const lexicon = join(root, 'demo/dist/worker/app.js')
const table = join(import.meta.dirname, 'flat/table.js')

let id = 0
/** Makes a batch of pages in a worker of its own. */
async function contestant(
  app: string,
  stateOf: (id: number) => string,
  settings: Parameters<typeof startPool>[2],
) {
  const pool = await startPool(pathToFileURL(app).href, 1, settings)
  return () => Promise.all(Array.from({ length: BATCH }, () => render(pool, stateOf(id++))))
}
function lastOf(routes: number) {
  process.env.FLAT_ROUTES = `${routes}`
  const stateOf = (id: number) => `/part-${routes - 1}/${id % 5000}`
  return contestant(table, stateOf, { workerEnv: ['FLAT_ROUTES'] })
}
function wordsOf(file: string) {
  process.env.LEXICON_FILE = file
  const stateOf = (id: number) => `/word/${encodeURIComponent(lexicons.words[id % WORDS] ?? '')}`
  return contestant(lexicon, stateOf, rights)
}

const [few, many] = ROUTES
const cases = {
  [`a table of ${few} and of ${many.toLocaleString('en')} routes`]: {
    small: await lastOf(few),
    large: await lastOf(many),
  },
  [`a Lexicon of ${WORDS.toLocaleString('en')} and of ${lexicons.size.toLocaleString('en')} words`]:
    {
      small: await wordsOf(lexicons.cut),
      large: await wordsOf(lexicons.whole),
    },
}
for (const [name, { small, large }] of Object.entries(cases)) {
  id = 0
  const pages = await small()
  id = 0
  if (`${pages}`.replaceAll(/part\d+/g, '') !== `${await large()}`.replaceAll(/part\d+/g, ''))
    throw new Error(`The pages differ: ${name}`)
}
await measure({
  name: 'flat',
  title: `The same pages in a small site and in a large one, ${BATCH} at a time.`,
  baseline: 'small',
  packages: ['happy-dom', 'node-sqlite3-wasm'],
  rounds: 25,
  sampleMs: 100,
  cpu: true,
  bars: Object.keys(cases).map((name) => ({
    what: name,
    value: (time) => time(name, 'large') / time(name, 'small'),
    most: MOST,
  })),
  cases,
})
process.exit()
