/** Twins of an export: a page at a real path for each of its states. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { expect } from '@playwright/test'
import { seededRandom } from '../../../../server/diagnostics/runtime/random.ts'
import {
  type Twin,
  type TwinOptions,
  twinFile,
  writeTwins,
} from '../../../../server/tools/export/twins.ts'
import { seed } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf } from '../../../tools/folder-content.ts'
import { list } from '../../helpers/rows.ts'
import { exported, folderOf, NAMES, states } from './catalogue.ts'

const test = suite('twins')

const ORIGIN = 'https://a.test'

test('twins stay off files that are not theirs, and those of states that are gone go', async () => {
  const [from, into] = [await folderOf('twinned'), await folderOf('client')]
  const [home, item] = [join(into, 'index.html'), join(into, 'items', 'n1', 'index.html')]
  await writeFile(home, 'the app itself')
  const pairUp = async (isGone: boolean) => {
    await exported(from, { isGone })
    return writeTwins({ from, into, origin: ORIGIN, concurrency: 64 })
  }
  expect(await pairUp(false)).toMatchObject({ refused: ['index.html'], removed: 0 })
  expect(await readFile(home, 'utf8')).toBe('the app itself')
  const before = await contentOf(into)
  // People of a state that redirects are sent on.
  const to = `${ORIGIN}/#!/items/n1`
  expect(before.get('/moved/index.html')).toContain(`content="0; url=${to}"`)
  expect(before.get('/moved/index.html')).toContain(`rel="canonical" href="${to}"`)
  // A build of the app that puts a file of its own where a twin was.
  await writeFile(item, 'the app again')
  await rm(home)
  const gone = NAMES.filter((_, at) => at % 10 === 9).length
  expect(await pairUp(true)).toMatchObject({ refused: ['items/n1/index.html'], removed: gone })
  expect(await readFile(item, 'utf8')).toBe('the app again')
  const after = await contentOf(into)
  expect(after.size).toBe(before.size - gone)
  expect(after.get('/index.html')).toContain(`<base href="${ORIGIN}/">`)
})

const ODD = list`
  '' | / | x | /x | /x/ | /index.html | /x/index.html | index.html | /=x | =x | /.. | /. | /x/..
`
for (const [what, names] of Object.entries({ odd: ODD, hostile: NAMES })) {
  test(`no two states of ${what} names share a twin, also where capitals are small letters`, () => {
    const twins = names.map((state) => posix.normalize(twinFile('/', state).toLowerCase()))
    expect(new Set(twins).size).toBe(names.length)
  })
}

/** An export of some states, and their readable twins by a function that makes them. */
async function readable(names: readonly string[]) {
  const [from, into] = [await folderOf('readable-out'), await folderOf('readable')]
  await exported(from, {}, { states: states(...names) })
  const write = (make: (state: string) => Twin, over: Partial<TwinOptions> = {}) =>
    writeTwins({
      ...{ from, into, origin: ORIGIN, concurrency: 64 },
      readable: { make: async ({ state }) => [make(state)] },
      ...over,
    })
  const pages = async () =>
    new Map([...(await contentOf(into))].filter(([path]) => !path.startsWith('/.')))
  return { write, pages }
}

const pathOf = (state: string) => `${state.slice(1)}/index.html`
const good = (state: string, version = 1): Twin => ({
  ...{ type: 'file', path: pathOf(state), body: Buffer.from(`good ${state} ${version}`) },
})
const bad = (state: string): Twin => ({
  ...{ type: 'failed', path: pathOf(state), address: `/s${state}`, reason: 'its status is 500' },
})

test('with pages that fail at random, only good pages are published, and every failure is counted', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `/items/${at}`)
  const { write, pages } = await readable(names)
  const random = seededRandom(seed)
  const last = new Map<string, string>()
  for (let version = 1; version <= 4; version += 1) {
    const failed = names.filter(() => random() < 0.3)
    const report = await write((state) =>
      failed.includes(state) ? bad(state) : good(state, version),
    )
    const made = names.filter((state) => !failed.includes(state))
    for (const state of made) last.set(`/${pathOf(state)}`, `good ${state} ${version}`)
    expect(await pages()).toEqual(last)
    expect(report.errors.map(({ state }) => state).sort()).toEqual(failed.sort())
    expect(report.written + report.unchanged).toBe(made.length)
    expect([report.kept, report.removed]).toEqual([last.size - made.length, 0])
  }
})

test('a state that could not be exported keeps its twin; a page that has no file is listed, and goes', async () => {
  const { write, pages } = await readable(['/a', '/b'])
  await write((state) => good(state))
  const failed = [{ page: '/', state: '/c' }]
  const omitted: Twin = { type: 'omitted', address: '/s/b?x', reason: 'a query' }
  const report = await write((state) => (state === '/b' ? omitted : bad(state)), { failed })
  expect(report).toMatchObject({
    ...{ written: 0, kept: 1, removed: 1 },
    omitted: [{ state: '/b', address: '/s/b?x', reason: 'a query' }],
  })
  expect(report.errors.map(({ state }) => state)).toEqual(['/a', '/c'])
  expect([...(await pages()).values()]).toEqual(['good /a 1'])
})

test('where a disk takes capitals for small letters, the second of two pages is an error', async () => {
  const { write, pages } = await readable(['/upper', '/UPPER'])
  const report = await write((state) => good(state), { isCaseBlind: true, concurrency: 1 })
  const errors = [{ reason: expect.stringContaining('capitals') }]
  expect(report).toMatchObject({ written: 1, errors })
  expect((await pages()).size).toBe(1)
})
