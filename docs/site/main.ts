// The browser's entry of the site.

import { markLinks, preload, start } from 'hashbang-router/browser'
import { readable } from './address-scheme.ts'
import { settleContents } from './contents-panel.ts'
import { addCopyButtons } from './copy-buttons.ts'
import type { SitePlayground } from './playground/playground.ts'
import { routes } from './routes.ts'
import { SiteSearch } from './search.ts'
import { SiteTheme } from './theme.ts'

// The host sends 404.html for an address without a file: `/guides/data` may be a state.
const { pathname, hash } = location
const isKnown = /^\/(?:index\.html)?$/.test(pathname) || pathname.startsWith(readable.prefix)
if (!isKnown && hash === '') location.replace(readable.href(pathname))

// Each error has a page of its own, and a link from elsewhere may name the section of the document.
const [, code] = /^#(hb\d{3})\b/i.exec(hash) ?? []
if (code && pathname === readable.href('/errors'))
  location.replace(readable.href(`/errors/${code.toUpperCase()}`))

const router = start(routes)
markLinks(router)
preload(router)

customElements.define('site-search', SiteSearch)
customElements.define('site-theme', SiteTheme)

const playground = document.querySelector<SitePlayground>('site-playground')

router.subscribe(async ({ state }) => {
  settleContents()
  addCopyButtons(document)
  const isPlayground = routes.match(state)?.name === 'playground'
  if (playground) playground.hidden = !isPlayground
  if (!isPlayground) return
  const { definePlayground } = await import('./playground/playground.ts')
  definePlayground()
  playground?.open(state)
})
