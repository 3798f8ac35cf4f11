/**
 * Checks that nothing wrong is served: requests views, loaders, heads and libraries that keep
 * something from page to page, in random order. A page's content is a function of its data. The
 * bytes of a sample are also compared with those of a handler that has made no other page. It takes
 * an hour or more.
 *
 *     npm run bench -- truth [pages of each kind, default 2000]
 *       --kinds word,word  only kinds whose route has one of the words: react, first-wins, plain-
 *       --every n          one kind of n
 *       --together n       kinds in one handler, all mixed. Default: all, in two handlers: kinds
 *                          that cost a worker have one of their own. 1: a handler for each
 *       --sample n         pages of each kind whose bytes are compared. Default: 1
 *       --crossed          every kind in every framework that can show it
 *       --out name         writes results/<name>.md. Default: `truth` for a run of all kinds
 *
 * SEED repeats a run. Exit code 1: a page was wrong.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { versions } from './report.ts'
import { isFlawed, keepersTable, kindsTable, sumOf, wrongOf } from './truth/report.ts'
import { type Outcome, runTruth } from './truth/run.ts'
import { prepareSites } from './truth/sites.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kinds: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    together: { type: 'string', default: 'Infinity' },
    sample: { type: 'string', default: '1' },
    crossed: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
// Libraries with a build for development would print that in every worker.
process.env.NODE_ENV = 'production'

const pages = Number(positionals[0] ?? 2000)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))
const words = values.kinds.split(',')
const isWhole = values.kinds === '' && values.every === '1'
const out = values.out ?? (isWhole ? 'truth' : undefined)

const sites = prepareSites(values.crossed).map((site) => ({
  ...site,
  kinds: site.kinds
    .filter(({ route }) => words.some((word) => route.includes(word)))
    .filter((_, at) => at % Number(values.every) === 0),
}))
const count = sites.reduce((total, { kinds }) => total + kinds.length, 0)
console.log(`${count} kinds, ${pages} pages of each, SEED=${seed}`)

function tell(outcomes: readonly Outcome[]): void {
  for (const one of outcomes.filter(isFlawed)) {
    const why = one.warning === undefined ? 'no warning' : one.warning.slice(0, 160)
    console.log(
      `WRONG ${one.kind.route}: ${wrongOf(one)} of ${one.pages}, ` +
        `${one.otherBytes} with other bytes; ${one.example ?? ''}; ${why}`,
    )
  }
}

const found = await runTruth({
  ...{ sites, pages, seed, together: Number(values.together), sample: Number(values.sample) },
  onDone: tell,
  onPages: (n) => console.log(`${n} pages`),
})
const sum = sumOf(found)

const handlers =
  values.together === '1'
    ? 'Each has a handler of its own.'
    : `A handler shows ${values.together === 'Infinity' ? 'all' : values.together} of them, mixed; those that cost a worker have one of their own.`
const text = `# truth

${count} kinds of views that keep something, ${pages} pages of each in random order, one of fifty of another shape (SEED=${seed}).
${handlers} Right is what follows from a page's data alone.
Silent: answered with 200 and wrong. Refused: any other status.

${sum}

${keepersTable(found)}

${kindsTable(found)}

${versions([])}.
`
if (out !== undefined) writeFileSync(new URL(`./results/${out}.md`, import.meta.url), text)
console.log(sum)
process.exitCode = found.some(isFlawed) ? 1 : 0
