/**
 * What animations show is the same each time, in the server that people run, for apps with the router and for adopted ones: what
 * ends within a second has ended, what does not is at one and the same frame. Beside busy loops: settle.spec.ts.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { numRuns } from '../run/seed.ts'
import { fixture, type OpenApp, openApp } from './open-app.ts'

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

let app: OpenApp
let server: Server

const UPSTREAM = '/upstream'

/** A file of the adopted app, which has a server of its own. */
function sendFile(path: string, response: ServerResponse): void {
  const name = path === '/' ? 'index.html' : path.slice(1)
  response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html')
  response.end(readFileSync(fixture('page-time/adopted', name)))
}

test.beforeAll(async () => {
  let asked = 0
  server = createServer((request, response) => {
    const path = String(request.url)
    // Later than the timer of the page is due, and each time after another while.
    if (path.endsWith('/late.txt'))
      setTimeout(() => response.end('answered'), 10 + (asked++ % 5) * 15)
    else if (path.startsWith(UPSTREAM)) sendFile(path.slice(UPSTREAM.length), response)
    else app.site.all(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const shell = fixture('page-time/index.html')
  app = await openApp(shell, {
    origin,
    pages: {
      '/': { shell, app: fixture('page-time/app.js') },
      '/adopted/': { site: `${origin}${UPSTREAM}/`, states: '#!/' },
    },
    workers: 2,
  })
})

test.afterAll(async () => {
  await app.site.close()
  server.closeAllConnections()
  server.close()
})

const PAGES = numRuns(8, 20)

const hourNow = () => new Date().toISOString().slice(0, 13)

for (const path of ['/', '/adopted/']) {
  test(`${PAGES} pages at ${path} show the same, and the day that it is`, async () => {
    const before = hourNow()
    const turns = Array.from({ length: PAGES }, (_, turn) => turn)
    const pages = await Promise.all(
      turns.map((turn) => app.get(`${path}?_escaped_fragment_=/${turn}`)),
    )
    const hours = [before, hourNow()]
    for (const { text } of pages) {
      const texts = text.matchAll(/<p id="(\w+)"[^>]*>([^<]*)<\/p>/g)
      const { today, ...shown } = Object.fromEntries(
        [...texts].map(([, name = '', text = '']) => [name, text]),
      )
      expect(shown).toEqual(SHOWN)
      expect(hours).toContain(today)
    }
    // Timers of an adopted app may cost its worker.
    expect(app.heard.filter((one) => !one.includes('cannot be taken back'))).toEqual([])
  })
}
