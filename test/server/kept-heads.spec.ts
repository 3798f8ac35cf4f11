/**
 * The heads of answers that are given again are those that Node writes: byte for byte, but for the date, whatever the request and
 * the connection have a say in.
 */
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { send } from '../../dist/server/http/node-adapter.js'
import { type Listener, listen } from '../../dist/server/http/node-server.js'
import type { HandlerResponse } from '../../dist/server/http/types.js'

const KEEP_ALIVE = 5000
const NONE = Buffer.alloc(0)
const body = Buffer.from('the page')
const tag = { etag: '"one"', vary: 'Accept-Encoding', 'cache-control': 'max-age=60' }
const whole = { ...tag, 'content-type': 'text/html', 'content-length': String(body.length) }

const ANSWERS: Readonly<Record<string, HandlerResponse>> = {
  '/page': { status: 200, headers: whole, body },
  // One object for two statuses, as nobody forbids.
  '/gone': { status: 410, headers: whole, body },
  '/known': { status: 304, headers: tag, body: NONE },
  '/unmeasured': { status: 200, headers: { 'content-type': 'text/plain' }, body },
  '/last': { status: 200, headers: { ...whole, connection: 'close' }, body },
}

const answer: RequestListener = (req, res) => {
  if (req.headers['x-set']) res.setHeader('x-other', req.headers['x-set'])
  if (req.headers['x-undated']) res.sendDate = false
  if (req.headers['x-unsaid']) res.removeHeader('connection')
  send(req, res, ANSWERS[req.url ?? ''] as HandlerResponse)
}

let ours: Listener
const plain = createServer({ keepAliveTimeout: KEEP_ALIVE }, answer)
test.beforeAll(async () => {
  ours = await listen({ port: 0, host: '127.0.0.1', keepAlive: KEEP_ALIVE }, answer)
  plain.maxRequestsPerSocket = 1000
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
})
test.afterAll(async () => {
  await ours.drain(1)
  plain.closeAllConnections()
  plain.close()
})

/** All that comes back over one connection, until it is closed or said to be; without dates. */
const bytes = (port: number, requests: readonly string[], last?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(requests.join('')))
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (last !== undefined && text.includes(last)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text.replace(/^Date: .*GMT\r$/gm, 'Date: a date\r')))
  })

const request = (line: string, ...fields: readonly string[]): string =>
  [line.includes(' HTTP/') ? line : `${line} HTTP/1.1`, 'Host: a.test', ...fields, '', ''].join(
    '\r\n',
  )

const CLOSE = request('GET /page', 'Connection: close')
const CASES: Readonly<Record<string, readonly string[]>> = {
  'the same page again and again': ['GET /page', 'GET /page', 'GET /page'].map((r) => request(r)),
  'a page, its head, and that it is known': [
    ...['GET /page', 'HEAD /page', 'GET /known', 'HEAD /known', 'GET /known', 'GET /page'],
  ].map((r) => request(r)),
  'the same fields with another status': ['GET /page', 'GET /gone', 'GET /page'].map((r) =>
    request(r),
  ),
  'a head without a length, and then its body': ['HEAD /unmeasured', 'GET /unmeasured'].map((r) =>
    request(r),
  ),
  'one that ends the connection': ['GET /page', 'GET /last', 'GET /last'].map((r) => request(r)),
  'HTTP/1.0 that keeps the connection': ['GET /page', 'GET /known'].flatMap((r) => [
    request(r),
    request(`${r} HTTP/1.0`, 'Connection: keep-alive'),
  ]),
  'HTTP/1.0 that does not': [request('GET /page'), request('GET /page HTTP/1.0')],
  'fields that others have set': [
    ...[request('GET /page'), request('GET /page', 'X-Set: one'), request('GET /page')],
    ...[request('GET /page', 'X-Undated: 1'), request('GET /page', 'X-Unsaid: 1')],
  ],
  'a body that is not read': [
    request('GET /page'),
    `${request('GET /page', 'Content-Length: 1')}x`,
  ],
}

for (const [what, requests] of Object.entries(CASES)) {
  test(`${what}: what Node writes`, async () => {
    const { port } = plain.address() as AddressInfo
    for (const sent of [requests, requests.toReversed()]) {
      const [one, other] = await Promise.all(
        [ours.port, port].map((to) => bytes(to, [...sent, CLOSE])),
      )
      expect(one).toMatch(/^HTTP\/1\.1 /)
      expect(one).toBe(other)
    }
  })
}

test('the last answer of a connection says so', async () => {
  const many = Array.from({ length: 1000 }, () => request('GET /known'))
  // Node leaves one open for a while on which requests came ahead.
  const text = await bytes(ours.port, many, 'Connection: close')
  const ends = text.split('HTTP/1.1 304').map((head) => head.includes('Connection: close'))
  expect(ends.indexOf(true)).toBe(1000)
})
