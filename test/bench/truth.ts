/**
 * Nothing wrong is served: views that keep something from page to page, of five frameworks, each asked for thousands of pages
 * in random order of which a few are of rare data, with reuse and without, by two threads. What is right is what a thread
 * shows that has shown nothing else. `npm run bench -- truth [pages of each framework]`, by default 10,000; SEED repeats a run.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { versions } from './report.ts'
import { KINDS, OF_MODULES } from './truth/behaviours.ts'
import { buildTruth } from './truth/build.ts'
import { FRAMEWORKS } from './truth/routes.ts'
import { askOracle, BUILT, type Outcome, runTruth } from './truth/run.ts'

const pages = Math.ceil(Number(process.argv[2] ?? 10_000) / KINDS.length)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))
const site = await buildTruth(BUILT)
const routes = FRAMEWORKS.flatMap((framework) => KINDS.map((_, at) => `${framework}-${at}`))
console.log(`${routes.length} routes, ${pages} pages of each, SEED=${seed}`)
const oracle = await askOracle(site, routes)
console.log('The oracle has spoken.')

const nameOf = (route: string): string => {
  const [framework, at] = route.split('-')
  return `${KINDS[Number(at)]} | ${framework}`
}
const say = (route: string, { wrong, wrongAfter, warning }: Outcome) =>
  wrong + wrongAfter > 0 &&
  console.log(`WRONG ${nameOf(route)}: ${wrong}, ${wrongAfter}; ${warning ?? 'no warning'}`)
const off = await runTruth({ site, routes, pages, seed, reuse: false, oracle, onDone: say })
console.log('Without reuse: done.')
const on = await runTruth({ site, routes, pages, seed, reuse: true, oracle, onDone: say })

const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
const sum = (outcomes: Iterable<Outcome>, read: (outcome: Outcome) => number) =>
  [...outcomes].reduce((total, outcome) => total + read(outcome), 0)
const bad = ({ wrong, wrongAfter }: Outcome) => wrong + wrongAfter
const rows = KINDS.flatMap((_, at) => FRAMEWORKS.map((framework) => `${framework}-${at}`)).map(
  (route) => {
    const [without, used] = [off.get(route) as Outcome, on.get(route) as Outcome]
    return line([
      nameOf(route),
      bad(without),
      bad(used),
      used.provisional,
      used.provisionalWrong,
      used.isOn ? 'on' : 'off',
      without.warning === undefined ? '' : 'yes',
    ])
  },
)
const total = (of: (kind: string) => boolean, outcomes: ReadonlyMap<string, Outcome>) =>
  sum(
    [...outcomes]
      .filter(([route]) => of(KINDS[Number(route.split('-')[1])] as string))
      .map(([, one]) => one),
    bad,
  )
const isOfView = (kind: string) => !OF_MODULES.has(kind)
const ofModules = (outcomes: ReadonlyMap<string, Outcome>, read: (outcome: Outcome) => number) =>
  sum(
    [...outcomes]
      .filter(([route]) => OF_MODULES.has(KINDS[Number(route.split('-')[1])] as string))
      .map(([, one]) => one),
    read,
  )
const early = (outcomes: ReadonlyMap<string, Outcome>) => ofModules(outcomes, ({ wrong }) => wrong)
const left = (outcomes: ReadonlyMap<string, Outcome>) =>
  ofModules(outcomes, ({ wrongAfter }) => wrongAfter)
const wrong = total(isOfView, off) + total(isOfView, on) + left(off) + left(on)
// What a module remembers is found after some pages; they are recalled, and from then on each is made by a new worker.
const silent = [...off, ...on].filter(([, one]) => bad(one) > 0 && one.warning === undefined)
const text = `# Truth

${versions(['lit', 'react', 'vue', 'svelte', 'happy-dom'])}

${KINDS.length} kinds of views in ${FRAMEWORKS.length} frameworks, ${pages} pages of each, 2 % of them of rare data, in random order (SEED=${seed}).
Wrong is what is not what a thread shows that has shown nothing else: an answer that others may keep, or one that is still there at the
end, here or in a shared tier; a page that is both counts twice.

- Without reuse: ${sum(off.values(), ({ pages }) => pages)} pages, **${total(isOfView, off)} wrong**; of kinds whose modules remember ${early(off)} before that was found
  (the first page of a route is drawn again after others, and compared), and ${left(off)} after it.
- With reuse: ${sum(on.values(), ({ pages }) => pages)} pages, **${total(isOfView, on)} wrong** after recall; of kinds whose modules remember ${early(on)} before that was found, and ${left(on)} after it. ${sum(on.values(), ({ provisional }) => provisional)} were provisional when they were answered; ${sum(on.values(), ({ provisionalWrong }) => provisionalWrong)} of these were wrong until they were recalled.

| kind | framework | wrong, reuse off | wrong, reuse on | provisional | of these wrong | reuse at the end | warned without reuse |
|---|---|---:|---:|---:|---:|---|---|
${rows.join('\n')}
`
const results = new URL('./results/', import.meta.url)
mkdirSync(results, { recursive: true })
writeFileSync(new URL('truth.md', results), text)
console.log(text)
for (const [route] of silent) console.log(`In silence: ${nameOf(route)}`)
process.exit(wrong + silent.length > 0 ? 1 : 0)
