// A read-only connection to a complete database file, which leaves nothing behind when its process
// ends.
//
// node-sqlite3-wasm locks even to read, by a directory `<path>.lock`, so two readers exclude each
// other. Each connection opens the file under a name of its own, locks it for good (look-ups are
// ten times faster then), and removes name and lock.

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import sqlite, { type Database, type Statement } from 'node-sqlite3-wasm'

export type Value = string | number

export interface Query<Row> {
  all(...values: Value[]): Row[]
  first(...values: Value[]): Row | null
}

export interface Connection {
  /** Prepares a statement. `Row` is the caller's type of its columns. */
  query<Row>(sql: string): Query<Row>
  close(): void
}

const CACHE_KIB = 8192

export function openConnection(file: string): Connection {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-'))
  try {
    const alias = join(folder, basename(file))
    symlinkSync(resolve(file), alias)
    const db = new sqlite.Database(alias, { readOnly: true })
    db.exec(`pragma locking_mode = exclusive; pragma cache_size = -${CACHE_KIB}`)
    db.get('select count(*) from sqlite_schema')
    return connect(db)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function connect(db: Database): Connection {
  const statements: Statement[] = []
  return {
    query<Row>(sql: string): Query<Row> {
      const statement = db.prepare(sql)
      statements.push(statement)
      return {
        all: (...values) => statement.all(values) as Row[],
        first: (...values) => (statement.all(values)[0] as Row | undefined) ?? null,
      }
    },
    close() {
      for (const statement of statements.splice(0)) statement.finalize()
      if (db.isOpen) db.close()
    },
  }
}
