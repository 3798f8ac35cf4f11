/** Listings by threads that say what the test makes them say, in a time of its own. */
import { EventEmitter } from 'node:events'
import { mock } from 'node:test'
import { expect } from '@playwright/test'
import { createLister } from '../../../../server/tools/sitemap/lister.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('lister')

/** A thread that lists what it is told to, and ends then. */
class FakeThread extends EventEmitter {
  isEnded = false
  postMessage() {}
  async terminate() {
    this.ends()
    return 1
  }
  ends(...listed: string[]) {
    if (this.isEnded) return
    this.isEnded = true
    for (const name of listed) this.emit('message', { name, type: 'text/plain', body: name })
    this.emit('exit', 0)
  }
}

async function setUp() {
  // The harness sets its own timer first.
  await new Promise(setImmediate)
  mock.timers.enable({ apis: ['setTimeout'] })
  const threads: FakeThread[] = []
  const failures: string[] = []
  const start = () => threads[threads.push(new FakeThread()) - 1] as never
  const lister = createLister(
    { origin: 'http://a.test', pages: {} },
    ({ name }) => name,
    (error) => failures.push(String(error)),
    start,
  )
  const pass = async (ms: number) => {
    mock.timers.tick(ms)
    await new Promise(setImmediate)
  }
  /** Asks as a request does; a thread that is started for it lists so much and ends. */
  const list = async (...listed: string[]) => {
    lister.refresh()
    threads.at(-1)?.ends(...listed)
    await pass(0)
  }
  return { pass, threads, failures, lister, list, [Symbol.dispose]: () => mock.timers.reset() }
}

test('a thread that says nothing for 30 s is ended, and what it waits for is guessed', async () => {
  using all = await setUp()
  const { pass, threads, failures, lister } = all
  lister.refresh()
  for (let word = 0; word < 10; word++) {
    await pass(29_999)
    threads[0]?.emit('message', { goesOn: true })
  }
  expect([threads[0]?.isEnded, failures]).toEqual([false, []])
  await pass(30_000)
  expect(threads[0]?.isEnded).toBe(true)
  expect(failures).toEqual([expect.stringMatching(/30000 ms.*context\(\)/)])
})

test('after a failure nobody waits, robots.txt is kept, and 10 s later it is listed again', async () => {
  using all = await setUp()
  const { pass, threads, failures, lister, list } = all
  await list('robots.txt')
  await list()
  expect([threads.length, failures.length]).toEqual([1, 1])
  await lister.when('sitemap.xml')
  expect([lister.file('robots.txt'), lister.file('sitemap.xml')]).toEqual(['robots.txt', undefined])
  await pass(10_000)
  await list('sitemap.xml')
  expect([threads.length, lister.isWhole]).toEqual([2, true])
})

test('while it is listed anew after an hour, the last listing is answered', async () => {
  using all = await setUp()
  const { pass, threads, lister, list } = all
  await list('robots.txt', 'sitemap.xml')
  await pass(3_599_999)
  await list()
  expect(threads).toHaveLength(1)
  await pass(1)
  lister.refresh()
  expect(threads).toHaveLength(2)
  const answered = () => [lister.isWhole, lister.file('sitemap.xml')]
  expect(answered()).toEqual([true, 'sitemap.xml'])
  threads[1]?.emit('error', new Error('its context throws'))
  await pass(0)
  expect(answered()).toEqual([true, 'sitemap.xml'])
})

test('one that is closed tells of no failure, and nothing is started after', async () => {
  using all = await setUp()
  const { pass, threads, failures, lister } = all
  lister.refresh()
  await lister.close()
  await pass(3_600_000)
  lister.refresh()
  expect([threads.length, threads[0]?.isEnded, failures]).toEqual([1, true, []])
})
