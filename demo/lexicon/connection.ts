// A read-only connection that leaves nothing behind when its thread is terminated.
// In: the path of a database file that is complete and only ever replaced by renaming.
// Out: prepared statements whose rows are typed by the caller.
// Never: writes to the file, or makes another connection wait.
//
// libsql, the other candidate, is a native addon that aborts the whole process when a worker is
// terminated while in it. This one is WebAssembly: a thread stops in it as in any JavaScript.
// But it locks by making a directory `<path>.lock` even to read, so two readers exclude each other
// and a terminated one excludes all. Each connection therefore opens the file under a name of its
// own, takes the lock for good (which is also what makes look-ups ten times faster), and removes
// name and lock: nothing asks for them again, and no later reader can meet them.

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
  /** A statement prepared once. `Row` is the caller's word for what its columns are. */
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
