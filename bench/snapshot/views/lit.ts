import type { ViewPage } from 'hashbang-router'
import { css, html, LitElement } from 'lit'
import type { PageData } from '../data.ts'

class BenchLitItem extends LitElement {
  static override properties = {
    name: {},
    price: { type: Number },
    chosen: { type: Boolean, reflect: true },
  }
  static override styles = css`:host { display: block } .price { color: green }`

  declare name: string
  declare price: number
  declare chosen: boolean

  override render() {
    return html`<h3>${this.name}</h3><p class="price">${this.price}</p><div><slot></slot></div>`
  }
}

export default class BenchLit extends LitElement {
  static override properties = { page: { attribute: false } }
  static override styles = css`:host { display: block } table { width: 100% }`

  declare page: ViewPage<PageData>

  override render() {
    const { title, links, paragraphs, items, rows } = this.page.data
    return html`<nav>${links.map(({ href, label }) => html`<a href=${href}>${label}</a>`)}</nav>
      <main>
        <article><h1>${title}</h1>${paragraphs.map((text) => html`<p>${text}</p>`)}</article>
        <ul>${items.map(
          ({ name, price, text, chosen }) =>
            html`<li><bench-lit-item name=${name} price=${price} ?chosen=${chosen}>${text}</bench-lit-item></li>`,
        )}</ul>
        <table><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
      </main>`
  }
}

customElements.define('bench-lit-item', BenchLitItem)
customElements.define('bench-lit', BenchLit)
