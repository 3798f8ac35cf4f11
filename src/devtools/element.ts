// <hashbang-devtools>, the drawer of devtools, and the function that adds it to the document. Shows
// a router's page and its snapshot. SIDE EFFECT on import: defines the element.

import { type PropertyValues, ReactiveElement } from '@lit/reactive-element'
import { addressesOf } from '../dom/history/address.ts'
import { hooksOf } from '../dom/hooks.ts'
import type { AnyRouter } from '../dom/router-types.ts'
import { type Html, html } from '../html.ts'
import { toUglyUrl, withoutFragment } from '../url.ts'
import {
  type Addressed,
  type DrawerSnapshot,
  differencesList,
  facts,
  type Reading,
  verdict,
} from './drawer-html.ts'
import { drawerStyle } from './drawer-style.ts'
import { type Started, watchStarted } from './registry.ts'
import { differences, wordsOf } from './word-differences.ts'

const skeleton = html`<aside aria-label="hashbang-router">
<button class="opener" part="button" type="button" aria-expanded="false"></button>
<section class="drawer" part="drawer" id="drawer" aria-labelledby="title" hidden>
<header><h2 id="title" tabindex="-1">Without script</h2>
<button class="again" type="button">Fetch again</button>
<button class="close" type="button">Close</button></header>
<dl class="facts"></dl>
<div class="differences" role="region" aria-label="Differences" tabindex="0" hidden></div>
<div class="frame"></div>
<div class="announcement" role="status"></div>
</section>
</aside>`

const nothing = html`<dt>State</dt><dd>No page is shown yet, or no router has been started where packages are resolved for development.</dd>`

export class HashbangDevtools extends ReactiveElement {
  static override styles = drawerStyle
  static override properties = {
    label: {},
    open: { type: Boolean, reflect: true },
    source: { attribute: false },
    reading: { state: true },
  }

  /** The text of the button. */
  declare label: string
  /** Whether the drawer is open; also an attribute, for style sheets. */
  declare open: boolean
  /** The router whose pages it shows. */
  declare source: Started | null
  declare protected reading: Reading

  #fetching = new AbortController()
  #unsubscribe = () => {}

