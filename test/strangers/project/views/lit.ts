/** Lit with its context and task. */
import { ContextConsumer, ContextProvider, createContext } from '@lit/context'
import { Task } from '@lit/task'
import { css, html, LitElement, nothing, render, svg } from 'lit'
import { classMap } from 'lit/directives/class-map.js'
import { ref } from 'lit/directives/ref.js'
import { repeat } from 'lit/directives/repeat.js'
import { styleMap } from 'lit/directives/style-map.js'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { until } from 'lit/directives/until.js'
import { cases } from '../cases.ts'

const tone = createContext<string>('tone')

class Card extends LitElement {
  static override properties = { heading: { type: String }, open: { type: Boolean, reflect: true } }
  static override styles = css`:host { display: block }`
  declare heading: string
  declare open: boolean
  constructor() {
    super()
    this.heading = ''
    this.open = false
  }
  override firstUpdated() {
    this.open = true
  }
  override render() {
    return html`<h2>${this.heading}</h2><slot></slot><slot name="end">No end</slot>`
  }
}
class Giver extends LitElement {
  provider = new ContextProvider(this, { context: tone, initialValue: 'deep' })
  override render() {
    return html`<slot></slot>`
  }
}
class Taker extends LitElement {
  taken = new ContextConsumer(this, { context: tone, subscribe: true })
  override render() {
    return html`<p>${this.taken.value ?? 'none'}</p>`
  }
}
class Fetching extends LitElement {
  task = new Task(this, {
    args: () => ['/data/people.json'] as const,
    task: async ([url]) => (await fetch(url)).json(),
  })
  override render() {
    return this.task.render({
      pending: () => html`<p>Loading…</p>`,
      complete: (all: { name: string }[]) => all.map(({ name }) => html`<p>${name}</p>`),
      error: () => html`<p>Failed</p>`,
    })
  }
}
for (const [name, element] of Object.entries({
  'lit-card': Card,
  'lit-giver': Giver,
  'lit-taker': Taker,
  'lit-fetching': Fetching,
})) {
  if (!customElements.get(name)) customElements.define(name, element)
}

export default cases({
  card(element) {
    render(
      html`<lit-card heading="Title"><p>Slotted</p><p slot="end">End</p></lit-card>
        <lit-card .heading=${'By property'}></lit-card>`,
      element,
    )
  },
  context(element) {
    render(html`<lit-giver><lit-taker></lit-taker></lit-giver><lit-taker></lit-taker>`, element)
  },
  task(element) {
    render(html`<lit-fetching></lit-fetching>`, element)
  },
  directives(element) {
    render(
      html`<ul class=${classMap({ a: true, b: false })} style=${styleMap({ color: 'red' })}>
          ${repeat(
            ['x', 'y'],
            (key) => key,
            (text) => html`<li>${text}</li>`,
          )}
        </ul>
        ${unsafeHTML('<i>raw</i>')} ${until(
          new Promise((resolve) => setTimeout(resolve, 5, 'at last')),
          'waiting',
        )}
        <p ?hidden=${true} title=${nothing} ${ref((p) => p?.setAttribute('data-ref', ''))}>ref</p>
        <svg viewBox="0 0 1 1">${svg`<circle r="1"></circle>`}</svg>`,
      element,
    )
  },
  form(element) {
    render(
      html`<input .value=${'Ada'} /><input type="checkbox" .checked=${true} />
        <select .value=${'b'}><option>a</option><option>b</option></select>
        <select><option>a</option><option ?selected=${true}>b</option></select>
        <textarea .value=${'text'}></textarea>`,
      element,
    )
  },
})
