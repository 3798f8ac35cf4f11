/** What modules do at their top is done anew for each page, in the document of that page. */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler, type Site } from '../../dist/server/index.js'

const FIXTURE = join(import.meta.dirname, '../fixtures/at-the-top')
const shell = join(FIXTURE, 'index.html')

const sites = new Map<string, Site>()
let site: Site
const said: string[] = []

/** Shows pages of an app from here on, in the worker that has shown those of other tests. */
async function open(app = 'app.js'): Promise<void> {
  said.length = 0
  site = sites.get(app) ?? (await start(app))
  sites.set(app, site)
}

function start(app: string): Promise<Site> {
  return createHandler(
    {
      origin: 'http://top.test',
      pages: { '/': { shell, app: join(FIXTURE, app) } },
      workers: 1,
      cache: { bytes: 0 },
      limits: { deadline: 60_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') said.push(...event.warnings)
          if (event.type === 'replaced') said.push(event.why)
        },
      ],
    },
  )
}
test.afterAll(() => Promise.all([...sites.values()].map((one) => one.close())))

async function show(state: string): Promise<{ status: number; html: string }> {
  const target = `/?_escaped_fragment_=${state}`
  const response = await site({ method: 'GET', target, headers: {} })
  return { status: response?.status ?? 0, html: String(response?.body) }
}

/** The text of the outlet. */
async function textOf(state: string): Promise<string> {
  const { html } = await show(state)
  const outlet = /<hashbang-outlet>([\s\S]*)<\/hashbang-outlet>/.exec(html)
  return outlet?.[1]?.replace(/<[^>]*>/g, ' ').trim() ?? html
}

const SHELL = 'Shell; de; dark wide; compact; body; ann; /v2; Menu'
const shellAt = (state: string) => `${SHELL}; http://top.test/#!${state}`

test('a view module finds the shell of its own page at its top', async () => {
  await open()
  for (const state of ['/shell/a', '/shell/b', '/shell/b', '/shell/a'])
    expect(await textOf(state)).toBe(shellAt(state))
  expect(said).toEqual([])
})

test('a view module finds nothing of what another page has changed in the shell', async () => {
  await open()
  const changed = (await show('/changes/a')).html
  expect(changed).toContain('in the view')
  for (const state of ['/shell/a', '/changes/a', '/shell/b', '/changes/b', '/shell/a']) {
    const id = state.at(-1)
    const expected = state.startsWith('/shell') ? shellAt(state) : `changed by ${id}`
    expect(await textOf(state)).toBe(expected)
  }
  expect((await show('/changes/a')).html).toBe(changed)
  expect(said).toEqual([])
})

test('pages that are asked for together find their own shell', async () => {
  await open()
  const states = ['a', 'b', 'c', 'd'].flatMap((id) => [`/shell/${id}`, `/changes/${id}`])
  const shown = await Promise.all(states.map((state) => textOf(state)))
  expect(shown).toEqual(
    states.map((state) =>
      state.startsWith('/shell') ? shellAt(state) : `changed by ${state.at(-1)}`,
    ),
  )
})

test('listeners that a view module adds at its top hear every page once', async () => {
  await open()
  for (const id of ['a', 'b', 'b', 'a'])
    expect(await textOf(`/listens/${id}`)).toBe(`document ${id}; window ${id}`)
  expect(said).toEqual([])
})

test('a view module defines its elements at its top without looking', async () => {
  await open()
  for (const id of ['a', 'b', 'b', 'a']) expect(await textOf(`/defines/${id}`)).toBe('element 1')
  expect(said).toEqual([])
})

test('a context is opened once a worker and handed to each page', async () => {
  await open()
  for (const id of ['a', 'b', 'b', 'a'])
    expect(await textOf(`/context/${id}`)).toBe(`${id} in the worker, opened 1`)
})

test('the cache of a module that a loader imports ends with the page', async () => {
  await open()
  for (const id of ['a', 'b', 'b', 'a'])
    expect(await textOf(`/cache/${id}`)).toBe(`${id} after nothing`)
})

for (const order of ['abba', 'baab', 'aabb']) {
  test(`a loader may import a module that needs the document, in the order ${order}`, async () => {
    await open()
    for (const id of order) {
      expect(await textOf(`/needs-dom/${id}`)).toBe(`${id} in Shell`)
      expect(await textOf(`/plain/${id}`)).toBe(`plain ${id}`)
    }
    expect(said).toEqual([])
  })
}

test('a loader may import a module that needs the document while other pages are made', async () => {
  await open()
  const states = [...'abba'].flatMap((id) => [`/needs-dom/${id}`, `/plain/${id}`, `/shell/${id}`])
  const shown = await Promise.all(states.map((state) => textOf(state)))
  expect(shown).toEqual(
    states.map((state) => {
      const id = state.at(-1)
      if (state.startsWith('/needs')) return `${id} in Shell`
      return state.startsWith('/plain') ? `plain ${id}` : shellAt(state)
    }),
  )
  expect(said).toEqual([])
})

const NO_TABLE = /^Spellings of a state do not share its snapshot: .* document is not defined/

test('an entry may use the document, the window and custom elements at its top', async () => {
  await open('entry.js')
  for (const id of ['a', 'b', 'b', 'a'])
    expect(await textOf(`/page/${id}`)).toMatch(
      new RegExp(`^${id} at #!/page/${id}\\s+element in Shell$`),
    )
  expect(said).toEqual([expect.stringMatching(NO_TABLE)])
})

test('pages of an entry that uses the document may be asked for together', async () => {
  await open('entry.js')
  const ids = ['a', 'b', 'b', 'a']
  const shown = await Promise.all(ids.map((id) => textOf(`/page/${id}`)))
  expect(shown).toEqual(ids.map((id) => expect.stringContaining(`${id} at #!/page/${id}`)))
})
