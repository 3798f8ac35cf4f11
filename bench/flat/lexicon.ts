// The lexicon of the demo, whole, and one cut to fewer words that are the same in every line. In:
// how many. Out: both files and the words.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { ensureLexicon } from '../../demo/lexicon/build.ts'
import { lexiconFile } from '../../demo/store.ts'

export interface Lexicons {
  readonly whole: string
  readonly cut: string
  /** Keys of the words that both have. */
  readonly words: readonly string[]
  /** How many the whole one has. */
  readonly size: number
}

/** Makes the smaller file in a folder. */
export function cutLexicon(folder: string, count: number): Lexicons {
  const whole = lexiconFile()
  ensureLexicon(whole)
  mkdirSync(folder, { recursive: true })
  const cut = join(folder, 'cut.sqlite')
  copyFileSync(whole, cut)
  const db = new sqlite.Database(cut)
  const numberOf = (sql: string) => Number(Object.values(db.get(sql) ?? {})[0])
  const size = numberOf('select count(*) from word')
  // From all over the alphabet.
  db.exec(`
    create temp table kept as select id from (select id, row_number() over (order by key) as place from word)
      where place % ${Math.floor(size / count)} = 0 limit ${count};
    delete from word where id not in (select id from kept);
    delete from sense where word not in (select id from kept);
    delete from list where word not in (select id from kept);
    delete from synset where id not in (select synset from sense);
    insert into search (search) values ('delete-all');
    vacuum;
  `)
  const words = db.all('select key from word order by key').map(({ key }) => String(key))
  db.close()
  return { whole, cut, words, size }
}
