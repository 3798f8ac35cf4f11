import { css, type PropertyValues, ReactiveElement } from '@lit/reactive-element'
import type { ViewPage } from 'hashbang-router'
import type { PageData } from '../data.ts'
import { pageText } from '../strings.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

class BenchReactiveItem extends ReactiveElement {
  static override properties = {
    name: {},
    price: { type: Number },
    chosen: { type: Boolean, reflect: true },
  }
  static override styles = css`:host { display: block } .price { color: green }`

  declare name: string
  declare price: number

  protected override update(changed: PropertyValues): void {
    super.update(changed)
    const root = this.renderRoot as ShadowRoot
    root.innerHTML = `<h3>${escaped(this.name)}</h3><p class="price">${this.price}</p><div><slot></slot></div>`
  }
}

export default class BenchReactive extends ReactiveElement {
  static override properties = { page: { attribute: false } }
  static override styles = css`:host { display: block } table { width: 100% }`

  declare page: ViewPage<PageData>

  protected override update(changed: PropertyValues): void {
    super.update(changed)
    const root = this.renderRoot as ShadowRoot
    root.innerHTML = pageText(this.page.data, 'bench-reactive-item')
  }
}

customElements.define('bench-reactive-item', BenchReactiveItem)
customElements.define('bench-reactive', BenchReactive)
