// Where the words come from. Built by calls of the DOM, as a view of any framework's would be.
// In: an element, the counts. Out: what takes the page's content away again is the outlet's business.

import { type MountView, mountView, type ViewPage } from 'hashbang-router'
import type { Counts } from '../lexicon/types.ts'
import { grouped, partTitle } from '../wording.ts'

const view: MountView<ViewPage<Counts>> = mountView((outlet, { data }) => {
  outlet.append(
    element('div', { class: 'prose' }, [
      element('h1', {}, ['About Lexicon']),
      element('p', {}, [
        'Lexicon shows WordNet 3.1, a lexical database of English made at Princeton University. WordNet puts words that mean the same into one set of synonyms, and ties these sets to each other.',
      ]),
      element('h2', {}, ['How to read an entry']),
      element(
        'dl',
        { class: 'legend' },
        LEGEND.flatMap(([term, text]) => [element('dt', {}, [term]), element('dd', {}, [text])]),
      ),
      element('h2', {}, ['How much there is']),
      countTable(data),
      element('h2', {}, ['Licence']),
      element('p', {}, [
        'WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. It is provided “as is”, and Princeton University makes no representations or warranties, express or implied. ',
        element('a', { href: 'https://wordnet.princeton.edu/license-and-commercial-use' }, [
          'Its licence',
        ]),
        ' permits to use, copy, modify and distribute it for any purpose, without fee, as long as this notice stays with it.',
      ]),
    ]),
  )
})

const LEGEND = [
  ['Synonyms', 'Other words for this very sense.'],
  ['Opposites', 'Antonyms: words that mean the contrary.'],
  ['Similar', 'Adjectives of a near meaning.'],
  ['A kind of, A way to', 'Hypernyms: the next broader words.'],
  ['Kinds, Ways to do it', 'Hyponyms: narrower words, at most twenty of them.'],
] as const

function countTable({ parts, lemmas, synsets, senses }: Counts): Element {
  const row = (title: string, counts: readonly number[]) =>
    element('tr', {}, [
      element('th', { scope: 'row' }, [title]),
      ...counts.map((count) => element('td', {}, [grouped(count)])),
    ])
  const heads = ['Part of speech', 'Words', 'Sets of synonyms', 'Senses']
  return element('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Counts' }, [
    element('table', {}, [
      element('thead', {}, [
        element(
          'tr',
          {},
          heads.map((head) => element('th', { scope: 'col' }, [head])),
        ),
      ]),
      element(
        'tbody',
        {},
        parts.map((part) => row(partTitle(part.part), [part.lemmas, part.synsets, part.senses])),
      ),
      element('tfoot', {}, [row('All', [lemmas, synsets, senses])]),
    ]),
  ])
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (Element | string)[],
): Element {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

export default view
