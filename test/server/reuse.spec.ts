/**
 * A view is used again for the next page of its route only where the route asks for it, and only while that shows the same.
 * What was made before a lie was found is recalled: from memory, from what is under way, and from what others were given.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createCache } from '../../dist/server/cache/cache.js'
import type { Made } from '../../dist/server/cache/cached-response.js'
import { cacheKeyOf } from '../../dist/server/cache/tier.js'
import { snapshotFile } from '../../dist/server/export/names.js'
import { exportSite } from '../../dist/server/export/run.js'
import { prepareResponse } from '../../dist/server/http/prepared-response.js'
import { createHandler } from '../../dist/server/index.js'
import { createShapes } from '../../dist/server/render/reuse/shape.js'
import type { SiteState } from '../../dist/server/site/states.js'
import { type Contained, startContained } from './contained.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

test.setTimeout(300_000)

interface Answered {
  readonly body: string
  readonly cacheControl: string
  readonly warnings: readonly string[]
}

/** A server of fixtures/retained that keeps what it makes. */
async function startRetained(settings: Partial<Parameters<typeof createHandler>[0]> = {}) {
  const told: string[] = []
  const handler = await createHandler({
    origin: 'http://retained.test',
    pages: {
      '/': {
        shell: join(FIXTURES, 'contained/index.html'),
        app: join(FIXTURES, 'retained/app.js'),
      },
    },
    workers: 1,
    // Hundreds at once take their time on a busy machine, which is not what is tested.
    deadline: 30_000,
    wait: 60_000,
    observe(event) {
      if (event.type === 'warning') told.push(...event.warnings)
    },
    ...settings,
  })
  return {
    told,
    handler,
    async get(state: string): Promise<Answered> {
      const before = told.length
      const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
      const response = await handler({ method: 'GET', target, headers: {} })
      const text = response?.body.toString() ?? ''
      return {
        body: text.match(/<hashbang-outlet>([\s\S]*)<\/hashbang-outlet>/)?.[1] ?? text,
        cacheControl: String(response?.headers['cache-control']),
        warnings: told.slice(before),
      }
    },
  }
}

type Retained = Awaited<ReturnType<typeof startRetained>>
type Tier = NonNullable<NonNullable<Parameters<typeof createHandler>[0]['tiers']>[number]>

/** A shared tier that only notes what it is given. */
function notedTier() {
  const put = new Map<string, string>()
  const tier: Tier = {
    get: async () => ({ generation: '0' }),
    put: ({ state }, { entry }) => void put.set(state, entry.body.toString()),
    drop: ({ state }) => void put.delete(state),
  }
  return { put, tier }
}

let contained: Contained | undefined
let retained: Retained | undefined

test.afterEach(async () => {
  await contained?.close()
  await retained?.handler.close()
  contained = undefined
  retained = undefined
})

test('a view that shows its page and nothing else is right every time', async () => {
  contained = await startContained()
  for (let id = 1; id <= 20; id++) {
    const { body, warnings } = await contained.get(`/note/${id}`)
    expect(body).toContain(`<h1>${id}</h1>`)
    expect(warnings).toEqual([])
  }
})

test('a view that retains what it was given is found out by its second page', async () => {
  contained = await startContained()
  expect((await contained.get('/hoarder/one')).body).toContain('>one<')
  const second = await contained.get('/hoarder/two')
  expect(second.body).toContain('>two<')
  expect(second.warnings.join()).toMatch(/the view of route "hoarder" shows something else/)
  expect(second.warnings.join()).toContain('one two')
  for (let id = 0; id < 20; id++) {
    const { body, warnings } = await contained.get(`/hoarder/${id}`)
    expect(body).toContain(`>${id}<`)
    expect(warnings).toEqual([])
  }
})

test('a route that does not ask for it has its views made anew every time', async () => {
  retained = await startRetained()
  await retained.get('/unasked/1?photo=a.png')
  for (let id = 2; id <= 12; id++) {
    const { body, cacheControl } = await retained.get(`/unasked/${id}`)
    expect(body).toContain('<img>')
    expect(cacheControl).toContain('max-age')
  }
  expect(retained.told).toEqual([])
})

test('a view that fails when it is used again is found out, and its pages are right', async () => {
  retained = await startRetained()
  for (let id = 1; id <= 6; id++)
    expect((await retained.get(`/weary/${id}`)).body).toContain(`>${id}<`)
  expect(retained.told).toHaveLength(1)
  expect(retained.told[0]).toMatch(/the view of route "weary" fails .*too weary for another page/)
})

