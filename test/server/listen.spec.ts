/**
 * Clients that are slow, too many or too much for one connection. Tests that begin with a word and a colon are those of
 * test/fixtures/faults.json.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { type Listener, listen } from '../../dist/server/listen.js'

let listener: Listener
let answered = 0

test.beforeAll(async () => {
  const patience = { headers: 300, request: 600, check: 50 }
  listener = await listen({ port: 0, host: '127.0.0.1', keepAlive: 500, patience }, (req, res) => {
    answered += 1
    res.writeHead(req.method === 'GET' ? 200 : 405).end(`answer ${req.url}\n`)
  })
})
test.afterAll(() => listener.drain(1))

const open = async (bytes: string) => {
  const socket = connect(listener.port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(bytes)
  return { socket, closed, text: () => text }
}

test('slowloris-headers: 200 clients that drip their headers are closed, and nobody else waits for them', async () => {
  const slow = await Promise.all(
    Array.from({ length: 200 }, () => open('GET / HTTP/1.1\r\nHost: a.test\r\nX-A: ')),
  )
  const drip = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('a')
  }, 50)
  const before = answered
  const quick = await fetch(`http://127.0.0.1:${listener.port}/`)
  expect(quick.status).toBe(200)
  await Promise.all(slow.map(({ closed }) => closed))
  clearInterval(drip)
  expect(answered - before).toBe(1)
  for (const { text } of slow) expect(text()).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
})

test('slowloris-body: a body that drips is not waited for: the answer is sent and the connection closed', async () => {
  const { text, closed, socket } = await open(
    'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000000000\r\n\r\nx',
  )
  const drip = setInterval(() => socket.writable && socket.write('x'), 50)
  await closed
  clearInterval(drip)
  expect(text()).toMatch(/^HTTP\/1\.1 405 /)
})

test('pipeline-flood: 10,000 requests on one connection are answered in order, until it has had its share', async () => {
  const many = Array.from(
    { length: 10_000 },
    (_, id) => `GET /${id} HTTP/1.1\r\nHost: a.test\r\n\r\n`,
  )
  const { text, closed } = await open(many.join(''))
  await closed
  const answers = [...text().matchAll(/^answer \/(\d+)$/gm)].map(([, id]) => Number(id))
  expect(answers).toEqual(Array.from({ length: 1000 }, (_, id) => id))
})

test('an idle connection is closed after the time that the configuration gives it', async () => {
  const { text, closed } = await open('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await closed
  expect(text()).toMatch(/^HTTP\/1\.1 200 /)
})