  constructor() {
    super()
    this.label = '#!'
    this.open = false
    this.source = null
    this.reading = { type: 'loading' }
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot() as ShadowRoot
    root.innerHTML = String(skeleton)
    root.querySelector('.opener')?.addEventListener('click', () => void this.show())
    root.querySelector('.close')?.addEventListener('click', () => void this.hide())
    root.querySelector('.again')?.addEventListener('click', () => void this.#fetch())
    root.querySelector('.drawer')?.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key !== 'Escape') return
      event.stopPropagation()
      void this.hide()
    })
    return root
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#fetching.abort()
    this.#unsubscribe()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.#listen()
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('source')) this.#listen()
    else if (changed.has('open') && this.open) void this.#fetch()
  }

  protected override updated(): void {
    this.#show()
  }

  /** Opens the drawer. Resolves once it has the focus. */
  async show(): Promise<void> {
    this.open = true
    await this.updateComplete
    this.#part<HTMLElement>('#title').focus()
  }

  /** Closes the drawer. Resolves once its button has the focus. */
  async hide(): Promise<void> {
    this.open = false
    await this.updateComplete
    this.#part<HTMLElement>('.opener').focus()
  }

  // Until another router starts, or the element is removed.
  #listen(): void {
    this.#unsubscribe()
    const unsubscribe = this.source?.router.subscribe(() => {
      if (this.open) void this.#fetch()
      else this.requestUpdate()
    })
    this.#unsubscribe = unsubscribe ?? (() => {})
    if (this.open) void this.#fetch()
  }

  /** The address of the shown page; null before there is one. */
  get #addressed(): Addressed | null {
    const { source } = this
    const page = source?.router.page
    if (!source || !page) return null
    const pretty = addressesOf(source.hooks.table.scheme).url(page.state)
    // With fragments only the empty state has the fragment tag.
    const pageUrl = pretty?.includes('#!') ? pretty : pretty && withoutFragment(pretty)
    const ugly = pageUrl === null ? null : toUglyUrl(pageUrl, { fragmentTag: true })
    const path = source.hooks.table.options.readable?.href(page.state)
    return { page, pretty, ugly, readable: path && new URL(path, location.origin).href }
  }

  async #fetch(): Promise<void> {
    this.#fetching.abort()
    this.#fetching = new AbortController()
    const { signal } = this.#fetching
    const addressed = this.#addressed
    if (addressed === null) return
    if (addressed.ugly === null) {
      this.reading = { type: 'failed', why: 'This state has no ugly URL.' }
      return
    }
    this.reading = { type: 'loading' }
    try {
      const snapshot = await fetchSnapshot(addressed.ugly, signal)
      if (signal.aborted) return
      const there = new DOMParser().parseFromString(snapshot.html, 'text/html')
      const ours = this.source?.outlet ?? document.querySelector('hashbang-outlet')
      const theirs = there.querySelector('hashbang-outlet') ?? there.body
      this.reading = {
        type: 'read',
        snapshot,
        differences: differences(ours ? wordsOf(ours) : [], wordsOf(theirs)),
      }
    } catch (error) {
      if (signal.aborted) return
      this.reading = { type: 'failed', why: `It could not be fetched: ${error}` }
    }
  }

  #part<E extends Element>(selector: string): E {
    return this.renderRoot.querySelector(selector) as E
  }

  #shown: Reading | undefined

  #show(): void {
    const opener = this.#part<HTMLElement>('.opener')
    opener.textContent = this.label
    if (this.label === '#!')
      opener.setAttribute('aria-label', 'What readers without script get of this page')
    else opener.removeAttribute('aria-label')
    opener.setAttribute('aria-expanded', String(this.open))
    opener.hidden = this.open
    this.#part<HTMLElement>('.drawer').hidden = !this.open
    const addressed = this.#addressed
    if (addressed === null) this.#write('.facts', nothing)
    if (!this.open || addressed === null) return
    const { reading } = this
    this.#write('.facts', facts(addressed, reading))
    if (this.#shown === reading) return
    this.#shown = reading
    if (reading.type === 'read') this.#showSnapshot(reading, addressed.page.state)
    else if (reading.type === 'failed') this.#showFailure(reading.why)
  }

  #showSnapshot({ snapshot, differences }: Extract<Reading, { type: 'read' }>, state: string) {
    const list = differences ?? []
    this.#part<HTMLElement>('.differences').hidden = list.length === 0
    this.#write('.differences', differencesList(list))
    const frame = snapshotFrame(snapshot.html, `Snapshot of ${state || 'the first page'}`)
    this.#part('.frame').replaceChildren(frame)
    const summary = `Snapshot: ${snapshot.status}, ${verdict(differences)}`
    this.#part('.announcement').textContent = summary.replace(/<[^>]*>/g, '')
  }

  #showFailure(why: string): void {
    const failure = html`<p class="bad" role="alert">${why} <button class="retry" type="button">Try again</button></p>`
    this.#part<HTMLElement>('.differences').hidden = true
    this.#part('.frame').innerHTML = String(failure)
    this.#part('.retry').addEventListener('click', () => void this.#fetch())
  }

  #write(selector: string, markup: Html): void {
    const element = this.#part(selector)
    const content = String(markup)
    // Unchanged parts keep focus, selection and scroll.
    if (written.get(element) === content) return
    written.set(element, content)
    element.innerHTML = content
  }
}

const written = new WeakMap<Element, string>()

// Past the browser's cache.
async function fetchSnapshot(url: string, signal: AbortSignal): Promise<DrawerSnapshot> {
  const headers = { accept: 'text/html' }
  const response = await fetch(url, { signal, cache: 'reload', headers })
  const redirected = response.redirected ? response.url : null
  return { status: response.status, redirected, html: await response.text() }
}

// A new frame for each snapshot: a reload would add a history entry.
function snapshotFrame(html: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  // Same origin, so that clicks on its links can be handled; no script runs there.
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.title = title
  frame.srcdoc = html
  frame.addEventListener('load', () => {
    frame.contentDocument?.addEventListener('click', follow)
  })
  return frame
}

// Links of a snapshot navigate the app's page.
function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]')
  if (!link || event.defaultPrevented) return
  event.preventDefault()
  const { href, origin } = new URL(link.getAttribute('href') ?? '', document.baseURI)
  if (origin === location.origin) location.assign(href)
  else window.open(href, '_blank', 'noopener')
}

if (!customElements.get('hashbang-devtools'))
  customElements.define('hashbang-devtools', HashbangDevtools)

/** Options of the drawer. */
export interface DevtoolsOptions {
  /** The text of the button that opens it. Default: `#!`. */
  readonly label?: string
}

/**
 * Adds a drawer to the document, after `<body>`, that shows a router's page and its HTML snapshot.
 * To end it, remove the element.
 *
 * @param router Default: the router that the document starts, if packages are resolved for
 * development.
 * @param options Settings.
 */
export function devtools(router?: AnyRouter, { label }: DevtoolsOptions = {}): HashbangDevtools {
  const element = document.createElement('hashbang-devtools')
  if (label !== undefined) element.label = label
  if (router) {
    element.source = { router, hooks: hooksOf(router), outlet: null }
  } else {
    watchStarted((started) => {
      element.source = started
    })
  }
  document.documentElement.append(element)
  return element
}

declare global {
  interface HTMLElementTagNameMap {
    'hashbang-devtools': HashbangDevtools
  }
}