test.describe('used again or not', () => {
  let again: Retained
  let fresh: Retained
  test.beforeAll(async () => {
    again = await startRetained()
    fresh = await startRetained({ reuse: false })
  })
  test.afterAll(() => Promise.all([again.handler.close(), fresh.handler.close()]))

  for (const name of ['listener', 'subscriber', 'observer', 'dressed', 'photo']) {
    test(`a view with a ${name} shows what a new one shows`, async () => {
      const query = (id: number) => (id % 9 === 8 ? '?photo=p.png' : '')
      const differing: string[] = []
      for (let id = 1; id <= 60; id++) {
        const state = `/${name}/${id}${query(id)}`
        if ((await again.get(state)).body !== (await fresh.get(state)).body) differing.push(state)
      }
      // What was answered before a lie was found is answered rightly from then on.
      const still: string[] = []
      for (const state of differing) {
        if ((await again.get(state)).body !== (await fresh.get(state)).body) still.push(state)
      }
      expect(still).toEqual([])
      expect(differing).toEqual([])
    })
  }
})

test('a page that lacks what the page before had does not show it', async () => {
  retained = await startRetained()
  for (let id = 1; id <= 30; id++) await retained.get(`/photo/${id}?photo=${id}.png`)
  const { body, warnings } = await retained.get('/photo/rare')
  expect(body).toContain('<img>')
  expect(warnings.join()).toContain(
    'the view of route "photo" shows something else for "#!/photo/rare"',
  )
})

test('what an honest view makes again is for this process until it is proven, then for all', async () => {
  const { put, tier } = notedTier()
  retained = await startRetained({ tiers: [tier] })
  const provisional: string[] = []
  for (let id = 1; id <= 200; id++) {
    const state = `/honest/${id}`
    const { body, cacheControl } = await retained.get(state)
    expect(body).toContain(`<h1>${id}</h1>`)
    if (cacheControl === 'no-cache') provisional.push(state)
    expect(put.has(state)).toBe(cacheControl !== 'no-cache')
  }
  expect(retained.told).toEqual([])
  expect(provisional.length).toBeGreaterThan(50)
  const confirmed = provisional.filter((state) => put.has(state))
  expect(confirmed.length).toBeGreaterThan(10)
  for (const state of confirmed.slice(0, 5)) {
    expect((await retained.get(state)).cacheControl).toContain('max-age')
  }
})

test('a lie that is found late recalls what was made before, here and from others', async () => {
  const { put, tier } = notedTier()
  retained = await startRetained({ tiers: [tier] })
  const states: string[] = []
  let wrong = 0
  while (retained.told.length === 0 && states.length < 5000) {
    const id = states.length
    states.push(`/late/${id}`)
    const { body } = await retained.get(`/late/${id}`)
    if (!body.endsWith('</ul></retained-late>')) wrong += 1
  }
  expect(retained.told.join()).toContain('the view of route "late" shows something else')
  expect(retained.told.join()).toContain('is forgotten')
  for (const [state, html] of put) expect(html, state).toContain('</ul></retained-late>')
  for (const state of states) {
    const { body } = await retained.get(state)
    expect(body).toContain(`<h1>${state.slice('/late/'.length)}</h1>`)
    expect(body, `${wrong} of ${states.length} were wrong at first`).toMatch(
      /<\/ul><\/retained-late>$/,
    )
  }
})

test('what one thread has found holds for all threads, and for those that come after', async () => {
  retained = await startRetained({ workers: 2, queue: 1000, patience: 60_000 })
  const states = Array.from({ length: 200 }, (_, id) => `/late/${id}`)
  for (let round = 0; retained.told.length === 0 && round < 40; round++) {
    await Promise.all(states.map((state) => retained?.get(`${state}-${round}`)))
  }
  expect(retained.told).toHaveLength(1)
  const after = await Promise.all(states.map((state) => retained?.get(`${state}-after`)))
  for (const one of after) {
    expect(one?.body).toMatch(/<\/ul><\/retained-late>$/)
    expect(one?.cacheControl).toContain('max-age')
  }
  expect(retained.told).toHaveLength(1)
})

