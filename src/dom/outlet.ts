// <hashbang-outlet>: shows one level of a page, in light DOM, so that ids work and a snapshot is
// plain HTML. SIDE EFFECT on import: defines the element.

import { type PropertyValues, ReactiveElement } from '@lit/reactive-element'
import type { Page } from '../page.ts'
import { type Mounted, mount, viewPage } from './mount.ts'

/** The element that shows a page. */
export class HashbangOutlet extends ReactiveElement {
  static override properties = { page: { attribute: false } }

  declare page: Page | null

  #mounted: Mounted | undefined
  #failure: { readonly error: unknown } | undefined
  #parent: HashbangOutlet | undefined
  #pending: PromiseLike<unknown>[] = []
  readonly #nested = new Set<HashbangOutlet>()

  constructor() {
    super()
    this.page = null
  }

  /** The number of outlets around this one: it shows that level of the page. */
  get depth(): number {
    return this.#parent ? this.#parent.depth + 1 : 0
  }

  /** The promises that views passed to `settled` since the last call. */
  takePending(): PromiseLike<unknown>[] {
    const nested = [...this.#nested].flatMap((outlet) => outlet.takePending())
    return [...this.#pending.splice(0), ...nested]
  }

  /** Shows its page synchronously. */
  showNow(): void {
    this.performUpdate()
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.#mounted === undefined && this.page) this.requestUpdate()
    this.#parent = outerOutlet(this)
    if (this.#parent === undefined) return
    this.#parent.#nested.add(this)
    this.page = this.#parent.page
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    if (this.#parent !== undefined) this.#parent.#nested.delete(this)
    this.#parent = undefined
    // A move within the document must not unmount the view.
    queueMicrotask(() => this.isConnected || this.#unmount())
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed)
    this.#failure = undefined
    try {
      // Before the first page it may hold the server's content.
      if (this.page || changed.get('page')) this.#show(this.page)
    } catch (error) {
      this.#failure = { error }
    }
    for (const outlet of this.#nested) outlet.page = this.page
  }

  // Rejects with the error of a view, which is stored, or it would be unhandled too.
  protected override async getUpdateComplete(): Promise<boolean> {
    const done = await super.getUpdateComplete()
    if (this.#failure) throw this.#failure.error
    await this.#mounted?.updated?.()
    await Promise.all([...this.#nested].map((outlet) => outlet.updateComplete))
    return done
  }

  #show(page: Page | null): void {
    const level = page?.levels[this.depth]
    const view = level?.view
    if (!page || !level || !view) {
      this.#unmount()
      if (page && this.depth === 0 && page.type !== 'page') this.#showTitle(page)
      return
    }
    const levelPage = viewPage(page, level, (promise) => this.#pending.push(promise))
    if (this.#mounted?.view === view) {
      this.#mounted.update(levelPage)
      return
    }
    this.#unmount()
    this.#mounted = mount(view, this, levelPage)
  }

  #unmount(): void {
    const mounted = this.#mounted
    this.#mounted = undefined
    mounted?.unmount?.()
    this.replaceChildren()
  }

  #showTitle(page: Page): void {
    const heading = document.createElement('h1')
    heading.textContent = page.head.title ?? String(page.status)
    this.replaceChildren(heading)
  }
}

function outerOutlet(element: Element): HashbangOutlet | undefined {
  let node: Node | null = element
  while (node !== null) {
    node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)
    if (node instanceof HashbangOutlet) return node
  }
  return undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'hashbang-outlet': HashbangOutlet
  }
}
