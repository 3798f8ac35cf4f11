/**
 * The time of a page goes by its timers, and never by how long anything takes: each page is shown many times by two threads, beside
 * two that leave them no processor, and is the same each time.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'
import { numRuns } from '../run/seed.ts'
import { bundle, openThread, type Thread } from './engine.ts'

const SHOWN: readonly (readonly [page: string, shown: string])[] = [
  ['frames that are told their time', '100'],
  ['frames that read performance.now()', '100'],
  ['frames that read document.timeline', '100'],
  ['an interval that reads Date.now()', '100'],
  ['timers that read new Date()', '100'],
  ['an animation that is waited for', 'finished after 400'],
  ['frames that take too long', '19'],
  ['frames without end', '59 1100'],
  ['a stopwatch', '994 ms'],
  ['a promise of timers beside an animation', '<p>21.08638888888889</p><b>2.319722222222223</b>'],
  ['all clocks', '100,100,100,100,100 100,100,100,100,100 350,350,350,350,350'],
  ['loops that wait for a time', '0,0,0'],
  ['timers of 0 ms that wait for a time', '55 turns, 200 ms'],
  ['timers that are due at once', 'i1020it30i'],
  ['an answer that comes later than a timer is due', 'answered at 0 a timer at 5 '],
]

/** Answers /slow after more than 5 ms, each time after others; never answers /never. */
function slowServer(): Server {
  let answered = 0
  return createServer(({ url }, response) => {
    if (url === '/slow') setTimeout(() => response.end('answered'), 10 + (answered++ % 5) * 15)
  })
}

const BUSY = 'for (;;);'

let threads: Thread[] = []
let loops: Worker[] = []
let server: Server
let address = ''

test.beforeAll(async () => {
  const code = await bundle('engine/page-time.ts')
  threads = await Promise.all([openThread(code), openThread(code)])
  server = slowServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

test.afterAll(async () => {
  await Promise.all([
    ...loops.map((loop) => loop.terminate()),
    ...threads.map((one) => one.close()),
  ])
  server.closeAllConnections()
  server.close()
})

const TIMES = numRuns(4, 10)

/** What a thread shows of a page, each time that it is asked. */
async function shownBy(thread: Thread, page: string, times: number): Promise<string[]> {
  const bodies: string[] = []
  while (bodies.length < times) {
    const [shown, pending] = await thread.call<[string, string[]]>('settled', page, address)
    bodies.push([shown, ...pending].join(' '))
  }
  return bodies
}

test(`a page is the same ${2 * TIMES} times, in two threads beside two busy loops`, async () => {
  loops = [new Worker(BUSY, { eval: true }), new Worker(BUSY, { eval: true })]
  for (const [page, shown] of SHOWN) {
    const bodies = await Promise.all(threads.map((thread) => shownBy(thread, page, TIMES)))
    expect({ page, bodies: [...new Set(bodies.flat())] }).toEqual({ page, bodies: [shown] })
  }
  await Promise.all(loops.map((loop) => loop.terminate()))
  loops = []
})

test('a page gives a request up that is never answered', async () => {
  const [thread] = threads as [Thread, Thread]
  expect(await shownBy(thread, 'a request that is given up', 1)).toEqual(['given up'])
})
