/** XMLHttpRequest of a snapshot beside Chromium's, against one server. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { bundle, openThread } from './engine.ts'

let server: Server
let origin: string

const ANSWERS: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/': ['text/html', '<!doctype html><title>Requests</title>'],
  '/text': ['text/plain', 'some text'],
  '/json': ['application/json', '{"a":[1]}'],
  '/html': ['text/html', '<p>a paragraph'],
  '/xml': ['application/xml', '<words><word/></words>'],
  '/latin': ['text/plain; charset=iso-8859-1', Buffer.from([0xe9, 0x20, 0xc3, 0xa9])],
}

async function echo(request: IncomingMessage): Promise<string> {
  const body = await textOf(request)
  return JSON.stringify({
    type: request.headers['content-type'] ?? '',
    test: request.headers['x-test'],
    body,
  })
}

test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { url = '/' } = request
    if (url === '/never') return
    if (url === '/moved') return void response.writeHead(302, { location: '/text' }).end()
    if (url === '/echo')
      return void response.setHeader('content-type', 'application/json').end(await echo(request))
    const [type, body] = ANSWERS[url] ?? ['text/plain', 'nothing']
    response
      .writeHead(url in ANSWERS ? 200 : 404, { 'content-type': type, 'x-test': 'yes' })
      .end(body)
  })
  // On a busy machine a connection would expire just when it is used again.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})

test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Fixture {
  names(): string[]
  observe(name: string, origin: string): Promise<string[]>
}

test('a page observes of its requests what it does in Chromium', async ({ page }) => {
  const code = await bundle('engine/requests.ts')
  await page.goto(origin)
  await page.addScriptTag({ content: code })
  const thread = await openThread(code)
  const names = await thread.call<string[]>('names')
  const observed = async () => {
    const all: string[][] = []
    for (const name of names) all.push(await thread.call<string[]>('observe', name, origin))
    return all
  }
  const [ours, theirs] = await Promise.all([
    observed(),
    page.evaluate(
      async ([keys, at]) => {
        const { fixture } = globalThis as unknown as { fixture: Fixture }
        const all: string[][] = []
        for (const key of keys) all.push(await fixture.observe(key, at))
        return all
      },
      [names, origin] as const,
    ),
  ])
  for (const [at, name] of names.entries()) {
    expect([name, ...(ours[at] ?? [])]).toEqual([name, ...(theirs[at] ?? [])])
    expect(theirs[at]?.length).toBeGreaterThan(0)
  }
  await thread.close()
})

test('a synchronous request is refused with the reason', async () => {
  const thread = await openThread(await bundle('engine/requests.ts'))
  expect(await thread.call<string>('synchronous')).toMatch(
    /^InvalidAccessError: .*GET http:\/\/localhost\/text is synchronous.*send it asynchronously/,
  )
  await thread.close()
})
