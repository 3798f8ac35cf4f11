// <site-playground>: runs a route table that the reader types. It shows the page beside its
// addresses, its snapshot and its Markdown.

import type { AnyTable, Page } from 'hashbang-router'
import { copy } from '../copy-buttons.ts'
import { routes } from '../routes.ts'
import { buildTable } from './build-table.ts'
import { showError } from './error-text.ts'
import { EXAMPLE, EXAMPLE_STATE } from './example.ts'
import { FORM } from './form.ts'
import { whenNear } from './near.ts'
import { toMarkdown } from './page-markdown.ts'
import { Preview } from './preview.ts'
import { addressRows, snapshotText } from './results.ts'
import { readStored, store } from './stored-text.ts'
import { endsInTime } from './trial.ts'

/** ms without a key before the table runs. */
const PAUSE_MS = 200
/** ms after which the results of the page before are taken away. */
const LOADING_MS = 500
const LOOP = 'The code ran for over 2 seconds, so it was stopped. Does it have an endless loop?'

export class SitePlayground extends HTMLElement {
  #preview: Preview | undefined
  /** The table of the link that the reader has opened. */
  #link = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #loading: ReturnType<typeof setTimeout> | undefined
  #runs = 0
  #shown: AnyTable | undefined
  #near: Promise<void> | undefined

  /** @param state The site's own. */
  open(state: string): void {
    const match = routes.match(state)
    const { table = '', at = '' } = match?.name === 'playground' ? match.search : {}
    if (this.#preview && table === this.#link) return
    this.#preview ??= this.#build()
    const stored = readStored()
    const isForeign = table !== '' && table !== stored?.link
    const text = isForeign ? { table, state: at } : stored
    this.#link = table
    this.#table.value = text?.table ?? EXAMPLE
    this.#state.value = text?.state ?? EXAMPLE_STATE
    this.#find('.held').hidden = !isForeign
    if (!isForeign) void this.#run()
  }

  disconnectedCallback(): void {
    this.#preview?.stop()
  }

  #build(): Preview {
    this.innerHTML = FORM
    const later = () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#run(), PAUSE_MS)
    }
    this.addEventListener('input', later)
    this.#find('form').addEventListener('submit', (event) => event.preventDefault())
    this.#onPress('run', () => {
      this.#find('.held').hidden = true
      void this.#run()
    })
    this.#onPress('reset', () => {
      this.#find('.held').hidden = true
      this.#table.value = EXAMPLE
      this.#state.value = EXAMPLE_STATE
      void this.#run()
    })
    this.#onPress('share', () => this.#share())
    return new Preview(this.#find('.preview'), {
      onPage: (page, html) => void this.#show(page, html),
      onError: (error) => showError(this.#find('[role=alert]'), error),
    })
  }

  async #run(): Promise<void> {
    if (!this.#find('.held').hidden) return
    const run = ++this.#runs
    const text = this.#table.value
    const state = this.#state.value.trim().replace(/^.*#!|^#/, '')
    store({ table: text, state, link: this.#link })
    try {
      // The example has no loop. Its visitors need no worker before they edit it.
      if (text !== EXAMPLE && !(await endsInTime(text, state))) throw new Error(LOOP)
      if (run !== this.#runs) return
      const table = buildTable(text)
      this.#find('[role=alert]').replaceChildren()
      this.#shown = table
      clearTimeout(this.#loading)
      this.#loading = setTimeout(() => this.#clear('loading …'), LOADING_MS)
      this.#preview?.show(table, state)
    } catch (error) {
      if (run !== this.#runs) return
      this.#preview?.stop()
      this.#clear('no page')
      showError(this.#find('[role=alert]'), error)
    }
  }

  async #show(page: Page, html: string): Promise<void> {
    const run = this.#runs
    clearTimeout(this.#loading)
    if (!this.#shown) return
    // A link of the preview leads to another state.
    if (this.ownerDocument.activeElement !== this.#state) this.#state.value = page.state
    store({ table: this.#table.value, state: page.state, link: this.#link })
    this.#list(addressRows(this.#shown, page))
    this.#find('[data-of=snapshot]').textContent = snapshotText(page, html)
    const markdown = this.#find('[data-of=markdown]')
    // The converter is the largest part of the playground, and its panel is the last on a phone.
    this.#near ??= whenNear(markdown.closest('pre') as HTMLElement)
    await this.#near
    const text = await toMarkdown(html, page.head.title ?? '')
    if (run === this.#runs) markdown.textContent = text
  }

  #clear(status: string): void {
    clearTimeout(this.#loading)
    this.#list([['Status', status]])
    this.#find('[data-of=snapshot]').textContent = ''
    this.#find('[data-of=markdown]').textContent = ''
  }

  #list(rows: readonly (readonly [name: string, value: string])[]): void {
    this.#find('dl').replaceChildren(
      ...rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]),
    )
  }

  async #share(): Promise<void> {
    const search = { table: this.#table.value, at: this.#state.value }
    const link = `${location.origin}/${routes.href('playground', {}, { search })}`
    const isCopied = await copy(link)
    this.#find('[role=status]').textContent = isCopied
      ? 'Copied'
      : 'The browser refused to copy. Copy the address of this page.'
    if (!isCopied) location.assign(link)
  }

  #onPress(name: string, handler: () => void): void {
    this.#find(`[data-of=${name}]`).addEventListener('click', handler)
  }

  get #table(): HTMLTextAreaElement {
    return this.#find('textarea') as HTMLTextAreaElement
  }

  get #state(): HTMLInputElement {
    return this.#find('input') as HTMLInputElement
  }

  #find(selector: string): HTMLElement {
    return this.querySelector(selector) as HTMLElement
  }
}

function element(name: 'dt' | 'dd', text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** Defines the element, once. */
export function definePlayground(): void {
  if (!customElements.get('site-playground'))
    customElements.define('site-playground', SitePlayground)
}
