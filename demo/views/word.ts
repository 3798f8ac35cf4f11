// <lexicon-word>: the entry of a word, in light DOM, so that ids and styles of the document work.
// SIDE EFFECT on import: defines the element.

import { type PropertyValues, ReactiveElement } from '@lit/reactive-element'
import { type Html, html, type ViewPage } from 'hashbang-router'
import type { PartSenses, Sense, Word } from '../lexicon/types.ts'
import { routes } from '../routes.ts'
import { counted, grouped, typeset } from '../wording.ts'
import { wordLink } from './pieces.ts'

class LexiconWord extends ReactiveElement {
  static override properties = { page: { attribute: false } }

  declare page: ViewPage<Word> | undefined

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed)
    this.innerHTML = this.page === undefined ? '' : String(entry(this.page.data))
  }
}

const entry = (word: Word): Html => html`<article class="word">
<header>
<h1>${word.lemma}</h1>
${word.parts.length > 1 && jumps(word)}
</header>
${word.parts.map((senses) => partSection(word, senses))}
<footer><p>${neighbours(word)}</p></footer>
</article>`

const jumps = ({ key, parts }: Word): Html =>
  html`<ul class="jumps">${parts.map(
    ({ part, senses }) =>
      html`<li><a href="${routes.href('word', { lemma: key }, { anchor: part })}">${part}</a> ${counted(senses.length, 'sense')}</li>`,
  )}</ul>`

const partSection = (word: Word, { part, senses }: PartSenses): Html =>
  html`<section aria-labelledby="${part}"><h2 id="${part}" tabindex="-1">${part}</h2>
<ol class="senses">${senses.map((sense) => html`<li>${senseBody(word, part, sense)}</li>`)}</ol>
</section>`

const senseBody = (word: Word, part: string, sense: Sense): Html => {
  const more = sense.hyponymCount - sense.hyponyms.length
  return html`<p class="gloss">${sense.lemma === word.lemma ? null : html`<b>${sense.lemma}</b> `}${typeset(sense.gloss)}</p>
${sense.examples.length > 0 && html`<ul class="examples">${sense.examples.map((example) => html`<li>“${typeset(example)}”</li>`)}</ul>`}
${relations([
  ['Synonyms', sense.synonyms],
  ['Opposites', sense.antonyms],
  ['Similar', sense.similar],
  [part === 'verb' ? 'A way to' : 'A kind of', sense.hypernyms],
  [part === 'verb' ? 'Ways to do it' : 'Kinds', sense.hyponyms, more],
])}`
}

type Relation = readonly [label: string, words: readonly string[], more?: number]

const relations = (all: readonly Relation[]): Html | null => {
  const filled = all.filter(([, words]) => words.length > 0)
  return filled.length === 0
    ? null
    : html`<dl class="relations">${filled.map(
        ([label, words, more = 0]) =>
          html`<div><dt>${label}</dt><dd>${words.flatMap((word, index) => [index > 0 ? ', ' : '', wordLink(word)])}${
            more > 0 && html` <span class="more">and ${grouped(more)} more</span>`
          }</dd></div>`,
      )}</dl>`
}

const neighbours = ({ key }: Word): Html => {
  const letter = /^[a-z]/.test(key) ? key.charAt(0) : '0'
  const sign = letter === '0' ? 'a sign or digit' : letter.toUpperCase()
  return html`More words that begin with <a href="${routes.href('browse', { letter })}">${sign}</a>`
}

if (!customElements.get('lexicon-word')) customElements.define('lexicon-word', LexiconWord)

export default LexiconWord
