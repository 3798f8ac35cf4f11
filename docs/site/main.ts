// The browser's entry of the site.

import { markLinks, preload, start } from 'hashbang-router/browser'
import { routes } from './routes.ts'
import { SiteSearch } from './search.ts'

const router = start(routes)
markLinks(router)
preload(router)

customElements.define('site-search', SiteSearch)

// On a phone the navigation is behind a button, and closes when a page is chosen.
const contents = document.querySelector<HTMLDetailsElement>('details.contents')
const isWide = matchMedia('(min-width: 60rem)')
const fold = () => {
  if (!contents) return
  contents.open = isWide.matches
  contents.dataset.ready = ''
}
isWide.addEventListener('change', fold)
const playground = document.querySelector<HTMLElement>('site-playground')
router.subscribe(async ({ state }) => {
  fold()
  if (playground) playground.hidden = state !== '/playground'
  if (state !== '/playground' || customElements.get('site-playground')) return
  const { SitePlayground } = await import('./playground.ts')
  customElements.define('site-playground', SitePlayground)
})
