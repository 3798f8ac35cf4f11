// About the demo and its words. Builds DOM nodes, as a framework's view would.

import { type MountView, mountView, type ViewPage } from 'hashbang-router'
import type { Counts } from '../lexicon/types.ts'
import { grouped, partTitle } from '../wording.ts'

const view: MountView<ViewPage<Counts>> = mountView((outlet, { data }) => {
  outlet.append(
    element('div', { class: 'about' }, [
      element('h1', {}, ['About Lexicon']),
      element('section', {}, [
        element('p', { class: 'lede' }, [
          'Lexicon is an app whose addresses stand after #!, where no server sees them. Its pages can be read without script all the same: every one has a second address, at which the server answers with the same page as plain HTML.',
        ]),
        element('p', {}, [
          'It shows what hashbang-router does. One table of routes is run by your browser and, for readers that run no script, by a worker of the server: link previews, archives, fetchers of language models, crawlers that follow the scheme. The button “See it without script” lays both beside each other, with the size, the time and the headers of the answer.',
        ]),
        element('p', {}, [
          'The very page that you are looking at: ',
          element('a', { href: '/?_escaped_fragment_=/about' }, ['About Lexicon, without script']),
          '.',
        ]),
      ]),
      element('figure', {}, [
        element('img', {
          src: '/two-readers.svg',
          width: '600',
          height: '500',
          alt: 'Two ways to one page. A browser opens /#!/word/ajax: the app’s script runs the table of routes and puts the entry of Ajax into the page. A reader without script asks for /?_escaped_fragment_=/word/ajax: a worker of the server runs the same table of routes and answers the same entry as HTML.',
        }),
      ]),
      element('section', {}, [
        element('h2', {}, ['How to read an entry']),
        element(
          'dl',
          { class: 'legend' },
          LEGEND.flatMap(([term, text]) => [element('dt', {}, [term]), element('dd', {}, [text])]),
        ),
      ]),
      element('section', {}, [element('h2', {}, ['How much there is']), countTable(data)]),
      element('section', {}, [
        element('h2', {}, ['The words']),
        element('p', {}, [
          'They are those of WordNet 3.1, a lexical database of English made at Princeton University. WordNet puts words that mean the same into one set of synonyms, and ties these sets to each other.',
        ]),
      ]),
      element('section', {}, [
        element('h2', {}, ['Licence']),
        element('p', {}, [
          'WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. It is provided “as is”, and Princeton University makes no representations or warranties, express or implied. ',
          element('a', { href: 'https://wordnet.princeton.edu/license-and-commercial-use' }, [
            'Its licence',
          ]),
          ' permits to use, copy, modify and distribute it for any purpose, without fee, as long as this notice stays with it.',
        ]),
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
  children: readonly (Element | string)[] = [],
): Element {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

export default view
