// The browser's entry: starts the router over the JSON API, and makes the search box lead to a state.

import { markLinks, preload, start, viewTransitions } from 'hashbang-router/browser'
import { fetchLexicon } from './lexicon/client.ts'
import { routes } from './routes.ts'

const router = start(routes, { context: { lexicon: fetchLexicon() } })
markLinks(router)
preload(router)
viewTransitions(router)

const form = document.querySelector<HTMLFormElement>('search form')
const box = form?.querySelector('input')

if (form && box) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void router.navigate('search', {}, { search: { q: box.value.trim() } })
  })
  // The box says what is searched for, however the reader came to the page.
  router.subscribe(({ state }) => {
    const match = routes.match(state)
    if (document.activeElement !== box) box.value = match?.name === 'search' ? match.search.q : ''
  })

  addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, select')
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    box.select()
  })
}
