/** Listings by threads that say what the test makes them say, in a time of its own. */
import { EventEmitter } from 'node:events'
import { expect } from '@playwright/test'
import { createLister, type ListerParts } from '../../../../server/tools/sitemap/lister.ts'
import { suite } from '../../../run/suite.ts'
import { FakeClock } from '../../snapshot/pool/fake-worker.ts'

const test = suite('lister')

const TIMES = { lasts: 3_600_000, silence: 30_000, pause: 1000 }

/** A thread that is ended when it is told to be. */
class FakeThread extends EventEmitter {
  readonly told: unknown[] = []
  isEnded = false
  postMessage(message: unknown) {
    this.told.push(message)
  }
  async terminate() {
    this.end()
    return 1
  }
  end() {
    if (this.isEnded) return
    this.isEnded = true
    this.emit('exit', 0)
  }
  lists(...names: string[]) {
    for (const name of names) this.emit('message', { name, type: 'text/plain', body: name })
  }
}

function setUp() {
  const clock = new FakeClock()
  const threads: FakeThread[] = []
  const failures: string[] = []
  const start = () => {
    const thread = new FakeThread()
    threads.push(thread)
    return thread
  }
  const lister = createLister(
    { origin: 'http://a.test', pages: {} },
    ({ name }) => name,
    (error) => failures.push(String(error)),
    TIMES,
    { clock, start: start as unknown as NonNullable<ListerParts['start']> },
  )
  /** Asks as a request does, and lets the last thread end as the test says. */
  const list = (end: (thread: FakeThread) => void) => {
    lister.refresh()
    const thread = threads.at(-1)
    if (thread && !thread.isEnded) end(thread)
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
  const { clock, threads, failures, lister } = setUp()
  lister.refresh()
  for (let word = 0; word < 100; word++) {
    await clock.pass(TIMES.silence - 1)
    threads[0]?.emit('message', { goesOn: true })
  }
  threads[0]?.lists('sitemap.xml')
  threads[0]?.end()
  expect([lister.isWhole, failures]).toEqual([true, []])
})

test('a listing that fails is tried again ever more rarely, five minutes later at the most', async () => {
  const { clock, threads, failures, lister, list } = setUp()
  const starts: number[] = []
  for (let second = 0; second < 3600; second++) {
    const before = threads.length
    list((thread) => thread.end())
    if (threads.length > before) starts.push(second)
    await clock.pass(1000)
  }
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
  expect(pauses.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
  expect(new Set(pauses.slice(9))).toEqual(new Set([300]))
  expect(failures).toHaveLength(starts.length)
  // After one that succeeds it begins with short pauses again.
  await clock.pass(300_000)
  list((thread) => {
    thread.lists('sitemap.xml')
    thread.end()
  })
  expect(lister.isWhole).toBe(true)
  await clock.pass(TIMES.lasts)
  list((thread) => thread.end())
  const { length } = threads
  await clock.pass(TIMES.pause)
  list((thread) => thread.end())
  expect(threads).toHaveLength(length + 1)
})

test('in the pause nobody waits, and what robots.txt says of a failed listing is kept', async () => {
  const { threads, lister, list } = setUp()
  list((thread) => {
    thread.lists('robots.txt')
    thread.end()
  })
  lister.refresh()
  expect(threads).toHaveLength(1)
  await lister.when('sitemap.xml')
  expect([lister.file('robots.txt'), lister.file('sitemap.xml')]).toEqual(['robots.txt', undefined])
})

test('while it is listed anew, the last listing is answered', async () => {
  const { clock, threads, lister, list } = setUp()
  list((thread) => {
    thread.lists('robots.txt', 'sitemap.xml')
    thread.end()
  })
  await clock.pass(TIMES.lasts - 1)
  lister.refresh()
  expect(threads).toHaveLength(1)
  await clock.pass(1)
  list((thread) => thread.emit('error', new Error('its context throws')))
  expect(threads).toHaveLength(2)
  threads[1]?.end()
  expect([lister.isWhole, lister.file('sitemap.xml')]).toEqual([true, 'sitemap.xml'])
})

test('who closes it tells of no failure, and nothing is started after', async () => {
  const { clock, threads, failures, lister } = setUp()
  lister.refresh()
  await lister.close()
  await clock.pass(TIMES.lasts)
  lister.refresh()
  expect([threads.length, threads[0]?.isEnded, failures]).toEqual([1, true, []])
})
