// The production server of Lexicon: `npm start`. In: PORT, ORIGIN and LEXICON_FILE of the environment. Out: the
// app, its snapshots, its JSON API and its files over HTTP, until SIGTERM or SIGINT.
// The port is taken before anything else, so that one in use costs no minute of building.

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { toUglyUrl } from 'hashbang-router'
import { createHandler, createListing, toNode } from 'hashbang-router/server'
import sirv from 'sirv'
import { lexiconApi } from './lexicon/api.ts'
import { ensureLexicon } from './lexicon/build.ts'
import { openLexicon } from './lexicon/database.ts'
import { lexiconFile } from './store.ts'

const built = (...path: string[]) => join(import.meta.dirname, ...path)

/** Everything behind the port, and what ends it. */
interface Lexicon {
  readonly listener: RequestListener
  close(): Promise<void>
}

async function openSite(origin: string): Promise<Lexicon> {
  const file = lexiconFile()
  ensureLexicon(file)
  const lexicon = openLexicon(file)
  const pagesOf = {
    '/': { shell: built('client', 'index.html'), app: built('worker', 'app.js') },
  }
  const site = await createHandler({ origin, pages: pagesOf })
  const listing = createListing({ origin, pages: pagesOf })
  const list = toNode(listing)
  const api = lexiconApi(lexicon)
  const pages = toNode(site)
  const assets = sirv(built('client'), {
    etag: true,
    setHeaders(response, path) {
      response.setHeader('x-content-type-options', 'nosniff')
      // Vite writes a hash of the content into these names.
      const kept = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'max-age=3600'
      response.setHeader('cache-control', `public, ${kept}`)
    },
  })
  return {
    listener: (req, res) =>
      api(req, res, () =>
        list(req, res, () => pages(req, res, () => assets(req, res, () => missing(res)))),
      ),
    async close() {
      await Promise.all([site.close(), listing.close()])
      lexicon.close()
    },
  }
}

function missing(res: ServerResponse): void {
  res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
  res.end('There is nothing here.\n')
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  return fail(`Cannot listen on PORT="${text}": expected a number from 0 to 65535.`)
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'another program has it. Set PORT to a free one.'
          : `${error.message}.`
      fail(`Cannot listen on port ${port}: ${why}`)
    })
    server.listen(port, () => resolve((server.address() as AddressInfo).port))
  })
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

// `ready` is awaited by requests that come while the site is being opened.
let ready: Promise<Lexicon>
const server = createServer((req, res) => {
  ready.then(({ listener }) => listener(req, res))
})
const port = await listen(server, readPort(process.env.PORT ?? '3000'))
const origin = process.env.ORIGIN ?? `http://localhost:${port}`
ready = openSite(origin)
const site = await ready.catch((error: unknown) =>
  fail(`Cannot start Lexicon: ${error instanceof Error ? error.message : String(error)}`),
)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => void site.close())
    server.closeIdleConnections()
  })
}

const pretty = `${origin}/#!/word/ajax`
console.log(`Lexicon is at   ${pretty}\nIts snapshot at ${toUglyUrl(pretty)}`)
