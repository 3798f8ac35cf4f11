/** Nothing of one render is visible to the next: one view leaves a mark, another looks for it. */
import { expect, test } from '@playwright/test'
// The fixture touches no DOM until its functions are called.
import { dirty, lasting } from '../fixtures/contained/leaks.js'
import { numRuns } from '../run/seed.ts'
import { type Contained, said, say, startContained } from './contained.ts'

const RENDERS = numRuns(100, 3000)

let contained: Contained
let first: readonly string[]
let clean: string

test.beforeAll(async () => {
  contained = await startContained()
  clean = (await contained.get('/probe')).body
  first = [...contained.replaced]
  expect(clean).toContain('"children":["hashbang-outlet "]')
})

test.afterAll(() => contained.close())

const expectClean = async () => expect((await contained.get('/probe')).body).toBe(clean)

for (const kind of Object.keys(dirty)) {
  test(`a page sees no ${kind} of the page before`, async () => {
    const before = contained.replaced.length
    const { status, warnings } = await contained.get(`/dirty/${encodeURIComponent(kind)}/leak`)
    expect([status, warnings.filter((one) => one.includes('Error'))]).toEqual([200, []])
    await expectClean()
    // It is put back, without a new worker.
    expect(contained.replaced.slice(before)).toEqual([])
  })
}

for (const kind of ['fixed property', 'hidden property', 'changed built-in']) {
  test(`a page sees no ${kind} of the loader of the page before`, async () => {
    const { status, body } = await contained.get(
      `/dirty-in-loader/${encodeURIComponent(kind)}/leak`,
    )
    expect([status, body]).toEqual([200, 'changed'])
    await expectClean()
  })
}

// Each costs a worker.
for (const [state, details] of [
  ...Object.keys(lasting).map((kind) => [`/lasting/${encodeURIComponent(kind)}/leak`, {}] as const),
  ['/lasting-in-loader', { tag: '@nightly' }] as const,
]) {
  test(
    `a worker retires after ${decodeURIComponent(state)}, which cannot be undone`,
    details,
    async () => {
      const soiled = contained.get(state)
      // These wait for the page before them.
      const others = ['/probe', '/probe', '/probe'].map((state) => contained.get(state))
      const { status, body } = await soiled
      expect([status, body]).toEqual([200, 'shown for the last time'])
      for (const { body } of await Promise.all(others)) expect(body).toBe(clean)
      await expectClean()
    },
  )
}

test('a page that is the first to use the classes of fetch costs no worker', () => {
  // It reads Response, which Node loads then.
  expect(first).toEqual([])
})

test('listeners and timers that modules start on import work in every page', async () => {
  for (const _ of ['a page', 'and another']) {
    expect((await contained.get('/listening')).body).toContain(
      '<b>scheduled</b><p data-text="found">found</p><i>heard</i>',
    )
    await expectClean()
  }
})

test('an error that no code catches is logged, and costs no worker', async () => {
  const waits = said('at other')
  const request = contained.get('/loader-rejects/other/secret-mark')
  await waits
  say('open other')
  const answer = await request
  expect(answer.body).toBe('loaded all the same')
  for (const text of ['rejected secret-mark', 'thrown secret-mark', 'in a microtask secret-mark'])
    expect(answer.warnings.join()).toContain(text)
})

test('no page, head or warning contains text of another page, over many renders of all kinds', async () => {
  const kinds = ['html', 'looks', 'marks', 'fails', 'redirects'].map((kind) => `soak-${kind}`)
  const routes = [...kinds, 'note', 'fresh', 'gone']
  const leaks: string[] = []
  let warnings = 0
  const look = (own: string, text: string) => {
    const others = [...text.matchAll(/marker-\d+-end/g)].filter(([found]) => found !== own)
    if (others.length > 0) leaks.push(`${own}: ${text}`)
  }
  const soaked = await startContained({
    limits: { queue: 1000 },
    observe(event) {
      if (event.type !== 'warning') return
      warnings += 1
      look(/marker-\d+-end/.exec(event.state)?.[0] ?? '', event.warnings.join())
    },
  })
  const render = async (index: number) => {
    const marker = `marker-${index}-end`
    look(marker, (await soaked.get(`/${routes[index % routes.length]}/${marker}`)).text)
  }
  for (let index = 0; index < RENDERS; index += 50)
    await Promise.all(Array.from({ length: 50 }, (_, offset) => render(index + offset)))
  await soaked.close()
  expect(leaks).toEqual([])
  // Half of the routes have something to tell, each time.
  expect(warnings).toBeGreaterThanOrEqual(RENDERS / 2)
})
