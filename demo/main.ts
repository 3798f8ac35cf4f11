// The browser's entry: starts the router over the JSON API, the search box, the connection's line
// and the drawer's button.

import { type AnyRouter, markLinks, preload, start, viewTransitions } from 'hashbang-router/browser'
import { fetchLexicon } from './lexicon/client.ts'
import { routes } from './routes.ts'
import { startSearchBox } from './search-box.ts'
import { watchConnection } from './watch-connection.ts'

const LABEL = 'See it without script'

const lexicon = fetchLexicon()
const router = start(routes, { context: { lexicon } })
markLinks(router)
preload(router)
viewTransitions(router)
watchConnection(router)
// Vite's dev server has the drawer already.
if (!import.meta.env.DEV) offerDrawer(router)

const form = document.querySelector<HTMLFormElement>('search form')
if (form) startSearchBox(router, lexicon, form)

/** Adds a button that loads devtools and opens their drawer. */
function offerDrawer(router: AnyRouter): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'reader'
  button.textContent = LABEL
  button.ariaExpanded = 'false'
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const { devtools } = await import('hashbang-router/devtools')
      const drawer = devtools(router, { label: LABEL })
      button.remove()
      await drawer.show()
    } catch {
      button.disabled = false
      button.textContent = 'It could not be loaded: try again'
    }
  })
  document.querySelector('.bottom')?.append(button)
}
