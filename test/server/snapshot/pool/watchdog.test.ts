/** A worker hangs when it computes and does not end. One that the machine does not let compute has until the end. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { computedBy, threadNumber } from '../../../../server/snapshot/pool/processor-time.ts'
import { watchdog } from '../../../../server/snapshot/pool/watchdog.ts'
import { suite } from '../../../run/suite.ts'
import { FakeClock } from './fake-worker.ts'

const test = suite('watchdog')

const DEADLINE = 10_000

/** Watches a worker whose event loop stands, and which gets this share of a processor. */
async function foundAfter(share: number | undefined, answered = 1): Promise<number> {
  const clock = new FakeClock()
  let found = Number.POSITIVE_INFINITY
  const task = { job: { id: 1, deadline: DEADLINE } }
  const worker = {
    vitals: {
      ...{ beats: () => 0, running: () => 1, dom: () => 1 },
      computed: () => (share === undefined ? undefined : clock.now() * share),
    },
    answered: () => answered,
    taskOf: () => task,
    hangs(culprit: unknown) {
      expect(culprit).toBe(task)
      found = clock.now()
    },
  }
  const unwatch = watchdog(clock, worker as never, task as never)
  await clock.pass(10 * DEADLINE)
  unwatch()
  return found
}

for (const [what, share, after] of [
  ['a loop that has a processor to itself is found after half a deadline', 1, DEADLINE / 2],
  ['one that shares it is found when it has computed as much', 0.5, DEADLINE],
  ['one that hardly gets any has two deadlines, as has one that waits', 0.01, 2 * DEADLINE + 250],
  ['where nobody says how much it gets, it is found after half', undefined, DEADLINE / 2],
] as const)
  test(what, async () => expect(await foundAfter(share)).toBe(after))

test('the first page of a worker has a whole deadline: the app is compiled for it', async () => {
  expect(await foundAfter(1, 0)).toBe(DEADLINE)
})

test('the time that a thread has computed grows while it does', () => {
  const thread = threadNumber()
  const isLinux = process.platform === 'linux'
  expect(thread > 0).toBe(isLinux)
  const before = computedBy(thread)
  if (!isLinux || before === undefined) return expect(before).toBeUndefined()
  let text = ''
  while ((computedBy(thread) ?? 0) < before + 30) text = readFileSync(import.meta.filename, 'utf8')
  expect(text).not.toBe('')
  expect(computedBy(2 ** 30)).toBeUndefined()
  return undefined
})
