/**
 * What animations show is the same each time, in the server that people run: each page is made many times by two workers, beside two
 * loops that leave them no processor. What ends within a second has ended, what does not is at one and the same frame.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'
import { createHandler, type Site } from 'hashbang-router/server'
import { numRuns } from '../run/seed.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/page-time')

/** What each animation shows. */
const SHOWN: Readonly<Record<string, string>> = {
  frames: '100',
  dates: '100',
  finished: 'finished after 400 ms',
  long: '19',
  stopwatch: '1000 ms',
  late: 'answered at 0 ms a timer at 5 ms',
  clocks: '100,100,100',
}

let site: Site
let server: Server
let loops: Worker[]
const warnings: string[] = []

/** A file of the adopted app, which has a server of its own. */
function sendFile(path: string, response: ServerResponse): void {
  const name = path === '/' ? 'index.html' : path.slice(1)
  response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html')
  response.end(readFileSync(join(FIXTURE, 'adopted', name)))
}

const UPSTREAM = '/upstream'

test.beforeAll(async () => {
  let asked = 0
  server = createServer((request, response) => {
    const path = String(request.url)
    // Later than the timer of the page is due, and each time after another while.
    if (path.endsWith('/late.txt')) {
      setTimeout(() => response.end('answered'), 10 + (asked++ % 5) * 15)
    } else if (path.startsWith(UPSTREAM)) sendFile(path.slice(UPSTREAM.length), response)
    else site.all(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  site = await createHandler(
    {
      origin,
      pages: {
        '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') },
        '/adopted/': { site: `${origin}${UPSTREAM}/`, states: '#!/' },
      },
      ...{
        workers: 2,
        cache: { bytes: 0 },
        limits: { deadline: 60_000, queue: 1000 },
      },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') warnings.push(...event.warnings)
        },
      ],
    },
  )
  loops = [1, 2].map(() => new Worker('for (;;);', { eval: true }))
})

test.afterAll(async () => {
  await Promise.all(loops.map((loop) => loop.terminate()))
  await site.close()
  server.closeAllConnections()
  server.close()
})

/** What each animation shows in one of the pages, all of which are the same. */
async function shownAt(path: string, turn: number): Promise<Record<string, string>> {
  const target = `${path}?_escaped_fragment_=/${turn}`
  const answer = await site({ method: 'GET', target, headers: {} })
  const texts = String(answer?.body).matchAll(/<p id="(\w+)"[^>]*>([^<]*)<\/p>/g)
  return Object.fromEntries([...texts].map(([, name = '', text = '']) => [name, text]))
}

const PAGES = numRuns(8, 20)

const hourNow = () => new Date().toISOString().slice(0, 13)

for (const [kind, path] of [
  ['the router', '/'],
  ['an adopted app', '/adopted/'],
] as const) {
  test(`${PAGES} pages of ${kind} show the same, and the day that it is`, async () => {
    const before = hourNow()
    const pages = await Promise.all(Array.from({ length: PAGES }, (_, turn) => shownAt(path, turn)))
    const hours = [before, hourNow()]
    for (const { today, ...shown } of pages) {
      expect(shown).toEqual(SHOWN)
      expect(hours).toContain(today)
    }
    expect(warnings).toEqual([])
  })
}
