/** The watch in production: what is compared behind the answers, and when a group counts as different. */
import { expect } from '@playwright/test'
import type { StateVerdict } from '../../../../server/adopted/engines/compare-state.ts'
import { createWatch, type WatchOptions } from '../../../../server/adopted/engines/watch.ts'
import type { Answer, Order } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('watch')

const orderOf = (state: string, more: Partial<Order> = {}): Order => ({
  ...{ page: '/', state, url: 'http://a.test/' },
  ...more,
})
const snapshot = (body: string) => ({ type: 'snapshot', status: 200, body }) as Answer
const verdictOf = (verdict: StateVerdict['verdict']) => ({ verdict }) as StateVerdict

/** A watch whose comparisons give these verdicts in turn, and "same" from then on. */
function watching(verdicts: StateVerdict['verdict'][], more: Partial<WatchOptions> = {}) {
  const compared: string[] = []
  const told: string[] = []
  let check: () => void = () => undefined
  const watch = createWatch({
    ...{ share: 1, random: () => 0, rest: 0 },
    make: () => snapshot('made again'),
    async compare({ state }, { status, html, location }) {
      compared.push(`${state} ${status} ${location ?? html}`)
      check()
      return verdictOf(verdicts.shift() ?? 'same')
    },
    onDiffers: (group, { state }) => told.push(`${group} by ${state}`),
    onFailure: (why) => told.push(why),
    ...more,
  })
  /** Waits until so many have been compared. */
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      check = () => compared.length >= count && resolve()
      check()
    })
  return { ...watch, compared, told, until }
}

test('a group differs when a snapshot that is made again differs, too, and is told once', async () => {
  const { offer, compared, told, until, close } = watching(['different', 'subset'])
  offer(orderOf('/x/a'), snapshot('first'))
  offer(orderOf('/x/b'), snapshot('of the same group'))
  offer(orderOf('/y/a'), snapshot('of another'))
  await until(3)
  expect(compared).toEqual(['/x/a 200 first', '/x/a 200 made again', '/y/a 200 of another'])
  expect(told).toEqual(['/#/x/* by /x/a'])
  offer(orderOf('/x/c'), snapshot('known'))
  offer(orderOf('/y/b'), { type: 'redirect', status: 302, location: '/there' } as Answer)
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
    const { offer, told, until, close } = watching([...verdicts])
    offer(orderOf('/x/a'), snapshot('first'))
    await until(verdicts.length)
    offer(orderOf('/x/b'), snapshot('next'))
    await until(verdicts.length + 1)
    expect(told).toEqual([])
    await close()
  })
}

test('only a share is compared, of what is for crawlers, and a full queue takes no more', async () => {
  const drawn = [0.5, 0.1]
  const { offer, compared, until, close } = watching([], {
    share: 0.2,
    random: () => drawn.shift() ?? 0,
  })
  offer(orderOf('/not-drawn'), snapshot(''))
  offer(orderOf('/drawn'), snapshot(''))
  offer(orderOf('/live', { live: true }), snapshot(''))
  offer(orderOf('/markdown', { markdown: true }), snapshot(''))
  offer(orderOf('/readable', { readable: true }), snapshot(''))
  offer(orderOf('/crashed'), { type: 'crashed', error: '' })
  for (let i = 0; i < 20; i++) offer(orderOf(`/many/${i}`), snapshot(''))
  await until(9)
  await close()
  expect(compared.slice(0, 3)).toEqual(['/drawn 200 ', '/many/0 200 ', '/many/1 200 '])
  expect(compared).toHaveLength(9)
})

test('where there can be no comparison that is said once, and there is none any more', async () => {
  let asked = 0
  const told: string[] = []
  const failed = new Promise<void>((resolve) => {
    const { offer, close } = watching([], {
      compare: async () => {
        asked += 1
        throw new Error('no Chromium')
      },
      onFailure(why) {
        told.push(why)
        offer(orderOf('/b'), snapshot(''))
        void close().then(resolve)
      },
    })
    offer(orderOf('/a'), snapshot(''))
  })
  await failed
  expect(told).toEqual(['no Chromium'])
  expect(asked).toBe(1)
})

test('an end waits for the comparison that is under way, and tells nothing of it', async () => {
  let end: (verdict: StateVerdict) => void = () => undefined
  const { offer, told, close } = watching([], {
    compare: () =>
      new Promise((resolve) => {
        end = resolve
      }),
  })
  offer(orderOf('/a'), snapshot(''))
  const closed = close()
  end(verdictOf('different'))
  await closed
  expect(told).toEqual([])
})
