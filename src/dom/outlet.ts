// <hashbang-outlet>: shows the view of a page; nested ones show the views of the deeper levels.
// In: a page, from the navigator or the snapshot worker. Out: the view, in light DOM, so that ids can be
// linked to and a snapshot is plain HTML. SIDE EFFECT on import: defines the element.

import type { Page } from '../page.ts'
import { type Mounted, mount, viewPage } from './mount.ts'

// Node has no elements, and may load this with the modules of an app.
const { HTMLElement = Object as never } = globalThis

/** The element that shows a page. */
export class HashbangOutlet extends HTMLElement {
  #page: Page | null = null
  /** The page of the last update. */
  #last: Page | null = null
  #mounted: Mounted | undefined
  #failure: { readonly error: unknown } | undefined
  #parent: HashbangOutlet | undefined
  #pending: PromiseLike<unknown>[] = []
  readonly #nested = new Set<HashbangOutlet>()
  #enable = () => {}
  /** Kept when the last update is done that was asked for; the first waits for the element to be in a document. */
  #updated = new Promise<void>((resolve) => {
    this.#enable = resolve
  })

  /** True from a change of its page until that is shown. */
  isUpdatePending = false
  /** True: its view stays mounted while it is out of the document. */
  retained = false
  /** True: whatever its page, what it shows stays. */
  held = false

  /** What it shows, from the next microtask on. */
  get page(): Page | null {
    return this.#page
  }
  set page(page: Page | null) {
    if (page === this.#page) return
    this.#page = page
    this.#requestUpdate()
  }

  /** How many outlets this one is in: it shows that level of the page. */
  get depth(): number {
    return this.#parent ? this.#parent.depth + 1 : 0
  }

  /**
   * Kept when the page is shown, by the outlets in its view too: true when no other has come since. Rejects with what a view threw,
   * here or further in.
   */
  get updateComplete(): Promise<boolean> {
    return this.#whenUpdated()
  }

  // What was thrown is kept until asked for: a rejection of the update itself would be reported as unhandled as well.
  async #whenUpdated(): Promise<boolean> {
    await this.#updated
    const done = !this.isUpdatePending
    if (this.#failure) throw this.#failure.error
    await this.#mounted?.updated?.()
    await Promise.all([...this.#nested].map((outlet) => outlet.updateComplete))
    return done
  }

  /** What views asked to be waited for, since it was last asked. */
  takePending(): PromiseLike<unknown>[] {
    const nested = [...this.#nested].flatMap((outlet) => outlet.takePending())
    return [...this.#pending.splice(0), ...nested]
  }

  connectedCallback(): void {
    this.#enable()
    if (this.#mounted === undefined && this.page) this.#requestUpdate()
    this.#parent = outerOutlet(this)
    if (this.#parent === undefined) return
    this.#parent.#nested.add(this)
    this.page = this.#parent.page
  }

  disconnectedCallback(): void {
    if (this.#parent !== undefined) this.#parent.#nested.delete(this)
    this.#parent = undefined
    // A view is not undone for being moved within the document.
    queueMicrotask(() => this.isConnected || isRetained(this) || this.#unmount())
  }

  #requestUpdate(): void {
    if (this.isUpdatePending) return
    this.isUpdatePending = true
    this.#updated = this.#updated.then(() => this.showNow())
  }

  /** Shows its page at once, and not in the next microtask. */
  showNow(): void {
    if (!this.isUpdatePending) return
    this.isUpdatePending = false
    const [page, last] = [this.page, this.#last]
    this.#last = page
    if (this.held) return
    this.#failure = undefined
    try {
      // At first there may be what the server has sent.
      if (page || last) this.#show(page)
    } catch (error) {
      this.#failure = { error }
    }
    for (const outlet of this.#nested) outlet.page = page
  }

  #show(page: Page | null): void {
    const level = page?.levels[this.depth]
    const view = level?.view
    if (!page || !level || !view) {
      this.#unmount()
      if (page && this.depth === 0 && page.type !== 'page') this.#showTitle(page)
      return
    }
    const given = viewPage(page, level, (promise) => this.#pending.push(promise))
    if (this.#mounted?.view === view) {
      this.#mounted.update(given)
      return
    }
    this.#unmount()
    this.#mounted = mount(view, this, given)
  }

  #unmount(): void {
    const mounted = this.#mounted
    this.#mounted = undefined
    mounted?.unmount?.()
    this.replaceChildren()
  }

  // A table without a view for such pages still has to say something.
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

const isRetained = (outlet: HashbangOutlet | undefined): boolean =>
  outlet !== undefined && (outlet.retained || isRetained(outerOutlet(outlet)))

const { customElements } = globalThis
if (customElements && !customElements.get('hashbang-outlet')) {
  customElements.define('hashbang-outlet', HashbangOutlet)
}

declare global {
  interface HTMLElementTagNameMap {
    'hashbang-outlet': HashbangOutlet
  }
}
