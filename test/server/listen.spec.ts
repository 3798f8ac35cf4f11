/** Clients that are slow, too many or too much for one connection. */
import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { type Listener, listen } from '../../dist/server/serve/http/node-server.js'

let listener: Listener
let answered = 0

test.beforeAll(async () => {
  // More than a busy machine takes to read a request that is there.
  const patience = { headers: 2000, request: 3000, check: 50 }
  listener = await listen({ port: 0, host: '127.0.0.1', keepAlive: 500, patience })
  listener.open((req, res) => {
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
  // Not `once`, which an error before that would reject.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write(bytes)
  return { socket, closed, text: () => text }
}

test('slowloris-headers: 200 clients that drip their headers are closed, and delay no other client', async () => {
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
  // Node ends a connection without an answer if it has sent nothing of a request line.
  for (const { text } of slow)
    expect(text()).toMatch(
      /^(?:HTTP\/1\.1 408 Request Timeout\r\n(?:.+\r\n)+\r\nThe request did not arrive in time\.\n)?$/,
    )
  expect(slow.some(({ text }) => text() !== '')).toBe(true)
})

test('slowloris-body: a client that drips its body is answered at once, and its connection closed', async () => {
  const { text, closed, socket } = await open(
    'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000000000\r\n\r\nx',
  )
  const drip = setInterval(() => socket.writable && socket.write('x'), 50)
  await closed
  clearInterval(drip)
  expect(text()).toMatch(/^HTTP\/1\.1 405 /)
})

test('pipeline-flood: 3,000 requests on one connection are answered in order, up to 1,000', async () => {
  const many = Array.from(
    { length: 3000 },
    (_, id) => `GET /${id} HTTP/1.1\r\nHost: a.test\r\n\r\n`,
  )
  const before = answered
  const { text, closed } = await open(many.join(''))
  await closed
  expect(answered - before).toBe(1000)
  // The end of a connection with unread requests drops the responses that the client has not read.
  const answers = [...text().matchAll(/^answer \/(\d+)$/gm)].map(([, id]) => Number(id))
  expect(answers).toEqual(Array.from({ length: answers.length }, (_, id) => id))
})

test('an idle connection is closed after keepAlive', async () => {
  const { text, closed } = await open('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await closed
  expect(text()).toMatch(/^HTTP\/1\.1 200 /)
})

/** A server whose answers at /big do not fit into the buffers of a connection. */
async function serveBig() {
  const body = Buffer.alloc(64 * 2 ** 20, 'x')
  const arrivals = new EventEmitter()
  const options = { port: 0, host: '127.0.0.1', keepAlive: 60_000, writeTimeout: 500 }
  const server = await listen(options)
  server.open((req, res) => {
    arrivals.emit(req.url ?? '', res)
    // That one is answered by the test.
    if (req.url !== '/late') res.end(req.url?.startsWith('/big') ? body : 'small')
  })
  const ask = async (path: string, socket: Socket = connect(server.port, '127.0.0.1')) => {
    const answer = once(arrivals, path)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`)
    const [res] = (await answer) as [ServerResponse]
    return { socket, res }
  }
  return { server, ask, bytes: body.length }
}

/** How many bytes a connection that has ended still holds. */
async function leftOf(socket: Socket): Promise<number> {
  let left = 0
  socket.on('data', (data) => {
    left += data.length
  })
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'close')
  return left
}

test('a client that does not read its answer is cut off after writeTimeout, and its buffers are freed', async () => {
  const { server, ask, bytes } = await serveBig()
  const isCutOff = async ({ socket, res }: Awaited<ReturnType<typeof ask>>) => {
    if (!res.closed) await once(res, 'close')
    expect(res.socket?.writableLength ?? 0).toBe(0)
    expect(await leftOf(socket)).toBeLessThan(bytes / 2)
  }
  const { socket } = await ask('/small')
  await once(socket, 'data')
  socket.pause()
  await Promise.all([await ask('/big?again', socket), await ask('/big?first')].map(isCutOff))
  expect(await server.drain(1000)).toBe(0)
})

test('a client that reads slowly gets the whole answer, and one that waits is not cut off', {
  tag: '@nightly',
}, async () => {
  const { server, ask, bytes } = await serveBig()
  const { socket: patient, res } = await ask('/late')
  const late = once(patient, 'data')
  const { res: unread } = await ask('/big?unread')
  const { socket } = await ask('/big')
  let read = 0
  for await (const chunk of socket) {
    read += chunk.length
    if (read > bytes) break
    // Slowly, until one that reads nothing has been cut off.
    for (let turns = 0; turns < 20 && !unread.closed; turns++) {
      const { socket: other } = await ask(`/small?${read}-${turns}`)
      other.destroy()
    }
  }
  // It has taken longer than one may who reads nothing.
  expect(unread.closed).toBe(true)
  res.end('late')
  expect(String(await late)).toContain('late')
  patient.destroy()
  await server.drain(1000)
})
