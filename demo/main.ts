// The browser's entry: starts the router over the JSON API, and what stands around the pages: the search box, the line about the
// connection, the button of the drawer.

import { markLinks, preload, start, viewTransitions } from 'hashbang-router/browser'
import { fetchLexicon } from './lexicon/client.ts'
import { offerReader } from './reader.ts'
import { routes } from './routes.ts'
import { startSearchBox } from './search-box.ts'
import { watchConnection } from './watch-connection.ts'

const lexicon = fetchLexicon()
const router = start(routes, { context: { lexicon } })
markLinks(router)
preload(router)
viewTransitions(router)
watchConnection(router)
// Vite's dev server has the drawer already.
if (!import.meta.env.DEV) offerReader(router)

const form = document.querySelector<HTMLFormElement>('search form')
if (form) startSearchBox(router, lexicon, form)
