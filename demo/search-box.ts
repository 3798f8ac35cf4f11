// The search box: words as the reader types, a state of the search when they press Enter. In: a router over the lexicon's table, the
// form of the shell. Out: an ARIA combobox with a list of words below it, which covers the page and moves nothing.
// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
// Only the answer to what stands in the box is shown, and never one that comes late.

import type { Router } from 'hashbang-router/browser'
import type { Entry, Lexicon } from './lexicon/types.ts'
import { routes } from './routes.ts'
import { counted, typeset } from './wording.ts'

/** For how many ms nothing is typed before words are asked for. */
const PAUSE = 120

/** How many words are shown. */
const SHOWN = 8

type LexiconRouter = Pick<Router<typeof routes.routes>, 'navigate' | 'subscribe'>

/** Makes the search box work. */
export function startSearchBox(
  router: LexiconRouter,
  lexicon: Pick<Lexicon, 'search'>,
  form: HTMLFormElement,
): void {
  const { box, list, status } = combobox(form)
  let entries: readonly Entry[] = []
  let active = -1
  let asked = new AbortController()

  const close = () => {
    asked.abort()
    show([], '')
  }

  function show(found: readonly Entry[], said: string): void {
    entries = found
    list.replaceChildren(...found.map(option))
    list.hidden = found.length === 0
    box.ariaExpanded = String(!list.hidden)
    status.textContent = said
    activate(-1)
  }

  function activate(index: number): void {
    active = index
    for (const [at, item] of [...list.children].entries()) item.ariaSelected = String(at === index)
    const item = list.children[index]
    if (item) {
      box.setAttribute('aria-activedescendant', item.id)
      item.scrollIntoView({ block: 'nearest' })
    } else box.removeAttribute('aria-activedescendant')
  }

  async function ask(): Promise<void> {
    asked.abort()
    asked = new AbortController()
    const { signal } = asked
    const typed = box.value.trim()
    if (typed === '') return close()
    await new Promise((passed) => setTimeout(passed, PAUSE))
    if (signal.aborted) return
    try {
      const page = await lexicon.search(typed, 1, { signal })
      if (signal.aborted) return
      const found = (page?.entries ?? []).slice(0, SHOWN)
      show(found, found.length === 0 ? 'No words' : `${counted(found.length, 'word')} below`)
    } catch {
      // Pressing Enter still leads to the page of the search, which says what is wrong.
      if (!signal.aborted) show([], 'Words cannot be shown as you type')
    }
  }

  function choose(entry: Entry | undefined): void {
    if (entry === undefined) return
    close()
    void router.navigate('word', { lemma: entry.key })
  }

  box.addEventListener('input', () => void ask())
  box.addEventListener('blur', close)
  box.addEventListener('keydown', (event) => {
    const { key, isComposing } = event
    if (isComposing || list.hidden) return
    if (key === 'ArrowDown') activate(active + 1 === entries.length ? -1 : active + 1)
    else if (key === 'ArrowUp') activate(active === -1 ? entries.length - 1 : active - 1)
    else if (key === 'Enter' && active >= 0) choose(entries[active])
    else if (key === 'Escape') close()
    else return
    event.preventDefault()
  })
  // A press would take the focus out of the box, which closes the list before the click comes.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const item = (target as Element).closest('li')
    choose(entries[[...list.children].indexOf(item as Element)])
  })

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    close()
    void router.navigate('search', {}, { search: { q: box.value.trim() } })
  })
  // The box says what is searched for, however the reader came to the page.
  router.subscribe(({ state }) => {
    const match = routes.match(state)
    if (document.activeElement !== box) box.value = match?.name === 'search' ? match.search.q : ''
  })
  addEventListener('keydown', (event) => {
    if (isSlash(event)) {
      event.preventDefault()
      box.select()
    }
  })
}

/** Gives the form's box a list and a status. */
function combobox(form: HTMLFormElement) {
  const box = form.querySelector('input') as HTMLInputElement
  const list = document.createElement('ul')
  const status = document.createElement('p')
  Object.assign(list, { id: 'suggestions', role: 'listbox', ariaLabel: 'Words', hidden: true })
  Object.assign(status, { className: 'heard', role: 'status' })
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
