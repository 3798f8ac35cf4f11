/** The watch in production: what is compared behind the answers, and when a group counts as different. */
import { expect } from '@playwright/test'
import type { StateVerdict } from '../../../../server/adopted/engines/compare-state.ts'
import { createWatch, type WatchOptions } from '../../../../server/adopted/engines/watch.ts'
import type { Answer, Order } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'
import { deferred } from '../../helpers/promises.ts'

const test = suite('watch')

type Verdict = StateVerdict['verdict']
const verdictOf = (verdict: Verdict) => ({ verdict }) as StateVerdict

/** A watch whose comparisons give these verdicts in turn, and "same" from then on. */
function watching(verdicts: readonly Verdict[], more: Partial<WatchOptions> = {}) {
  const left = [...verdicts]
  const compared: string[] = []
  const told: string[] = []
  let check: () => void = () => undefined
  const { offer, close } = createWatch({
    ...{ share: 1, random: () => 0, rest: 0 },
    make: () => ({ type: 'snapshot', status: 200, body: 'made again' }) as Answer,
    async compare({ state }, { status, html, location }) {
      compared.push(`${state} ${status} ${location ?? html}`)
      check()
      return verdictOf(left.shift() ?? 'same')
    },
    onDiffers: (group, { state }) => told.push(`${group} by ${state}`),
    onFailure: (why) => told.push(why),
    ...more,
  })
  return {
    ...{ compared, told, close },
    offer: (state: string, answer: object = {}, order: Partial<Order> = {}) =>
      offer({ ...{ page: '/', state, url: 'http://a.test/' }, ...order }, {
        ...{ type: 'snapshot', status: 200, body: 'first' },
        ...answer,
      } as Answer),
    /** Waits until so many have been compared. */
    until: (count: number) =>
      new Promise<void>((resolve) => {
        check = () => compared.length >= count && resolve()
        check()
      }),
  }
}

test('a group differs when a snapshot that is made again differs, too, and is told once', async () => {
  const { offer, compared, told, until, close } = watching(['different', 'subset'])
  for (const state of ['/x/a', '/x/b', '/y/a']) offer(state)
  await until(3)
  expect(compared).toEqual(['/x/a 200 first', '/x/a 200 made again', '/y/a 200 first'])
  expect(told).toEqual(['/#/x/* by /x/a'])
  offer('/x/c')
  offer('/y/b', { type: 'redirect', status: 302, location: '/there' })
  await until(4)
  expect(compared[3]).toBe('/y/b 302 /there')
  await close()
})

for (const [what, verdicts] of [
  ['is the same when it is made again', ['different', 'same']],
  ['cannot be compared', ['failed']],
  ['cannot be compared again', ['different', 'failed']],
] as const) {
  test(`nothing is told of what ${what}`, async () => {
    const { offer, told, until, close } = watching(verdicts)
    offer('/x/a')
    await until(verdicts.length)
    offer('/x/b')
    await until(verdicts.length + 1)
    expect(told).toEqual([])
    await close()
  })
}

test('only a share is compared, of what is for crawlers, and a full queue takes no more', async () => {
  const drawn = [0.5, 0.1]
  const random = () => drawn.shift() ?? 0
  const { offer, compared, until, close } = watching([], { share: 0.2, random })
  for (const state of ['/not-drawn', '/drawn']) offer(state)
  for (const kind of ['live', 'markdown', 'readable']) offer(`/${kind}`, {}, { [kind]: true })
  offer('/crashed', { type: 'crashed', error: '' })
  for (let i = 0; i < 20; i++) offer(`/many/${i}`)
  await until(9)
  await close()
  const many = Array.from({ length: 8 }, (_, i) => `/many/${i} 200 first`)
  expect(compared).toEqual(['/drawn 200 first', ...many])
})

test('where there can be no comparison that is said once, and there is none any more', async () => {
  let asked = 0
  const failed = deferred<string>()
  const { offer, close } = watching([], {
    compare: async () => {
      asked += 1
      throw new Error('no Chromium')
    },
    onFailure: failed.resolve,
  })
  offer('/a')
  expect(await failed.promise).toBe('no Chromium')
  offer('/b')
  await close()
  expect(asked).toBe(1)
})

test('an end waits for the comparison that is under way, and tells nothing of it', async () => {
  const { promise, resolve } = deferred<StateVerdict>()
  const { offer, told, close } = watching([], { compare: () => promise })
  offer('/a')
  const closed = close()
  resolve(verdictOf('different'))
  await closed
  expect(told).toEqual([])
})
