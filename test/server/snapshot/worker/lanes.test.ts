/** Loaders overlap, but for those that run alone. */
import { expect } from '@playwright/test'
import { createLanes } from '../../../../server/snapshot/worker/lanes.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('lanes')

/** Work that is begun and ended by hand, and tells of both. */
function told() {
  const events: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    events.push(`${name} begins`)
    return new Promise<string>((resolve) =>
      ends.set(name, () => {
        events.push(`${name} ends`)
        resolve(name)
      }),
    )
  }
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await turn()
  }
  return { events, work, end, turn }
}

test('a page that is made alone waits for those before it, and those after it wait for it', async () => {
  const { beside, alone } = createLanes()
  const { events, work, end, turn } = told()
  const all = [beside(work('a')), alone(work('b')), beside(work('c')), alone(work('d'))]
  await turn()
  expect(events.splice(0)).toEqual(['a begins'])
  await end('a')
  expect(events.splice(0)).toEqual(['a ends', 'b begins'])
  await end('b')
  // In their order: a route that is always made alone keeps no other from being made.
  expect(events.splice(0)).toEqual(['b ends', 'c begins'])
  await end('c')
  expect(events.splice(0)).toEqual(['c ends', 'd begins'])
  await end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('what fails keeps nobody waiting', async () => {
  const { beside, alone } = createLanes()
  const fail = () => Promise.reject(new Error('failed'))
  const failed = [beside(fail), alone(fail), alone(fail)].map((work) =>
    expect(work).rejects.toThrow('failed'),
  )
  expect(await beside(async () => 'a')).toBe('a')
  await Promise.all(failed)
})
