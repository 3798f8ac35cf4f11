/** Nothing of one render is visible to the next: one view leaves a mark, another looks for it. */
import { expect, test } from '@playwright/test'
// The fixture touches no DOM until its functions are called.
import { dirty, lasting } from '../fixtures/contained/leaks.js'
import { type Contained, keepOpen, said, say, startContained } from './contained.ts'

const RENDERS = process.env.LONG_PROPERTIES === '1' ? 3000 : 100

let contained: Contained
let first: Awaited<ReturnType<Contained['get']>>
let clean: string

test.beforeAll(async () => {
  contained = await startContained()
  first = await contained.get('/probe')
  clean = first.body
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

for (const [who, route] of [
  ['view', '/changes-built-ins'],
  ['loader', '/changes-built-ins-in-loader'],
]) {
  test(`a page finds every built-in as it was before the ${who} of another has changed it`, async () => {
    expect((await contained.get('/finds-built-ins')).body).toBe('found: ')
    const { status, body, warnings } = await contained.get(`${route}`)
    expect({ status, body, warnings }).toEqual({ status: 200, body: 'changed', warnings: [] })
    expect((await contained.get('/finds-built-ins')).body).toBe('found: ')
  })
}

test('loaders that overlap do not see what another has left, in whatever order they come', async () => {
  const ids = Array.from({ length: 8 }, (_, at) => String(at))
  for (const route of ['leaves-in-loader', 'leaves-plainly'])
    for (let round = 0; round < 3; round++) {
      const pages = await Promise.all(ids.map((id) => contained.get(`/${route}/${id}`)))
      expect(pages.map(({ body }) => body)).toEqual(ids.map((id) => `${id} ${id}`))
    }
})

for (const [at, kind] of Object.keys(lasting).entries()) {
  // Each costs a worker.
  const details = at < 2 ? {} : { tag: '@nightly' }
  test(
    `a thread shows no other page after a ${kind}, which nothing takes back`,
    details,
    async () => {
      const soiled = contained.get(`/lasting/${encodeURIComponent(kind)}/leak`)
      // These come to the same thread, and wait there for the page before them.
      const others = ['/probe', '/probe', '/probe'].map((state) => contained.get(state))
      await soiled
      for (const { body } of await Promise.all(others)) expect(body).toBe(clean)
      expect((await contained.get('/probe')).body).toBe(clean)
    },
  )
}

test('a page whose loader leaves what nothing takes back is made by a thread of its own', async () => {
  const { status, body } = await contained.get('/lasting-in-loader/frozen')
  expect([status, body]).toEqual([200, 'shown for the last time'])
  expect((await contained.get('/probe')).body).toBe(clean)
})

test('a page that is the first to ask for the classes of fetch costs no worker', () => {
  // It reads Response, which Node loads then.
  expect(first.warnings.filter((one) => one.includes('cannot be taken back'))).toEqual([])
})

test('what modules have set going when they were imported is there for every page', async () => {
  for (const _ of ['a page', 'and another']) {
    expect((await contained.get('/listening')).body).toContain(
      '<b>scheduled</b><p data-text="found">found</p><i>heard</i>',
    )
    expect((await contained.get('/probe')).body).toBe(clean)
  }
})

test('a view that is used again sees nothing of other routes either', async () => {
  for (let id = 0; id < 6; id++) {
    await contained.get('/dirty/portal/leak')
    expect((await contained.get(`/note/${id}`)).body).toContain(
      `<h1>${id}</h1><p>http://contained.test/#!/note/${id}</p>`,
    )
    expect((await contained.get('/probe')).body).toBe(clean)
  }
})

test('an error that nobody catches is heard by its own render alone', async () => {
  const here = said('at listener')
  const listener = contained.get('/hears/listener')
  await here
  const there = said('at other')
  const other = contained.get('/loader-rejects/other/secret-mark')
  await there
  say('open listener')
  const { body, warnings } = await listener
  expect(body).toBe('heard: ')
  expect(warnings).toEqual([])
  say('open other')
  const answer = await other
  expect(answer.body).toBe('loaded all the same')
  for (const text of ['rejected secret-mark', 'thrown secret-mark', 'in a microtask secret-mark']) {
    expect(answer.warnings.join()).toContain(text)
  }
})

test('an error that comes after the answer goes to the log, with the state that it is of', async () => {
  const waits = said('at before')
  await contained.get('/rejects-late/before/secret-mark')
  await waits
  const here = said('at listener')
  const listener = contained.get('/hears/listener')
  await here
  const strayed = contained.warned('/rejects-late/before/secret-mark')
  say('open before')
  expect(await strayed).toContain('rejected secret-mark')
  const close = keepOpen('listener')
  expect((await listener).body).toBe('heard: ')
  close()
})

test.describe('beside a page that is being drawn', () => {
  let held: ReturnType<Contained['get']>
  let close = () => {}
  const open = () => {
    close = keepOpen('holder')
  }

  test.beforeEach(async () => {
    const there = said('at holder')
    held = contained.get('/holds/holder/secret-mark')
    await there
  })
  test.afterEach(async () => {
    expect((await held).body).toBe('held')
    close()
  })

  for (const route of ['looks-in-html', 'looks-in-secret']) {
    test(`an html view that reads the document is drawn in one of its own (${route})`, async () => {
      const page = contained.get(`/${route}/7`)
      open()
      expect((await page).body).toBe(
        `<h1>7</h1><p>http://contained.test/#!/${route}/7 Contained en </p>`,
      )
    })
  }

  test('an html view finds nothing of it on the window or in storage', async () => {
    const page = contained.get('/looks-at-globals/7')
    open()
    expect((await page).body).toBe('<h1>7</h1><p>undefined undefined</p>')
  })

  for (const [route, what] of [
    ['looks-in-head', 'head'],
    ['looks-in-loader', 'loader'],
  ]) {
    test(`a ${what} that reads the document fails, and is told what to do`, async () => {
      const page = contained.get(`/${route}/7`)
      open()
      const { status, body, warnings } = await page
      expect(status).toBe(500)
      expect(body).not.toContain('secret-mark')
      expect(warnings.join()).toContain(`Cannot use location.href here`)
      expect(warnings.join()).toContain('Take state, params, search and data from the arguments')
    })
  }

  test('an html view may make elements and documents meanwhile', async () => {
    const page = contained.get('/makes/7')
    open()
    expect((await page).body).toBe('<h1>7</h1><p>made parsed</p>')
  })
})

test('what outlives its page cannot write on a later one', async () => {
  const waits = said('at late')
  await contained.get('/looks-later/late')
  await waits
  const there = said('at holder')
  const held = contained.get('/holds/holder/mine')
  await there
  const strayed = contained.warned('/looks-later/late')
  say('open late')
  expect(await strayed).toContain('Cannot use document.title here')
  const close = keepOpen('holder')
  expect((await held).body).toBe('held')
  close()
})

test('no page, head or warning holds a word of another, over many interleaved renders of all kinds', async () => {
  const kinds = ['html', 'looks', 'marks', 'fails', 'redirects'].map((kind) => `soak-${kind}`)
  const routes = [...kinds, 'note', 'fresh', 'gone']
  const leaks: string[] = []
  let heard = 0
  const look = (own: string, text: string) => {
    const others = [...text.matchAll(/marker-\d+-end/g)].filter(([found]) => found !== own)
    if (others.length > 0) leaks.push(`${own}: ${text}`)
  }
  const soaked = await startContained({
    limits: { queue: 1000 },
    observe(event) {
      if (event.type !== 'warning') return
      heard += 1
      look(/marker-\d+-end/.exec(event.state)?.[0] ?? '', event.warnings.join())
    },
  })
  const render = async (index: number) => {
    const marker = `marker-${index}-end`
    look(marker, (await soaked.get(`/${routes[index % routes.length]}/${marker}`)).text)
  }
  for (let index = 0; index < RENDERS; index += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, offset) => render(index + offset)))
  }
  await soaked.close()
  expect(leaks).toEqual([])
  // Half of the routes have something to tell, each time.
  expect(heard).toBeGreaterThanOrEqual(RENDERS / 2)
})
