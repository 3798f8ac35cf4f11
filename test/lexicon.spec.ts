/**
 * The demo's lexicon says what WordNet's files say, the same from the database and over the JSON API, and answers what
 * names nothing with nothing.
 */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { lexiconApi } from '../demo/lexicon/api.ts'
import { fetchLexicon } from '../demo/lexicon/client.ts'
import type { OpenLexicon } from '../demo/lexicon/database.ts'
import { CURIOSITIES, keyOf, PARTS } from '../demo/lexicon/terms.ts'
import type { Lexicon } from '../demo/lexicon/types.ts'
import { readPart } from './lexicon/dict.ts'
import { openDatabase, type Served, serve } from './lexicon/open.ts'
import { numRuns, seed } from './run/seed.ts'

let database: OpenLexicon
let server: Served
let client: Lexicon

test.beforeAll(async () => {
  database = openDatabase()
  server = await serve(lexiconApi(database))
  client = fetchLexicon(server.origin)
})

test.afterAll(() => {
  server?.close()
  database?.close()
})

test('holds every lemma, synset and sense of WordNet 3.1', async () => {
  const counts = await database.counts()
  expect(counts).toMatchObject({ lemmas: 147_478, synsets: 117_791, senses: 207_235 })
  expect(counts.letters.reduce((sum, { lemmas }) => sum + lemmas, 0)).toBe(counts.lemmas)
  for (const { part, lemmas } of counts.parts) expect(readPart(part)).toHaveLength(lemmas)
})

for (const part of PARTS) {
  test(`a lemma as ${part} has the senses of the dict files`, async () => {
    const lines = readPart(part)
    const places = fc.sample(fc.nat(lines.length - 1), { seed, numRuns: numRuns(60, 150) })
    for (const line of places.map((place) => lines[place]?.read())) {
      const entry = await database.word(line?.lemma ?? '')
      const senses = entry?.parts.find((found) => found.part === part)?.senses ?? []
      const about = `${line?.lemma}, SEED=${seed}`
      expect(senses.length, about).toBe(line?.senses.length)
      for (const [index, sense] of senses.entries()) {
        const raw = line?.senses[index]
        // By key: a synset may write one lemma in two ways, 'doomsday' and 'Doomsday'.
        const words = raw?.words.map((word) => keyOf(word.replace(/\(\w+\)$/, '')))
        const ours = [sense.lemma, ...sense.synonyms].map(keyOf)
        expect(new Set(ours), about).toEqual(new Set(words))
        expect(raw?.gloss, about).toContain(sense.gloss)
        for (const example of sense.examples) expect(raw?.gloss, about).toContain(`"${example}"`)
        expect(sense.hyponymCount, about).toBe(raw?.hyponyms)
        expect(sense.similar.length > 0, about).toBe((raw?.similar ?? 0) > 0)
      }
    }
  })
}

const spellings: readonly [asked: string, key: string, lemma: string, parts: string][] = [
  ['AJAX', 'ajax', 'Ajax', 'noun 1'],
  ['naïve', 'naive', 'naive', 'adjective 5'],
  ['Ice_Cream', 'ice cream', 'ice cream', 'noun 1'],
  ['ice\u00a0 cream\n', 'ice cream', 'ice cream', 'noun 1'],
  ['take', 'take', 'take', 'noun 2, verb 42'],
  ['x', 'x', 'x', 'noun 3, adjective 1'],
  ['ｘ', 'x', 'x', 'noun 3, adjective 1'],
  ['24/7', '24/7', '24/7', 'noun 1'],
  ["'hood", "'hood", "'hood", 'noun 1'],
  ['A.M.', 'a.m.', 'a.m.', 'adjective 1, adverb 1'],
  ['.22-caliber', '.22-caliber', '.22-caliber', 'adjective 1'],
  ['CHINA', 'china', 'china', 'noun 4'],
]
for (const [asked, key, lemma, parts] of spellings) {
  test(`finds ${JSON.stringify(asked)} under ${key}`, async () => {
    const word = await database.word(asked)
    expect(word).toMatchObject({ key, lemma })
    expect(word?.parts.map(({ part, senses }) => `${part} ${senses.length}`).join(', ')).toBe(parts)
  })
}

