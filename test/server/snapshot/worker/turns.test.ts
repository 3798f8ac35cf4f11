/** Turns at the document of a thread: one page at a time, and no job begins while several wait. */
import { expect } from '@playwright/test'
import { takeTurns } from '../../../../server/snapshot/worker/turns.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('turns')
const silent = { enter: () => {}, leave: () => {} }

test('a job begins at once while few wait for the document, and else when one has had its turn', async () => {
  const { take, whenFew } = takeTurns(silent)
  const doors: (() => void)[] = []
  const turns = Array.from({ length: 5 }, (_, id) => {
    const opened = new Promise<void>((open) => doors.push(open))
    return take({ id }, () => opened)
  })
  let begun = 0
  const begin = () => {
    begun += 1
  }
  whenFew(begin)
  expect(begun).toBe(0)
  doors[0]?.()
  await turns[0]
  // The second has its turn now: three wait.
  await Promise.resolve()
  expect(begun).toBe(1)
  whenFew(begin)
  expect(begun).toBe(2)
  for (const open of doors) open()
  await Promise.all(turns)
})

test('a page that fails gives its turn to the next', async () => {
  const { take } = takeTurns(silent)
  const failed = take({ id: 1 }, () => Promise.reject(new Error('no page')))
  const next = take({ id: 2 }, async () => 'shown')
  await expect(failed).rejects.toThrow('no page')
  expect(await next).toBe('shown')
})
