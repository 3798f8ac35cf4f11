/**
 * A page that shows its content and waits for nothing but a request that stays open, such as a
 * stream or a poll, is answered.
 */
import type { ServerResponse } from 'node:http'
import { expect, test } from '@playwright/test'
import { type Listening, listening } from '../listening.ts'
import { fixture, type OpenApp, openApp } from './open-app.ts'

let server: Listening
let app: OpenApp
let port: number
const open = new Set<ServerResponse>()

test.beforeAll(async () => {
  let polls = 0
  server = await listening((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    if (request.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: news\n\n')
    } else if (request.url === '/poll' && polls++ === 0) response.end('content and news')
  })
  port = server.port
  app = await openApp(fixture('open-requests', 'index.html'), {
    allowFetch: [server.origin],
    cache: {},
  })
})
test.afterAll(async () => {
  await app.site.close()
  await server.close()
})

for (const [kind, text] of Object.entries({
  stream: 'content and news',
  poll: 'content and news',
  request: 'content',
})) {
  test(`a ${kind} that stays open delays no page, is reported, and ends with the page`, async () => {
    app.warnings.length = 0
    const { status, outlet, headers } = await app.show(`/${kind}/${port}`)
    expect([status, outlet]).toEqual([200, text])
    // Kept briefly.
    expect(headers['cache-control']).toBe('max-age=10')
    expect(app.warnings).toEqual([
      expect.stringMatching(
        /^not waited for, because it stays open: a request of .*\/(?:stream|poll)$/,
      ),
    ])
    await expect.poll(() => open.size).toBe(0)
    expect(app.replaced).toEqual([])
  })
}

for (const [kind, text] of Object.entries({
  caught: 'content and news',
  element: '<x-view>content</x-view>',
})) {
  test(`the deadline ends no request while the page renders: ${kind}`, async () => {
    const soon = await openApp(fixture('open-requests', 'index.html'), {
      allowFetch: [server.origin],
      limits: { deadline: 1000 },
    })
    const { status, outlet } = await soon.show(`/${kind}/${port}`)
    expect([status, outlet, soon.replaced]).toEqual([200, text, []])
    await soon.site.close()
  })
}
