// The layout of the database file, for build.ts and database.ts. A change of it raises
// SCHEMA_VERSION.

/** Written last, as user_version: a file with it is complete. */
export const SCHEMA_VERSION = 1

/** `list.part` and `slice.part` of any part of speech; others as in `PARTS`. */
export const ANY_PART = 4

/** A synset's id is its index in `PARTS` times this, plus its file offset. */
export const OFFSETS = 100_000_000

/** The JSON in `synset.body`, of 117,791 synsets. */
export type SynsetBody = readonly [
  words: readonly string[],
  examples: readonly string[],
  hypernyms: readonly string[],
  hyponyms: readonly string[],
  hyponymCount: number,
  similar: readonly string[],
]

/**
 * A page of a list is a range of `place`, from 1 in key order; `slice` has the range of a letter.
 * `search.rowid` is `word.rank`, so hits in rowid order are ranked.
 */
export const TABLES = `
  create table word (
    id integer primary key, key text not null, lemma text not null, rank integer not null
  );
  create table sense (
    word integer not null, place integer not null, synset integer not null,
    lemma text not null, antonyms text not null, primary key (word, place)
  ) without rowid;
  create table synset (id integer primary key, gloss text not null, body text not null);
  create table list (
    part integer not null, place integer not null, word integer not null, synset integer not null,
    primary key (part, place)
  ) without rowid;
  create table slice (
    part integer not null, letter text not null, first integer not null, size integer not null,
    primary key (part, letter)
  ) without rowid;
  create table count (
    part integer primary key, lemmas integer not null, synsets integer not null,
    senses integer not null
  );
  create virtual table search using fts5 (
    lemma, gloss, content = '', detail = column, columnsize = 0, prefix = '1 2',
    tokenize = 'unicode61 remove_diacritics 2'
  );
`

/** Computed from the rows above by SQLite, which is faster than inserting. */
export const DERIVED = `
  create unique index word_key on word (key);
  create unique index word_rank on word (rank);

  insert into list
    select part, row_number() over (partition by part order by word), word, synset from (
      select synset / ${OFFSETS} as part, word, synset, min(place) from sense group by word, part
      union all
      select ${ANY_PART}, word, synset, place from sense where place = 0
    ) order by part, word;

  insert into slice
    select part, case when key >= 'a' and key < '{' then substr(key, 1, 1) else '0' end as letter,
      min(list.place), count(*)
    from list join word on word.id = list.word group by part, letter;

  insert into count
    select part, count(*),
      (select count(*) from synset where part in (id / ${OFFSETS}, ${ANY_PART})),
      (select count(*) from sense where part in (synset / ${OFFSETS}, ${ANY_PART}))
    from list group by part;
`
