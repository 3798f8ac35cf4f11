// Reads WordNet's dict files, see its manual pages wndb(5) and senseidx(5), into memory (250 MB).

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OFFSETS } from './schema.ts'
import { keyOf } from './terms.ts'

/** Part of speech and file offset in one number, see OFFSETS. */
export type SynsetId = number

export interface Synset {
  readonly id: SynsetId
  readonly words: readonly string[]
  readonly gloss: string
  readonly examples: readonly string[]
  readonly hypernyms: readonly SynsetId[]
  readonly hyponyms: readonly SynsetId[]
  readonly similar: readonly SynsetId[]
  /** From the nth word of this synset (0: all) to the nth of another, from 1. */
  readonly antonyms: readonly { from: number; synset: SynsetId; to: number }[]
}

export interface WordNet {
  readonly synsets: ReadonlyMap<SynsetId, Synset>
  /** By key, in the order of `FILES`, then of WordNet. */
  readonly senses: ReadonlyMap<string, readonly SynsetId[]>
  /** By key: occurrences in WordNet's tagged texts. */
  readonly tagged: ReadonlyMap<string, number>
}

/** In the order of `PARTS`. */
const FILES = ['noun', 'verb', 'adj', 'adv'] as const
/** Satellite adjectives ('s') are in the adjective files. */
const FILE_OF: Readonly<Record<string, number>> = { n: 0, v: 1, a: 2, s: 2, r: 3 }

export function readWordNet(dict: string): WordNet {
  const synsets = new Map<SynsetId, Synset>()
  const senses = new Map<string, SynsetId[]>()
  const tagged = new Map<string, number>()
  FILES.forEach((name, file) => {
    for (const line of lines(join(dict, `data.${name}`))) {
      const synset = parseSynset(line, file * OFFSETS)
      synsets.set(synset.id, synset)
    }
    for (const line of lines(join(dict, `index.${name}`))) {
      const fields = line.trimEnd().split(' ')
      const key = keyOf(fields[0] ?? '')
      const ids = fields.slice(-Number(fields[2])).map((offset) => file * OFFSETS + Number(offset))
      senses.set(key, [...(senses.get(key) ?? []), ...ids])
    }
  })
  for (const line of lines(join(dict, 'index.sense'))) {
    const times = Number(line.slice(line.lastIndexOf(' ')))
    if (times === 0) continue
    const key = keyOf(line.slice(0, line.indexOf('%')))
    tagged.set(key, (tagged.get(key) ?? 0) + times)
  }
  return { synsets, senses, tagged }
}

/** The file's records. Lines of its licence begin with two spaces. */
function* lines(file: string): Generator<string> {
  const text = readFileSync(file, 'latin1')
  let start = 0
  while (start < text.length) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end)
    start += line.length + 1
    if (line !== '' && !line.startsWith('  ')) yield line
  }
}

/** `offset file type words(hex) {word id} pointers {symbol offset pos fromto(hex)} … | gloss` */
function parseSynset(line: string, base: number): Synset {
  const bar = line.indexOf(' | ')
  const fields = line.slice(0, bar).split(' ')
  let at = 3
  const next = () => fields[at++] ?? ''

  const words: string[] = []
  for (let left = Number.parseInt(next(), 16); left > 0; left--) {
    words.push(displayForm(next()))
    at++
  }

  const hypernyms: SynsetId[] = []
  const hyponyms: SynsetId[] = []
  const similar: SynsetId[] = []
  const antonyms: { from: number; synset: SynsetId; to: number }[] = []
  for (let left = Number(next()); left > 0; left--) {
    const symbol = next()
    const offset = Number(next())
    const synset = (FILE_OF[next()] ?? 0) * OFFSETS + offset
    const ends = Number.parseInt(next(), 16)
    // '@i' and '~i' are instances.
    if (symbol[0] === '@') hypernyms.push(synset)
    else if (symbol[0] === '~') hyponyms.push(synset)
    else if (symbol === '&') similar.push(synset)
    else if (symbol === '!') antonyms.push({ from: ends >> 8, synset, to: ends & 0xff })
  }

  const id = base + Number(fields[0])
  return { id, words, hypernyms, hyponyms, similar, antonyms, ...parseGloss(line.slice(bar + 3)) }
}

/** Removes notes on the place of an adjective, as in 'galore(ip)'. */
function displayForm(word: string): string {
  return word.replace(/\((?:a|p|ip)\)$/, '').replaceAll('_', ' ')
}

/**
 * `definition; "example"; "example"- Author`. A quotation after `;` or `:` begins the examples.
 */
function parseGloss(text: string): { gloss: string; examples: string[] } {
  const start = text.search(/(?:^|[;:]) *"/)
  if (start < 0) return { gloss: text.trim(), examples: [] }
  const examples = [...text.slice(start).matchAll(/"([^"]+)"/g)].map((found) => found[1] ?? '')
  const gloss = text.slice(0, start).trim()
  return { gloss: gloss === '' ? (examples[0] ?? '') : gloss, examples }
}
