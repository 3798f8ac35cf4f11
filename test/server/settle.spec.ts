/**
 * A snapshot is taken when the page has nothing more to show, or at the deadline with the name of
 * the pending work.
 */
import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'
import { listening } from '../listening.ts'
import { numRuns } from '../run/seed.ts'
import { bundle, openThread, type Thread } from './engine.ts'
import { list } from './helpers/rows.ts'

type Settled = [shown: string, pending: string[]]

/** These show that they are loaded. */
const LOADED = list`
  a request | a promise handed over | a promise that hands over another
  a short timer after a short timer | a timer of 60 ms | a timer of 300 ms after a request
  a chain of timers of 40 ms | a spinner that hides after 200 ms | frames | an idle callback
  a message | being seen | an image that is there | a script that is not | a transition of a second
  an animation that is waited for | a popover | a socket that does not open
  a signal that times out | a source of events that does not open | a channel of its own page | a file that is read
`
const FINISHED: readonly (readonly [page: string, shown: string])[] = [
  ...LOADED.map((page) => [page, 'loaded'] as const),
  ['updates of an element', '<settle-lit>5</settle-lit>'],
  ['updates in a closed root', '<settle-closed><settle-lit>5</settle-lit></settle-closed>'],
  ['an asynchronous callback', '<settle-async>loaded</settle-async>'],
  ['a WebAssembly module', '7,7,7,7'],
  ['an interval that writes', 'xxxxxx'],
  ['frames that fill a list', 'x'.repeat(30)],
  ['the time of the page', 'true,true,true'],
  ['timers in their order', 'abcde'],
  ['a timer that is taken back', 'number'],
  ['transitions that start in their second frame', 'abc'],
  ['a carousel and a clock', 'first'],
  ['a rejected promise', 'first'],
  ['an animation of a sheet', 'animationend'],
  ['an animation that keeps its end', '<p style="opacity: 1;">x</p>'],
]

const UNFINISHED: readonly (readonly [page: string, pending: string])[] = [
  ['a promise that never settles', 'a promise given to page.settled()'],
  ['a request that never ends', '/never'],
]

let thread: Thread
test.beforeAll(async () => {
  thread = await openThread(await bundle('engine/settling.ts'))
})
test.afterAll(() => thread.close())

test('a snapshot contains the result of every task that its page waits for', async () => {
  for (const [page, shown] of FINISHED) {
    expect([page, ...(await thread.call<Settled>('settled', page, 20_000))]).toEqual([
      page,
      shown,
      [],
    ])
  }
})

test('a task that never ends is named at the deadline', async () => {
  // It takes requests and never answers.
  const silence = await listening(() => {})
  for (const [page, pending] of UNFINISHED) {
    const [shown, [named, ...others]] = await thread.call<Settled>(
      'settled',
      page,
      100,
      `${silence.origin}/never`,
    )
    expect([page, shown, named, others]).toEqual([
      page,
      'first',
      expect.stringContaining(pending),
      [],
    ])
  }
  await silence.close()
})

test('requests without end are named long before the deadline', async () => {
  const [, pending] = await thread.call<Settled>('settled', 'thousands of requests', 20_000)
  expect(pending).toContain('a request of data:,x')
})

/** Pages whose time goes by their timers, and never by how long anything takes. */
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

const TIMES = numRuns(4, 10)

test(`a page is the same ${2 * TIMES} times, in two threads beside two busy loops`, {
  tag: '@nightly',
}, async () => {
  const code = await bundle('engine/page-time.ts')
  const threads = await Promise.all([openThread(code), openThread(code)])
  let answered = 0
  // After more than 5 ms, each time after others; and never.
  const { origin, close } = await listening(({ url }, response) => {
    if (url === '/slow') setTimeout(() => response.end('answered'), 10 + (answered++ % 5) * 15)
  })
  const loops = [1, 2].map(() => new Worker('for (;;);', { eval: true }))
  const show = async (thread: Thread, page: string) => {
    const [shown, pending] = await thread.call<Settled>('settled', page, origin)
    return [shown, ...pending].join(' ')
  }
  const showAgain = async (thread: Thread, page: string) => {
    const bodies = new Set<string>()
    for (let time = 0; time < TIMES; time++) bodies.add(await show(thread, page))
    return [...bodies]
  }
  for (const [page, shown] of SHOWN) {
    const bodies = await Promise.all(threads.map((thread) => showAgain(thread, page)))
    expect({ page, bodies: [...new Set(bodies.flat())] }).toEqual({ page, bodies: [shown] })
  }
  const [one] = threads
  expect(await show(one as Thread, 'a request that is given up')).toBe('given up')
  for (const loop of [...loops.map((loop) => loop.terminate()), ...threads.map((it) => it.close())])
    await loop
  await close()
})
