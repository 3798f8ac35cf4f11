// <site-search>: a combobox over the sections of all documents. The index loads with the first
// letter.

import type MiniSearch from 'minisearch'

interface Found {
  readonly title: string
  readonly heading: string
  readonly href: string
}

const MOST = 8

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
      fuzzy: 0.2,
      boost: { title: 3, heading: 2 },
      combineWith: 'AND',
    },
  })
}

export class SiteSearch extends HTMLElement {
  #opened: Promise<MiniSearch> | undefined
  #chosen = -1

  connectedCallback() {
    this.innerHTML = `
      <input type="search" role="combobox" aria-label="Search the documents" aria-expanded="false" aria-autocomplete="list"
        aria-controls="search-results" aria-keyshortcuts="/" placeholder="Search" autocomplete="off" spellcheck="false">
      <ul id="search-results" role="listbox" aria-label="Results" hidden></ul>`
    this.#input.addEventListener('input', () => void this.#search())
    this.#input.addEventListener('keydown', (event) => this.#onKey(event))
    this.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.contains(relatedTarget as Node | null)) this.#close()
    })
    this.#list.addEventListener('click', () => this.#close())
    document.addEventListener('keydown', (event) => {
      if (
        event.key !== '/' ||
        (event.target as Element).closest('input, textarea, [contenteditable]')
      )
        return
      event.preventDefault()
      this.#input.focus()
    })
  }

  get #input() {
    return this.querySelector('input') as HTMLInputElement
  }

  get #list() {
    return this.querySelector('ul') as HTMLUListElement
  }

  async #search() {
    const text = this.#input.value.trim()
    if (text === '') return this.#close()
    this.#opened ??= openIndex()
    const index = await this.#opened
    if (text !== this.#input.value.trim()) return
    const found = index.search(text).slice(0, MOST) as unknown as readonly Found[]
    this.#list.replaceChildren(...found.map(option))
    this.#choose(-1)
    this.#list.hidden = found.length === 0
    this.#input.setAttribute('aria-expanded', String(found.length > 0))
  }

  #onKey(event: KeyboardEvent) {
    const options = [...this.#list.children]
    if (event.key === 'Escape') this.#close()
    else if (event.key === 'ArrowDown') this.#choose((this.#chosen + 1) % options.length)
    else if (event.key === 'ArrowUp')
      this.#choose((this.#chosen + options.length - 1) % options.length)
    else if (event.key === 'Enter') {
      options[Math.max(0, this.#chosen)]?.querySelector('a')?.click()
      this.#input.value = ''
    } else return
    event.preventDefault()
  }

  #choose(at: number) {
    this.#chosen = at
    const options = [...this.#list.children]
    options.forEach((one, index) => {
      one.setAttribute('aria-selected', String(index === at))
    })
    const id = options[at]?.id
    if (id) this.#input.setAttribute('aria-activedescendant', id)
    else this.#input.removeAttribute('aria-activedescendant')
  }

  #close() {
    this.#list.hidden = true
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
  link.textContent = heading === title ? title : `${title}: ${heading}`
  item.append(link)
  return item
}
