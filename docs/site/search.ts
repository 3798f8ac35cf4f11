// <site-search>: a combobox over the sections of all documents. The index loads with the first
// letter.

import type MiniSearch from 'minisearch'

interface Found {
  readonly title: string
  readonly heading: string
  readonly href: string
}

const MAX_RESULTS = 8

const HTML = `
  <input type="search" role="combobox" aria-label="Search the documents" aria-expanded="false" aria-autocomplete="list"
    aria-controls="search-results" aria-keyshortcuts="/" placeholder="Search" autocomplete="off" spellcheck="false">
  <kbd aria-hidden="true"></kbd>
  <div class="results" hidden>
    <ul id="search-results" role="listbox" aria-label="Results"></ul>
    <p role="status"></p>
  </div>`

async function openIndex(): Promise<MiniSearch> {
  const [{ default: Search }, { index }] = await Promise.all([
    import('minisearch'),
    import('virtual:search'),
  ])
  return Search.loadJSON(index, {
    fields: ['title', 'heading', 'text'],
    storeFields: ['title', 'heading', 'href'],
    searchOptions: {
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      boost: { title: 3, heading: 2 },
      combineWith: 'AND',
    },
  })
}

export class SiteSearch extends HTMLElement {
  #opened: Promise<MiniSearch> | undefined
  /** The text of the shown results. */
  #shown = ''
  #chosen = -1

  connectedCallback() {
    this.innerHTML = HTML
    this.#input.addEventListener('input', () => void this.#search())
    this.#input.addEventListener('focus', () => void this.#search())
    this.#input.addEventListener('keydown', (event) => this.#onKey(event))
    this.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.contains(relatedTarget as Node | null)) this.#close()
    })
    this.#list.addEventListener('click', () => this.#leave())
    document.addEventListener('keydown', (event) => this.#onSlash(event))
  }

  get #input() {
    return this.querySelector('input') as HTMLInputElement
  }

  get #list() {
    return this.querySelector('ul') as HTMLUListElement
  }

  get #box() {
    return this.querySelector('.results') as HTMLElement
  }

  #onSlash(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key !== '/' || ctrlKey || metaKey || altKey) return
    if ((target as Element).closest('input, textarea, [contenteditable]')) return
    event.preventDefault()
    this.#input.select()
  }

  async #search(): Promise<void> {
    const text = this.#input.value.trim()
    if (text === '') return this.#close()
    this.#opened ??= openIndex()
    const index = await this.#opened.catch(() => {
      // The next letter tries again.
      this.#opened = undefined
      return null
    })
    if (text !== this.#input.value.trim()) return
    this.#show(index?.search(text).slice(0, MAX_RESULTS) as never, text)
  }

  #show(found: readonly Found[] | undefined, text: string) {
    this.#shown = text
    this.#list.replaceChildren(...(found ?? []).map(option))
    this.#choose(-1)
    const status = this.querySelector('[role=status]') as HTMLElement
    status.textContent = found
      ? found.length === 0
        ? `Nothing found for “${text}”`
        : ''
      : 'The index of the search did not load'
    this.#box.hidden = !this.contains(document.activeElement)
    this.#input.setAttribute('aria-expanded', String((found?.length ?? 0) > 0))
  }

  async #onKey(event: KeyboardEvent) {
    const { key, isComposing } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (isComposing || (step === undefined && key !== 'Enter' && key !== 'Escape')) return
    event.preventDefault()
    if (key === 'Escape') {
      if (this.#box.hidden) this.#input.blur()
      this.#close()
    } else if (step !== undefined) {
      if (this.#box.hidden) await this.#search()
      const { length } = this.#list.children
      const from = this.#chosen === -1 && step < 0 ? 0 : this.#chosen
      if (length > 0) this.#choose((from + step + length) % length)
    } else {
      // The reader may be faster than the index.
      if (this.#shown !== this.#input.value.trim()) await this.#search()
      this.#list.children[Math.max(0, this.#chosen)]?.querySelector('a')?.click()
    }
  }

  #choose(at: number) {
    this.#chosen = at
    const options = [...this.#list.children]
    options.forEach((one, index) => {
      one.setAttribute('aria-selected', String(index === at))
    })
    const chosen = this.#list.children[at] as HTMLElement | undefined
    if (chosen) {
      this.#input.setAttribute('aria-activedescendant', chosen.id)
      this.#reveal(chosen)
    } else this.#input.removeAttribute('aria-activedescendant')
  }

  /** Scrolls the results alone: `scrollIntoView` would move the page. */
  #reveal({ offsetTop, offsetHeight }: HTMLElement) {
    const box = this.#box
    const least = offsetTop + offsetHeight - box.clientHeight
    box.scrollTop = Math.min(Math.max(box.scrollTop, least), offsetTop)
  }

  #leave() {
    this.#input.value = ''
    this.#input.blur()
    this.#close()
  }

  #close() {
    this.#shown = ''
    this.#box.hidden = true
    this.#list.replaceChildren()
    this.#input.setAttribute('aria-expanded', 'false')
    this.#choose(-1)
  }
}

function option({ title, heading, href }: Found, at: number): HTMLLIElement {
  const item = document.createElement('li')
  item.id = `search-result-${at}`
  item.setAttribute('role', 'option')
  const link = document.createElement('a')
  link.href = href
  link.tabIndex = -1
  link.append(heading)
  if (heading !== title) {
    const place = document.createElement('small')
    place.textContent = title
    link.append(place)
  }
  item.append(link)
  return item
}