test('pages of a route whose modules remember are made by new workers once that is found, ids that only count are not', async () => {
  retained = await startRetained({ workers: 2 })
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    const { body } = await retained.get(`/recent/${id}`)
    expect(body).toContain(`before ${id}: nothing`)
    await retained.get(`/counted/${id}`)
    await retained.get(`/honest/${id}`)
  }
  expect(retained.told).toHaveLength(1)
  expect(retained.told[0]).toMatch(
    /route "recent" shows something else for "#!\/recent\/[ab]" when it is drawn again after other pages: "before [ab]: \w" instead of "before [ab]: nothing"/,
  )
  const together = await Promise.all(['f', 'g', 'h'].map((id) => retained?.get(`/recent/${id}`)))
  expect(together.map((one) => /before \w: (\w+)/.exec(one?.body ?? '')?.[1])).toEqual(
    together.map(() => 'nothing'),
  )
  expect(retained.told).toHaveLength(1)
})

test('all pages are made by new workers where a module remembers and the server cannot import the routes', async () => {
  const contained = await startContained({ deadline: 30_000 })
  for (const id of [1, 2, 3, 4]) {
    expect((await contained.get(`/counts/${id}`)).body).toBe('<p>page 1</p>')
  }
  expect((await contained.get('/note/1')).body).toContain('<h1>1</h1>')
  await contained.close()
})

test('what was kept of a page is forgotten when modules of it are found to remember', async () => {
  retained = await startRetained()
  await retained.get('/honest/1')
  await retained.get('/recent/a')
  expect(retained.handler.cached.entries).toBe(2)
  await retained.get('/recent/b')
  expect(retained.handler.isSingleUse('/', '/recent/z')).toBe(true)
  expect(retained.handler.isSingleUse('/', '/honest/1')).toBe(false)
  expect(retained.handler.cached.entries).toBe(0)
})

test('an export makes every page anew', async () => {
  retained = await startRetained({ reuse: false })
  for (let id = 1; id <= 60; id++) {
    const { body, cacheControl } = await retained.get(`/late/${id}`)
    expect(body).toMatch(/<\/ul><\/retained-late>$/)
    expect(cacheControl).toContain('max-age')
  }
  expect(retained.told).toEqual([])
})

test('an export makes those pages again that it made before a module was found to remember', async () => {
  retained = await startRetained({ reuse: false, cacheBytes: 0 })
  const { handler } = retained
  const folder = await mkdtemp(join(tmpdir(), 'remembering-'))
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  async function* states() {
    for (const id of ids) yield { page: '/', state: `/third/${id}` } as SiteState
  }
  const report = await exportSite({
    origin: 'http://retained.test',
    build: 'one',
    states: states(),
    handler,
    isDoubtful: handler.isSingleUse,
    folder,
    concurrency: 1,
  })
  expect(report).toMatchObject({ states: 6, written: 6, errors: [] })
  for (const id of ids) {
    const file = join(folder, 'pages', snapshotFile('/', `/third/${id}`))
    expect(await readFile(file, 'utf8')).toContain(`before ${id}: nothing`)
  }
  await rm(folder, { recursive: true })
})

test('a run that is killed once a module was found to remember hands on nothing that was made before', async () => {
  retained = await startRetained({ reuse: false, cacheBytes: 0 })
  const { handler } = retained
  const folder = await mkdtemp(join(tmpdir(), 'killed-'))
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  async function* states() {
    for (const id of ids) yield { page: '/', state: `/third/${id}` } as SiteState
  }
  const once = (last: number, site: typeof handler) => {
    let made = 0
    return exportSite({
      ...{ origin: 'http://retained.test', build: 'one', run: 'same', folder, states: states() },
      ...{ handler: site, isDoubtful: site.isSingleUse, concurrency: 1 },
      onState() {
        made += 1
        if (made === last) throw new Error('killed')
      },
    })
  }
  // Its third page is wrong, which is found at the fourth.
  await expect(once(5, handler)).rejects.toThrow('killed')
  await handler.close()
  retained = await startRetained({ reuse: false, cacheBytes: 0 })
  const report = await once(0, retained.handler)
  expect(report.errors).toEqual([])
  for (const id of ids) {
    const file = join(folder, 'pages', snapshotFile('/', `/third/${id}`))
    expect(await readFile(file, 'utf8')).toContain(`before ${id}: nothing`)
  }
  await rm(folder, { recursive: true })
})

const GROUP = '/ word'

function gate() {
  let open: () => void = () => undefined
  const waits = new Promise<void>((resolve) => {
    open = resolve
  })
  return { waits, open: () => open() }
}

