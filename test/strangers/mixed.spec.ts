/** Libraries of strangers in one thread, all mixed. */
import { expect, test } from '@playwright/test'
import { shuffled } from '../run/seed.ts'
import { type Corpus, openCorpus } from './run.ts'

/** Views that are shown by a worker of their own, and then all mixed by one. */
const VIEWS = 20
const PAGES_A_VIEW = 8

let corpus: Corpus
let names: readonly string[]

test.beforeAll(async () => {
  corpus = await openCorpus()
  names = shuffled(corpus.names)
})

test.afterAll(() => corpus?.close())

const libraryOf = (name: string): string => name.replace(/\/.*/, '')

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

/** The time of the page, which some libraries put into ids, is that of the server. */
const TIME = /(?<!\d)\d{13}(?!\d)/g

async function show(name: string): Promise<string> {
  const { status, html } = await corpus.snapshot(name)
  return `${status} ${html.replace(TIME, 'time')}`
}

test('a page is the same in a worker that has shown others as in a fresh one', async () => {
  const chosen = mixed().slice(0, VIEWS)
  const fresh = new Map<string, string>()
  for (const name of chosen) {
    await corpus.restart()
    fresh.set(name, await show(name))
  }
  await corpus.restart()
  const differing = new Map<string, string>()
  const order = shuffled(chosen.flatMap((name) => Array<string>(PAGES_A_VIEW).fill(name)))
  for (const name of order) {
    const shown = await show(name)
    if (shown === fresh.get(name) || differing.has(name)) continue
    differing.set(name, difference(fresh.get(name) ?? '', shown))
  }
  expect([...differing].sort().map(([name, how]) => `${name}: ${how}`)).toEqual([])
})

function difference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const piece = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))
  return `${piece(other)} instead of ${piece(one)}`
}
