/** The demo's route table in bare Node, without a document: what it enumerates is what it has. */
import { expect, test } from '@playwright/test'
import { entries } from 'hashbang-router'
import { type OpenLexicon, openLexicon } from '../../demo/dist/lexicon/database.js'
import { LIST_SIZE } from '../../demo/dist/lexicon/terms.js'
import { routes } from '../../demo/dist/routes.js'
import { lexiconFile } from '../../demo/dist/store.js'

/** Every so many entries one is resolved; a prime, so that no regular row of them is left out. */
const STEP = 997

let lexicon: OpenLexicon

test.beforeAll(() => {
  lexicon = openLexicon(lexiconFile())
})

test.afterAll(() => lexicon.close())

test('lists every word and every page of every list once, and each is there', async () => {
  // They are 150,000.
  const given = { context: { lexicon }, signal: new AbortController().signal }
  const states = new Set<string>()
  const counts: Record<string, number> = {}
  let seen = 0
  for await (const { name, state, index } of entries(routes, given)) {
    states.add(state)
    counts[name] = (counts[name] ?? 0) + 1
    if (seen++ % STEP > 0 || !index) continue
    const page = await routes.resolve(state, given)
    expect([state, page.type, page.type === 'page' && page.state]).toEqual([state, 'page', state])
  }
  expect(states.size).toBe(seen)
  const { lemmas, letters } = await lexicon.counts()
  const pages = letters.map((letter) => Math.ceil(letter.lemmas / LIST_SIZE))
  expect(counts).toMatchObject({
    home: 1,
    about: 1,
    word: lemmas,
    browse: pages.reduce((sum, count) => sum + count),
  })
})

test('gives the views nothing that depends on who asks', async () => {
  const given = { context: { lexicon }, signal: new AbortController().signal }
  const [first, second] = await Promise.all([1, 2].map(() => routes.resolve('/word/take', given)))
  expect(first).toEqual(second)
})
