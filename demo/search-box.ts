// The search box: an ARIA combobox that lists words as the reader types.
// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/

import type { Router } from 'hashbang-router/browser'
import type { Entry, Lexicon } from './lexicon/types.ts'
import { routes } from './routes.ts'
import { counted, typeset } from './wording.ts'

/** ms without typing before a search. */
const PAUSE = 120

/** Most words in the list. */
const SHOWN = 8

type LexiconRouter = Pick<Router<typeof routes.routes>, 'navigate' | 'subscribe'>

/** Makes the search box work. */
export function startSearchBox(
  router: LexiconRouter,
  lexicon: Pick<Lexicon, 'search'>,
  form: HTMLFormElement,
): void {
  const parts = combobox(form)
  const { box } = parts
  const choices = new Choices(parts, lexicon, (entry) =>
    router.navigate('word', { lemma: entry.key }),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    choices.close()
    void router.navigate('search', {}, { search: { q: box.value.trim() } })
  })
  // The box shows the search, however the reader came to the page.
  router.subscribe(({ state }) => {
    const match = routes.match(state)
    if (document.activeElement !== box) box.value = match?.name === 'search' ? match.search.q : ''
  })
  addEventListener('keydown', (event) => {
    if (!isSlash(event)) return
    event.preventDefault()
    box.select()
  })
}

/** The list of words below the box. Shows only the answer to the box's current text. */
class Choices {
  readonly #parts: ReturnType<typeof combobox>
  readonly #lexicon: Pick<Lexicon, 'search'>
  readonly #onChoice: (entry: Entry) => unknown
  #entries: readonly Entry[] = []
  #active = -1
  #request = new AbortController()

  constructor(
    parts: ReturnType<typeof combobox>,
    lexicon: Pick<Lexicon, 'search'>,
    onChoice: (entry: Entry) => unknown,
  ) {
    this.#parts = parts
    this.#lexicon = lexicon
    this.#onChoice = onChoice
    const { box, list } = parts
    box.addEventListener('input', () => void this.#search())
    box.addEventListener('blur', () => this.close())
    box.addEventListener('keydown', (event) => this.#onKey(event))
    // A press would take the focus out of the box, which closes the list before the click.
    list.addEventListener('pointerdown', (event) => event.preventDefault())
    list.addEventListener('mousedown', (event) => event.preventDefault())
    list.addEventListener('click', ({ target }) => {
      const item = (target as Element).closest('li')
      this.#choose([...list.children].indexOf(item as Element))
    })
  }

  close(): void {
    this.#request.abort()
    this.#show([], '')
  }

  async #search(): Promise<void> {
    this.#request.abort()
    this.#request = new AbortController()
    const { signal } = this.#request
    const text = this.#parts.box.value.trim()
    if (text === '') return this.close()
    await new Promise((passed) => setTimeout(passed, PAUSE))
    if (signal.aborted) return
    try {
      const page = await this.#lexicon.search(text, 1, { signal })
      if (signal.aborted) return
      const entries = (page?.entries ?? []).slice(0, SHOWN)
      const { length } = entries
      this.#show(entries, length === 0 ? 'No words' : `${counted(length, 'word')} below`)
    } catch {
      // Enter still leads to the page of the search, which shows the error.
      if (!signal.aborted) this.#show([], 'Words cannot be shown as you type')
    }
  }

  #show(entries: readonly Entry[], message: string): void {
    const { box, list, status } = this.#parts
    this.#entries = entries
    list.replaceChildren(...entries.map(option))
    list.hidden = entries.length === 0
    box.ariaExpanded = String(!list.hidden)
    status.textContent = message
    this.#activate(-1)
  }

  #activate(index: number): void {
    const { box, list } = this.#parts
    this.#active = index
    for (const [at, item] of [...list.children].entries()) item.ariaSelected = String(at === index)
    const item = list.children[index]
    if (item) {
      box.setAttribute('aria-activedescendant', item.id)
      item.scrollIntoView({ block: 'nearest' })
    } else box.removeAttribute('aria-activedescendant')
  }

  #choose(index: number): void {
    const entry = this.#entries[index]
    if (entry === undefined) return
    this.close()
    this.#onChoice(entry)
  }

  #onKey(event: KeyboardEvent): void {
    const { key, isComposing } = event
    const active = this.#active
    const last = this.#entries.length - 1
    if (isComposing || this.#parts.list.hidden) return
    if (key === 'ArrowDown') this.#activate(active === last ? -1 : active + 1)
    else if (key === 'ArrowUp') this.#activate(active === -1 ? last : active - 1)
    else if (key === 'Enter' && active >= 0) this.#choose(active)
    else if (key === 'Escape') this.close()
    else return
    event.preventDefault()
  }
}

/** Adds a list and a status to the form. */
function combobox(form: HTMLFormElement) {
  const box = form.querySelector('input') as HTMLInputElement
  const list = document.createElement('ul')
  const status = document.createElement('p')
  Object.assign(list, { id: 'suggestions', role: 'listbox', ariaLabel: 'Words', hidden: true })
  Object.assign(status, { className: 'announcement', role: 'status' })
  Object.assign(box, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
  box.setAttribute('aria-controls', list.id)
  form.append(list, status)
  return { box, list, status }
}

/** Whether a reader who types nowhere else presses "/". */
function isSlash({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const typing = target instanceof Element && target.closest('input, textarea, select')
  return key === '/' && !typing && !ctrlKey && !metaKey && !altKey
}

function option({ lemma, gloss }: Entry, index: number): HTMLLIElement {
  const item = document.createElement('li')
  const word = document.createElement('strong')
  const meaning = document.createElement('span')
  Object.assign(item, { id: `suggestion-${index}`, role: 'option' })
  word.textContent = lemma
  meaning.textContent = typeset(gloss)
  item.append(word, ' ', meaning)
  return item
}
