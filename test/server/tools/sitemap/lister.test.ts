/** Listings by threads that say what the test makes them say, in a time of its own. */
import { EventEmitter } from 'node:events'
import { expect } from '@playwright/test'
import { createLister, type ListerParts } from '../../../../server/tools/sitemap/lister.ts'
import { suite } from '../../../run/suite.ts'
import { FakeClock } from '../../snapshot/pool/fake-worker.ts'

const test = suite('lister')

const TIMES = { lasts: 3_600_000, silence: 30_000, pause: 1000 }

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

function setUp() {
  const clock = new FakeClock()
  const threads: FakeThread[] = []
  const failures: string[] = []
  const start = () => threads[threads.push(new FakeThread()) - 1]
  const lister = createLister(
    { origin: 'http://a.test', pages: {} },
    ({ name }) => name,
    (error) => failures.push(String(error)),
    TIMES,
    { clock, start: start as unknown as NonNullable<ListerParts['start']> },
  )
  /** Asks as a request does; a thread that is started for it lists so much and ends. */
  const list = (...listed: string[]) => {
    lister.refresh()
    threads.at(-1)?.ends(...listed)
  }
  return { clock, threads, failures, lister, list }
}

test('a thread that says nothing for too long is ended, and what it waits for is guessed', async () => {
  const { clock, threads, failures, lister } = setUp()
  lister.refresh()
  await clock.pass(TIMES.silence - 1)
  expect([threads[0]?.isEnded, failures]).toEqual([false, []])
  await clock.pass(1)
  expect(threads[0]?.isEnded).toBe(true)
  expect(failures).toEqual([expect.stringMatching(/30000 ms.*context\(\)/)])
})

test('a thread that says now and then that it goes on may take as long as it likes', async () => {
  const { clock, threads, failures, lister, list } = setUp()
  lister.refresh()
  for (let word = 0; word < 100; word++) {
    await clock.pass(TIMES.silence - 1)
    threads[0]?.emit('message', { goesOn: true })
  }
  list('sitemap.xml')
  expect([lister.isWhole, failures]).toEqual([true, []])
})

test('a listing that fails is tried again ever more rarely, five minutes later at the most', async () => {
  const { clock, threads, failures, lister, list } = setUp()
  const starts: number[] = []
  for (let second = 0; second < 3600; second++) {
    list()
    if (threads.length > starts.length) starts.push(second)
    await clock.pass(1000)
  }
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
  expect(pauses.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
  expect(new Set(pauses.slice(9))).toEqual(new Set([300]))
  expect(failures).toHaveLength(starts.length)
  // After one that succeeds it begins with short pauses again.
  await clock.pass(300_000)
  list('sitemap.xml')
  expect(lister.isWhole).toBe(true)
  await clock.pass(TIMES.lasts)
  list()
  await clock.pass(TIMES.pause)
  list()
  expect(threads).toHaveLength(starts.length + 3)
})

test('in the pause nobody waits, and what robots.txt says of a failed listing is kept', async () => {
  const { threads, lister, list } = setUp()
  list('robots.txt')
  list()
  expect(threads).toHaveLength(1)
  await lister.when('sitemap.xml')
  expect([lister.file('robots.txt'), lister.file('sitemap.xml')]).toEqual(['robots.txt', undefined])
})

test('while it is listed anew, the last listing is answered', async () => {
  const { clock, threads, lister, list } = setUp()
  list('robots.txt', 'sitemap.xml')
  await clock.pass(TIMES.lasts - 1)
  list()
  expect(threads).toHaveLength(1)
  await clock.pass(1)
  lister.refresh()
  expect(threads).toHaveLength(2)
  const answered = () => [lister.isWhole, lister.file('sitemap.xml')]
  expect(answered()).toEqual([true, 'sitemap.xml'])
  threads[1]?.emit('error', new Error('its context throws'))
  threads[1]?.ends()
  expect(answered()).toEqual([true, 'sitemap.xml'])
})

test('one that is closed tells of no failure, and nothing is started after', async () => {
  const { clock, threads, failures, lister } = setUp()
  lister.refresh()
  await lister.close()
  await clock.pass(TIMES.lasts)
  lister.refresh()
  expect([threads.length, threads[0]?.isEnded, failures]).toEqual([1, true, []])
})
