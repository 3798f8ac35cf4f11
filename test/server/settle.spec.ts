/** A snapshot is taken when the page has nothing more to show, or at the deadline with a word on what it was waiting for. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { bundle, openThread, type Thread } from './engine.ts'

type Settled = [shown: string, pending: string[]]

const FINISHED: readonly (readonly [page: string, shown: string])[] = [
  ['updates of an element', '<settle-lit>5</settle-lit>'],
  ['updates in a closed root', '<settle-closed><settle-lit>5</settle-lit></settle-closed>'],
  ['an asynchronous callback', '<settle-async>loaded</settle-async>'],
  ['a request', 'loaded'],
  ['a promise handed over', 'loaded'],
  ['a WebAssembly module', '7,7,7,7'],
  ['a promise that hands over another', 'loaded'],
  ['a short timer after a short timer', 'loaded'],
  ['a timer of 60 ms', 'loaded'],
  ['a timer of 300 ms after a request', 'loaded'],
  ['a chain of timers of 40 ms', 'loaded'],
  ['an interval that writes', 'xxxxxx'],
  ['frames that fill a list', 'x'.repeat(30)],
  ['a spinner that hides after 200 ms', 'loaded'],
  ['the time of the page', 'true,true,true'],
  ['timers in their order', 'abcde'],
  ['a timer that is taken back', 'number'],
  ['frames', 'loaded'],
  ['transitions that start in their second frame', 'abc'],
  ['an idle callback', 'loaded'],
  ['a message', 'loaded'],
  ['being seen', 'loaded'],
  ['a carousel and a clock', 'first'],
  ['a rejected promise', 'first'],
  ['an image that is there', 'loaded'],
  ['a script that is not', 'loaded'],
  ['a transition of a second', 'loaded'],
  ['an animation of a sheet', 'animationend'],
  ['an animation that keeps its end', '<p style="opacity: 1;">x</p>'],
  ['an animation that is waited for', 'loaded'],
  ['a popover', 'loaded'],
  ['a socket that does not open', 'loaded'],
  ['a source of events that does not open', 'loaded'],
  ['a channel of its own page', 'loaded'],
  ['a file that is read', 'loaded'],
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

test('what a page waits for is waited for', async () => {
  for (const [page, shown] of FINISHED) {
    expect([page, ...(await thread.call<Settled>('settled', page, 20_000))]).toEqual([
      page,
      shown,
      [],
    ])
  }
})

/** Takes requests and never answers. */
async function openSilence(): Promise<{ address: string; close(): void }> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${port}/never`, close }
}

test('what never comes is named at the deadline', async () => {
  const silence = await openSilence()
  for (const [page, pending] of UNFINISHED) {
    const [shown, [named, ...others]] = await thread.call<Settled>(
      'settled',
      page,
      100,
      silence.address,
    )
    expect([page, shown, named, others]).toEqual([
      page,
      'first',
      expect.stringContaining(pending),
      [],
    ])
  }
  silence.close()
})

test('what goes on without end is named, however far the deadline is', async () => {
  const [, pending] = await thread.call<Settled>('settled', 'thousands of requests', 20_000)
  expect(pending).toContain('a request of data:,x')
})
