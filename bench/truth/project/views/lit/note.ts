import type { ViewPage } from 'hashbang-router'
import { html, LitElement } from 'lit'
import type { Data } from '../../data.ts'
import { noteOf } from '../../notes/index.ts'

export default class Note extends LitElement {
  declare page: ViewPage<Data>
  #text: string | undefined
  override render() {
    this.#text ??= noteOf(this.page.data)
    return html`<p>${this.#text}</p>`
  }
}
customElements.define('truth-note', Note)
