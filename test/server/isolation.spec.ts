/** Nothing of one render is visible to the next: one view leaves a mark, another looks for it. */
import { expect, test } from '@playwright/test'
// The fixture touches no DOM until its functions are called.
import { dirty } from '../fixtures/contained/leaks.js'
import { type Contained, startContained } from './contained.ts'

/** Ten times as many take a minute or two. */
const RENDERS = Number(process.env.RENDERS ?? 1000)

let contained: Contained
let clean: string

test.beforeAll(async () => {
  contained = await startContained()
  clean = (await contained.get('/probe')).body
  expect(clean).toContain('"children":["hashbang-outlet "]')
})

test.afterAll(() => contained.close())

for (const kind of Object.keys(dirty)) {
  test(`a page sees no ${kind} of the page before`, async () => {
    expect((await contained.get(`/dirty/${encodeURIComponent(kind)}/leak`)).status).toBe(200)
    const { body } = await contained.get('/probe')
    expect(body).toBe(clean)
  })
}

test('a view that is used again sees nothing of other routes either', async () => {
  for (let id = 0; id < 6; id++) {
    await contained.get('/dirty/portal/leak')
    expect((await contained.get(`/note/${id}`)).body).toContain(
      `<h1>${id}</h1><p>http://contained.test/#!/note/${id}</p>`,
    )
    expect((await contained.get('/probe')).body).toBe(clean)
  }
})

test('no page holds a word of another, over many interleaved renders', async () => {
  const routes = ['note', 'fresh', 'hoarder', 'gone']
  const leaks: string[] = []
  const render = async (index: number) => {
    const marker = `marker-${index}-end`
    const { body } = await contained.get(`/${routes[index % routes.length]}/${marker}`)
    const others = [...body.matchAll(/marker-\d+-end/g)].filter(([found]) => found !== marker)
    if (others.length > 0) leaks.push(body)
  }
  for (let index = 0; index < RENDERS; index += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, offset) => render(index + offset)))
  }
  expect(leaks).toEqual([])
})