test('follows the relations of a sense', async () => {
  const senseOf = async (lemma: string, part: string) =>
    (await database.word(lemma))?.parts.find((found) => found.part === part)?.senses[0]
  expect(await senseOf('dog', 'noun')).toMatchObject({
    synonyms: ['domestic dog', 'Canis familiaris'],
    hypernyms: ['canine', 'canid', 'domestic animal', 'domesticated animal'],
    hyponymCount: 18,
  })
  expect(await senseOf('ajax', 'noun')).toMatchObject({ hypernyms: ['mythical being'] })
  expect((await senseOf('dry', 'adjective'))?.antonyms).toEqual(['wet'])
  expect((await senseOf('dry', 'adjective'))?.similar).toContain('arid')
  // A satellite: 'arid' stands near 'dry' and has no antonym of its own.
  expect(await senseOf('arid', 'adjective')).toMatchObject({ antonyms: [], similar: ['dry'] })
  expect((await senseOf('galore', 'adjective'))?.lemma).toBe('galore')
})

test('links only to words that it has', async () => {
  for (const key of ['take', 'dog', 'dry', 'x', 'good']) {
    const senses = (await database.word(key))?.parts.flatMap((found) => found.senses) ?? []
    for (const word of senses.flatMap((sense) => [
      ...sense.synonyms,
      ...sense.antonyms,
      ...sense.hypernyms,
      ...sense.hyponyms,
      ...sense.similar,
    ])) {
      expect(await database.word(word), `${key} -> ${word}`).toMatchObject({ key: keyOf(word) })
    }
  }
})

test('searches lemmas before glosses, the very word first, each hit once', async () => {
  const found: string[] = []
  const first = await database.search('ice')
  for (let page = 1; page <= (first?.pages ?? 0); page++) {
    found.push(...((await database.search('ice', page))?.entries ?? []).map(({ key }) => key))
  }
  expect(found[0]).toBe('ice')
  expect(found).toHaveLength(first?.total ?? -1)
  expect(new Set(found).size).toBe(found.length)
  const inLemma = found.map((key) => /\bice/.test(key))
  expect(inLemma.lastIndexOf(true)).toBeLessThan(inLemma.indexOf(false))
  expect((await database.search('café'))?.entries[0]?.key).toBe('cafe')
  expect((await database.search('absquatu'))?.entries.map(({ key }) => key)).toEqual([
    'absquatulate',
  ])
})

test('has the pages that it counts and none beside them', async () => {
  const last = (await database.browse('x'))?.pages ?? 0
  expect((await database.browse('x', last))?.entries.length).toBeGreaterThan(0)
  for (const page of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, last + 1, 2 ** 60]) {
    for (const lexicon of [database, client]) expect(await lexicon.browse('x', page)).toBeNull()
  }
  expect(await database.search('...')).toEqual({ entries: [], page: 1, pages: 1, total: 0 })
})

test('streams every key once and in order, over the API too', async () => {
  const keys: string[] = []
  for await (const key of database.lemmas()) keys.push(key)
  expect(keys).toHaveLength(147_478)
  expect(keys).toEqual([...new Set(keys)].sort())
  let place = 0
  for await (const key of client.lemmas()) if (key !== keys[place++]) break
  expect(place).toBe(keys.length)
})

test('has every curiosity', async () => {
  expect((await database.curiosities()).map(({ key }) => key)).toEqual(CURIOSITIES)
})

test('client and database give the same answers', { tag: '@nightly' }, async () => {
  const same = async (ask: (lexicon: Lexicon) => Promise<unknown>) =>
    expect(await ask(client)).toEqual(await ask(database))
  await same((lexicon) => lexicon.counts())
  await same((lexicon) => lexicon.curiosities())
  const keys: string[] = []
  for await (const key of database.lemmas()) keys.push(key)
  const text = fc.oneof(
    fc.nat(keys.length - 1).map((place) => keys[place] ?? ''),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      '',
      '.',
      '..',
      '%',
      '%2e',
      '+',
      '&page=2',
      'a'.repeat(501),
      '\ud800',
      '\0',
      'a\0b',
    ),
  )
  const letter = fc.constantFrom('a', 'x', '0', 'A', '', 'é', 'ab', '%61')
  const part = fc.constantFrom<string>(...PARTS, 'Noun', 'constructor', '')
  const page = fc.constantFrom(undefined, 1, 2, 3, 0, -1, 0.5, 1e21, Number.NaN)
  await fc.assert(
    fc.asyncProperty(text, letter, part, page, async (text, letter, part, page) => {
      await same((lexicon) => lexicon.word(text))
      await same((lexicon) => lexicon.search(text, page))
      await same((lexicon) => lexicon.browse(letter, page))
      await same((lexicon) => lexicon.byPart(part, letter, page))
      await same((lexicon) => lexicon.byPart(part, undefined, page))
      await same(async (lexicon) => (await lexicon.keys(text)).slice(0, 3))
    }),
    { seed, numRuns: numRuns(40, 120) },
  )
})
