/** XMLHttpRequest of a snapshot beside Chromium's, against one server. */
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { type Listening, listening } from '../listening.ts'
import { ask, askThread, openBoth } from './engine.ts'
import { differing, expectListed } from './listed.ts'

let server: Listening
let origin: string

const ANSWERS: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/': ['text/html', '<!doctype html><title>Requests</title>'],
  '/text': ['text/plain', 'some text'],
  '/json': ['application/json', '{"a":[1]}'],
  '/html': ['text/html', '<p>a paragraph'],
  '/xml': ['application/xml', '<words><word/></words>'],
  '/latin': ['text/plain; charset=iso-8859-1', Buffer.from([0xe9, 0x20, 0xc3, 0xa9])],
}

test.beforeAll(async () => {
  server = await listening(async (request, response) => {
    const { url = '/', headers } = request
    if (url === '/never') return
    if (url === '/moved') return void response.writeHead(302, { location: '/text' }).end()
    if (url === '/echo') {
      const sent = { type: headers['content-type'] ?? '', test: headers['x-test'] }
      const body = JSON.stringify({ ...sent, body: await textOf(request) })
      return void response.setHeader('content-type', 'application/json').end(body)
    }
    const [type, body] = ANSWERS[url] ?? ['text/plain', 'nothing']
    response
      .writeHead(url in ANSWERS ? 200 : 404, { 'content-type': type, 'x-test': 'yes' })
      .end(body)
  })
  origin = `http://localhost:${server.port}`
})

test.afterAll(() => server.close())

type Observed = Readonly<Record<string, readonly string[]>>

test('XMLHttpRequest has the same events and results as in Chromium', async ({ browser, page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/requests.ts', origin)
  const all = await ask<Observed>([thread, chromium], 'observeAll', origin)
  await thread.close()
  const [ours = {}, theirs = {}] = all.map((observed) =>
    Object.fromEntries(Object.entries(observed).map(([name, notes]) => [name, notes.join('\n')])),
  )
  expect(Object.values(theirs)).not.toContain('')
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(12)
  expectListed(browser.version(), differing(ours, theirs))
})

test('a synchronous request is refused with the reason', async () => {
  expect(await askThread('engine/requests.ts', 'synchronous')).toMatch(
    /^InvalidAccessError: .*GET http:\/\/localhost\/text is synchronous.*send it asynchronously/,
  )
})