/** An answer of a view that was used again, or not. */
const made = (text: string, reused?: { group: string; maker: number }): Made => ({
  kind: 'page',
  entry: prepareResponse({ status: 200, headers: {}, body: Buffer.from(text) }),
  maxAge: 60_000,
  reused,
})

test('a recall reaches what is under way, and it is made anew', async () => {
  const cache = createCache({ bytes: 2 ** 20, staleFor: 0 })
  const by = { group: GROUP, maker: 1 }
  const answers = [made('a lie', by), made('the truth')]
  const opened = gate()
  const get = () =>
    cache.get(cacheKeyOf('/', '', 'x'), async () => {
      const next = answers.shift() as Made
      await opened.waits
      return next
    })
  const under = [get(), get()]
  expect(cache.recall(GROUP)).toBe(0)
  opened.open()
  for (const one of under) expect((await one).entry.body.toString()).toBe('the truth')
  expect((await get()).entry.body.toString()).toBe('the truth')
})

test('a proof in one thread says nothing of what another has made', async () => {
  const { put, tier } = notedTier()
  const cache = createCache({ bytes: 2 ** 20, staleFor: 0, tiers: [tier] })
  for (const maker of [1, 2]) {
    const given = made(`by ${maker}`, { group: GROUP, maker })
    expect(await cache.get(cacheKeyOf('/', '', `${maker}`), () => given)).toMatchObject({
      provisional: true,
    })
  }
  cache.confirm({ group: GROUP, maker: 1 })
  expect([...put.keys()]).toEqual(['1'])
  cache.confirm({ group: '/ other', maker: 2 })
  expect([...put.keys()]).toEqual(['1'])
  expect(cache.recall(GROUP)).toBe(2)
  expect([...put.keys()]).toEqual([])
})

test('what others were given is recalled from them when it is no longer here', async () => {
  const { put, tier } = notedTier()
  const cache = createCache({ bytes: 2 ** 20, staleFor: 0, tiers: [tier] })
  const by = { group: GROUP, maker: 1 }
  await cache.get(cacheKeyOf('/', '', 'x'), () => made('text', by))
  cache.confirm(by)
  const [kept] = put
  cache.purge({ state: 'x' })
  put.set(...(kept as [string, string]))
  cache.recall(GROUP)
  expect([...put.keys()]).toEqual([])
})

const shape = (...pages: object[]) => {
  const shapes = createShapes()
  return pages.map((data) => shapes.of({ levels: [{ params: {}, search: {}, data }] } as never))
}

for (const { what, one, other, same } of [
  { what: 'numbers', one: { a: 1 }, other: { a: 2 }, same: true },
  { what: 'a number and zero', one: { a: 1 }, other: { a: 0 }, same: false },
  { what: 'a key and none', one: { a: 1, b: 2 }, other: { a: 1 }, same: false },
  { what: 'a key of undefined and null', one: { a: undefined }, other: { a: null }, same: false },
  { what: 'texts', one: { a: 'some words' }, other: { a: 'other words' }, same: true },
  { what: 'a text and an empty one', one: { a: 'some words' }, other: { a: '' }, same: false },
  { what: 'two kinds', one: { kind: 'video' }, other: { kind: 'audio' }, same: false },
  { what: 'yes and no', one: { a: true }, other: { a: false }, same: false },
  {
    what: 'lists of two and of nine',
    one: { a: [1, 2] },
    other: { a: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    same: true,
  },
  { what: 'lists of one and of two', one: { a: [1] }, other: { a: [1, 2] }, same: false },
  { what: 'a list and an empty one', one: { a: [1] }, other: { a: [] }, same: false },
  {
    what: 'what is in a list',
    one: { a: [{ b: 1 }] },
    other: { a: [{ b: 1, c: null }] },
    same: false,
  },
  {
    what: 'what is deep inside',
    one: { a: { b: { c: 1 } } },
    other: { a: { b: { c: 'x y' } } },
    same: false,
  },
]) {
  test(`of data that differs in ${what}, the shape is ${same ? 'one' : 'another'}`, () => {
    const [first, second] = shape(one, other)
    expect(first === second).toBe(same)
  })
}

test('a text that is another one every time is no choice, and data without end has a shape', () => {
  const round: Record<string, unknown> = {
    get bad() {
      throw new Error('a getter')
    },
  }
  round.self = round
  expect(shape(round, round)).toHaveLength(2)
  const shapes = shape(...Array.from({ length: 40 }, (_, n) => ({ id: `id-${n}` })))
  expect(new Set(shapes.slice(20)).size).toBe(1)
})
