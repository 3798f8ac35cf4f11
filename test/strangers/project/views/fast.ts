/** FAST element by its manual. */
import {
  attr,
  css,
  FASTElement,
  html,
  observable,
  ref,
  repeat,
  slotted,
  when,
} from '@microsoft/fast-element'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'
import { WORDS } from '../parts/words.ts'

class NameTag extends FASTElement {
  greeting = 'Hello'
  people: { name: string }[] = []
  override connectedCallback() {
    super.connectedCallback()
    fetch('/data/people.json').then(async (answer) => {
      this.people = await answer.json()
    })
  }
}
attr(NameTag.prototype, 'greeting')
observable(NameTag.prototype, 'people')
NameTag.define({
  name: 'name-tag',
  template: html<NameTag>`<h3>${(x) => x.greeting.toUpperCase()}</h3>
    ${when(
      (x) => x.people.length > 0,
      html<NameTag>`<ul>${repeat(
        (x) => x.people,
        html<{ name: string }>`<li>${(x) => x.name}</li>`,
      )}</ul>`,
    )}
    <slot ${slotted('items')}></slot>`,
  styles: css`:host { display: block }`,
})

class Card extends FASTElement {}
Card.define({
  name: 'fast-card',
  template: html`<header><slot name="head">No head</slot></header><div><slot>Nothing</slot></div>`,
})

class Words extends FASTElement {
  words = WORDS
  declare field: HTMLInputElement
  fieldChanged() {
    if (this.field) this.field.placeholder = 'by ref'
  }
}
observable(Words.prototype, 'field')
Words.define({
  name: 'fast-words',
  template: html<Words>`<table><tbody>${repeat(
    (x) => x.words,
    html<string>`<tr><td class="${(word) => (word === '' ? 'empty' : 'full')}">${(word) => word}</td></tr>`,
  )}</tbody></table>
    <form><input ${ref('field')} :value="${() => 'typed'}"><textarea :value="${() => 'x<y'}"></textarea>
      <select>${repeat(
        (x) => x.words,
        html<string>`<option ?selected="${(word) => word === '日本語'}">${(word) => word}</option>`,
      )}</select><input type="checkbox" ?checked="${() => true}" ?disabled="${() => true}"></form>
    <svg viewBox="0 0 10 10"><rect height="${(x) => x.words.length}"></rect><linearGradient id="g"></linearGradient></svg>`,
})

export default cases({
  words: markup('<fast-words></fast-words>'),
  slots: markup(
    '<fast-card><b slot="head">head</b>text <fast-card><i>nested</i></fast-card></fast-card><fast-card></fast-card>',
  ),
  attribute(element) {
    element.innerHTML = '<name-tag greeting="hola">slotted</name-tag>'
  },
  property(element) {
    const tag = document.createElement('name-tag') as NameTag
    tag.greeting = 'set'
    element.append(tag)
    tag.greeting = 'set again'
  },
  repeat(element) {
    element.innerHTML = '<name-tag></name-tag>'
  },
})
