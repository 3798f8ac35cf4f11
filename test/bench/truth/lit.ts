// The kinds by Lit.
import { ContextConsumer, ContextProvider, createContext } from '@lit/context'
import type { ViewPage } from 'hashbang-router'
import { html, LitElement, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { behaviourOf, tagOf } from './behaviours.ts'
import type { Data, Item } from './data.ts'

const titles = createContext<string>('truth-title')

class Row extends LitElement {
  static override properties = { item: { attribute: false } }
  declare item: Item
  #first: string | undefined
  override render() {
    this.#first ??= this.item.text
    return html`${this.#first}`
  }
}
customElements.define('truth-lit-row', Row)

class Titled extends LitElement {
  readonly #title = new ContextConsumer(this, { context: titles, subscribe: true })
  override render() {
    return html`${this.#title.value}`
  }
}
customElements.define('truth-lit-titled', Titled)

export function make(kind: string): new () => HTMLElement {
  class View extends LitElement {
    static override properties = { page: { attribute: false }, noted: { state: true } }
    declare page: ViewPage<Data>
    declare noted: boolean
    readonly #behaviour = behaviourOf('lit', kind)
    readonly #provider = new ContextProvider(this, { context: titles, initialValue: '' })
    #given = 0
    #first = ''

    constructor() {
      super()
      this.noted = false
    }
    override connectedCallback() {
      super.connectedCallback()
      if (this.hasUpdated) this.#behaviour.connect?.(this.renderRoot, () => this.page.data)
    }
    override disconnectedCallback() {
      super.disconnectedCallback()
      this.#behaviour.disconnect?.()
    }
    override willUpdate() {
      this.#given += 1
      this.#first ||= this.page.data.title
      if (this.page.data.note) this.noted = true
      // Set once: those who read it never hear of another page.
      if (this.#given === 1) this.#provider.setValue(this.page.data.title)
    }
    override render() {
      const { title, photo, items } = this.page.data
      const row = (item: Item) =>
        html`<li class=${item.done ? 'done' : 'open'}>${kind === 'wrong keys' ? html`<truth-lit-row .item=${item}></truth-lit-row>` : item.text}</li>`
      return html`<h1>${title}</h1>${kind === 'missing photo' ? html`<img>` : html`<img src=${photo ?? nothing}>`}
        <ul>${kind === 'wrong keys' ? items.map(row) : repeat(items, ({ id }) => id, row)}</ul>
        <details><summary>More</summary></details><input><p></p><div></div><slot></slot>
        <i>${kind === 'counter' ? this.#given : kind === 'state never reset' ? this.noted : kind === 'first page' ? this.#first : kind === 'context' ? html`<truth-lit-titled></truth-lit-titled>` : nothing}</i>`
    }
    override firstUpdated() {
      this.#behaviour.open?.(this.renderRoot, () => this.page.data)
      this.#behaviour.connect?.(this.renderRoot, () => this.page.data)
    }
    override updated() {
      this.#behaviour.show?.(this.renderRoot, this.page.data)
    }
  }
  customElements.define(tagOf('lit', kind), View)
  return View
}
