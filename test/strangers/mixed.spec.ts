/**
 * Libraries of strangers in one thread, all mixed: a page is the same whatever the thread has shown before, but for the numbers
 * of ids that libraries count, which only have to agree within a page. Where modules of a route remember more than that, its pages
 * are right once the server has found out. In: the views of the project. `STRANGERS= npm test --
 * strangers/mixed`, or the beginnings of names; `STRANGERS_PAGES=2000` and `STRANGERS_RENDERS` say how many pages are shown.
 */
import { expect, test } from '@playwright/test'
import { seed, shuffled } from '../run/seed.ts'
import { numberIds } from './counters.ts'
import { buildProject, installPackages } from './install.ts'
import { type Corpus, openCorpus } from './run.ts'

const ONLY = process.env.STRANGERS
/** Pages that go through one worker. */
const PAGES = Number(process.env.STRANGERS_PAGES ?? 600)
/** Of each of so few views, as for each a worker of its own is started, too. */
const PAGES_A_VIEW = 10
/** How often each library is shown by two workers. */
const RENDERS = Number(process.env.STRANGERS_RENDERS ?? 10)

let corpus: Corpus
let names: readonly string[]

test.beforeAll(async ({ browser }) => {
  test.setTimeout(600_000)
  test.skip(ONLY === undefined, 'takes minutes: STRANGERS= npm test -- strangers/mixed')
  const failure = installPackages()
  if (failure !== null && process.env.CI) throw new Error(failure)
  test.skip(failure !== null, `the packages of the corpus cannot be installed here: ${failure}`)
  buildProject()
  corpus = await openCorpus()
  const all = await corpus.names(browser)
  names = shuffled(
    all.filter((name) => !ONLY || ONLY.split(',').some((one) => name.startsWith(one))),
  )
})

test.afterAll(() => corpus?.close())

const libraryOf = (name: string): string => name.replace(/\/.*/, '')

/** One of each library, before another of any. */
function mixed(): string[] {
  const counts = new Map<string, number>()
  const turnOf = new Map<string, number>()
  for (const name of names) {
    const turn = counts.get(libraryOf(name)) ?? 0
    counts.set(libraryOf(name), turn + 1)
    turnOf.set(name, turn)
  }
  return [...names].sort((one, other) => (turnOf.get(one) ?? 0) - (turnOf.get(other) ?? 0))
}

async function show(name: string): Promise<string> {
  const { status, html } = await corpus.snapshot(name)
  return numberIds(`${status} ${html}`)
}

test(`a page is the same in a worker that has shown others as in a fresh one, SEED=${seed}`, async () => {
  test.setTimeout(3_600_000)
  const chosen = mixed().slice(0, Math.ceil(PAGES / PAGES_A_VIEW))
  const fresh = new Map<string, string>()
  for (const name of chosen) {
    await corpus.restart()
    fresh.set(name, await show(name))
  }
  await corpus.restart()
  const differing = new Map<string, string>()
  const order = shuffled(chosen.flatMap((name) => Array<string>(PAGES_A_VIEW).fill(name)))
  const before: string[] = []
  for (const name of order) {
    const wasFound = corpus.isSingleUse(name)
    const shown = await show(name)
    if (shown === fresh.get(name)) continue
    if (!wasFound) before.push(name)
    else if (!differing.has(name)) differing.set(name, difference(fresh.get(name) ?? '', shown))
  }
  // One that differs without being found is wrong for good.
  for (const name of before.filter((name) => !corpus.isSingleUse(name))) {
    differing.set(name, 'is other than in a fresh worker, and the server does not know')
  }
  console.log(
    `${order.length} pages of ${chosen.length} views: ${before.length} other than in a fresh worker, ` +
      `each before its route was found to remember: ${[...new Set(before)].sort().join(', ')}`,
  )
  expect([...differing].sort().map(([name, how]) => `${name}: ${how}`)).toEqual([])
})

test(`two workers make one body of a page of each library, SEED=${seed}`, async () => {
  test.setTimeout(3_600_000)
  const libraries = new Map(names.map((name) => [libraryOf(name), name]))
  await corpus.restart(2)
  let order = [...libraries.values()]
  const bodies = new Map<string, Set<string>>()
  const found = new Set<string>()
  for (let render = 0; render < RENDERS; render += 2) {
    order = shuffled(order)
    for (const name of order) {
      const wasFound = corpus.isSingleUse(name)
      const both = await Promise.all([show(name), show(name)])
      // What was made before that is forgotten.
      const seen = (!found.has(name) && wasFound ? undefined : bodies.get(name)) ?? new Set()
      if (wasFound) found.add(name)
      bodies.set(name, seen)
      for (const body of both) seen.add(body)
    }
  }
  const several = [...bodies].filter(([, { size }]) => size > 1)
  expect(
    several.map(([name, all]) => `${name}: ${difference(...([...all] as [string, string]))}`),
  ).toEqual([])
})

/** Where two texts part. */
function difference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const piece = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))
  return `${piece(other)} instead of ${piece(one)}`
}
