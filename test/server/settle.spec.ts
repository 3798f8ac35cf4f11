/** A snapshot is taken when the page has nothing more to show, or at the deadline with a word on what it was waiting for. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { bundle, openThread } from './engine.ts'

type Settled = [shown: string, pending: string[]]

const FINISHED: readonly (readonly [page: string, shown: string])[] = [
  ['updates of an element', '<settle-lit>5</settle-lit>'],
  ['updates in a closed root', '<settle-closed><settle-lit>5</settle-lit></settle-closed>'],
  ['an asynchronous callback', '<settle-async>loaded</settle-async>'],
  ['a request', 'loaded'],
  ['a promise handed over', 'loaded'],
  ['a promise that hands over another', 'loaded'],
  ['a short timer after a short timer', 'loaded'],
  ['frames', 'loaded'],
  ['an idle callback', 'loaded'],
  ['a message', 'loaded'],
  ['being seen', 'loaded'],
  ['a carousel and a clock', 'first'],
  ['a rejected promise', 'first'],
]

const UNFINISHED: readonly (readonly [page: string, pending: string])[] = [
  ['a promise that never settles', 'a promise given to page.settled()'],
  ['a request that never ends', '/never'],
]

test('what a page waits for is waited for', async () => {
  const thread = await openThread(await bundle('engine/settling.ts'))
  for (const [page, shown] of FINISHED) {
    expect([page, ...(await thread.call<Settled>('settled', page, 20_000))]).toEqual([
      page,
      shown,
      [],
    ])
  }
  await thread.close()
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
  const thread = await openThread(await bundle('engine/settling.ts'))
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
  await thread.close()
})
