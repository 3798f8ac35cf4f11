/** FAST element by its manual. */
import {
  attr,
  css,
  FASTElement,
  html,
  observable,
  repeat,
  slotted,
  when,
} from '@microsoft/fast-element'
import { cases } from '../cases.ts'

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

export default cases({
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
