/** Lit with its context and task. */
import { ContextConsumer, ContextProvider, createContext } from '@lit/context'
import { Task } from '@lit/task'
import { css, html, LitElement, nothing, ReactiveElement, render, svg } from 'lit'
import { AsyncDirective } from 'lit/async-directive.js'
import { directive } from 'lit/directive.js'
import { classMap } from 'lit/directives/class-map.js'
import { ref } from 'lit/directives/ref.js'
import { repeat } from 'lit/directives/repeat.js'
import { styleMap } from 'lit/directives/style-map.js'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { until } from 'lit/directives/until.js'
import { cases, type Show } from '../cases.ts'
import { fail, keysOf, never, write } from '../parts/leaves.ts'
import { markup } from '../parts/markup.ts'
import { WORDS } from '../parts/words.ts'

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
class Marks extends AsyncDirective {
  count = 0
  override render() {
    return `mark ${++this.count}`
  }
}
const marks = directive(Marks)
/** Shows the parts of Lit that a page can change. */
class Counter extends LitElement {
  static override properties = { count: { type: Number, reflect: true } }
  static override styles = css`b { color: red }`
  declare count: number
  constructor() {
    super()
    this.count = 0
  }
  override firstUpdated() {
    this.count++
  }
  override render(): unknown {
    return html`<p>${this.count} ${marks()}</p>
      <p>${keysOf(LitElement, LitElement.prototype)}</p>
      <p>${keysOf(ReactiveElement, ReactiveElement.prototype)}</p>
      <p>${document.adoptedStyleSheets.length} ${this.shadowRoot?.adoptedStyleSheets.length}</p>
      <button @click=${() => (this.count += 10)}>up</button>`
  }
}
for (const [name, element] of Object.entries({
  'lit-counter': Counter,
  'lit-card': Card,
  'lit-giver': Giver,
  'lit-taker': Taker,
  'lit-fetching': Fetching,
})) {
  if (!customElements.get(name)) customElements.define(name, element)
}

export default cases({
  counter: markup('<lit-counter></lit-counter>'),
  async clicked(element) {
    const counter = document.createElement('lit-counter') as Counter
    element.append(counter)
    await counter.updateComplete
    counter.shadowRoot?.querySelector('button')?.click()
  },
  slots(element) {
    const card = html`<lit-card heading="inner"><i slot="end">nested</i></lit-card>`
    render(html`<lit-card heading="outer">text ${card}</lit-card>`, element)
  },
  table(element) {
    const row = (word: string, at: number) =>
      html`<tr class=${classMap({ odd: at % 2 === 1 })} ?hidden=${at === 0}><td>${at * 1.5}</td><td>${word}</td></tr>`
    render(html`<table><tbody>${WORDS.map(row)}</tbody></table>`, element)
  },
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
        <svg viewBox="0 0 1 1">${svg`<circle r="1"></circle>`}<linearGradient id="g"></linearGradient></svg>`,
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

type Method = 'render' | 'updated' | 'disconnectedCallback'

/** Defines an element with a method of its own, and shows it. */
const shows =
  (name: Method, method: () => unknown): Show =>
  (element) => {
    class Leak extends Counter {}
    write(Leak.prototype, name, method)
    customElements.define('lit-leak', Leak)
    element.append(document.createElement('lit-leak'))
  }

export const leaves = cases({
  initializer(element) {
    LitElement.addInitializer((one) => one.setAttribute('leak', 'lit'))
    ReactiveElement.addInitializer((one) => one.setAttribute('leak', 'reactive'))
    element.append(document.createElement('lit-counter'))
  },
  api(element) {
    write(LitElement.prototype, 'createRenderRoot', () => document.body)
    write(ReactiveElement.prototype, 'performUpdate', () => undefined)
    write(ReactiveElement, 'leak', 'leak')
    LitElement.shadowRootOptions = { mode: 'closed' }
    LitElement.styles = [css`p { color: green }`]
    LitElement.createProperty('leaked', { attribute: 'leaked', reflect: true })
    element.append('api')
  },
  sheets(element) {
    document.adoptedStyleSheets.push(css`p { color: red }`.styleSheet as CSSStyleSheet)
    element.append('sheets')
  },
  body(element) {
    render(html`<p>in the body</p>`, document.body)
    element.append('body')
  },
  versions(element) {
    const own = globalThis as unknown as Record<string, string[]>
    for (const name of ['litHtmlVersions', 'litElementVersions', 'reactiveElementVersions'])
      own[name]?.push('leak')
    element.append('versions')
  },
  throws: shows('render', () => fail('render')),
  updated: shows('updated', () => fail('updated')),
  cleanup: shows('disconnectedCallback', () => fail('disconnected')),
  never: shows('render', () => until(never, 'waits')),
  unmounted(element) {
    document.documentElement.append(document.createElement('lit-counter'))
    element.append('never unmounted')
  },
})
