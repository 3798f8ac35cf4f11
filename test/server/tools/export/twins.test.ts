/** Twins of an export: a page at a real path for each of its states. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { expect } from '@playwright/test'
import {
  type Twin,
  type TwinOptions,
  twinFile,
  writeTwins,
} from '../../../../server/tools/export/twins.ts'
import { seed } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf, exported, folderOf, NAMES, states } from './catalogue.ts'

const test = suite('twins')

let whole: string
test.before(async () => {
  whole = await folderOf('whole')
  await exported(whole)
})

test(
  'twins stay off files that are not theirs, and those of states that are gone go',
  async () => {
    const [folder, twins] = [await folderOf('twinned'), await folderOf('client')]
    const [home, item] = [join(twins, 'index.html'), join(twins, 'items', 'n1', 'index.html')]
    await writeFile(home, 'the app itself')
    const pairUp = async (isGone: boolean) => {
      await exported(folder, { isGone })
      return writeTwins({
        from: folder,
        into: twins,
        origin: 'https://catalogue.test',
        concurrency: 64,
      })
    }
    expect(await pairUp(false)).toMatchObject({ refused: ['index.html'], removed: 0 })
    expect(await readFile(home, 'utf8')).toBe('the app itself')
    const before = await contentOf(twins)
    // A build of the app that puts a file of its own where a twin was.
    await writeFile(item, 'the app again')
    await rm(home)
    const gone = NAMES.filter((_, at) => at % 10 === 9).length
    expect(await pairUp(true)).toMatchObject({ refused: ['items/n1/index.html'], removed: gone })
    expect(await readFile(item, 'utf8')).toBe('the app again')
    const after = await contentOf(twins)
    expect(after.size).toBe(before.size - gone)
    expect(after.get('/index.html')).toContain('<base href="https://catalogue.test/">')
  },
  { timeout: 30_000 },
)

test('no two states share a twin', () => {
  const twins = NAMES.map((state) => twinFile('/', state))
  expect(new Set(twins.map((file) => posix.normalize(file.toLowerCase()))).size).toBe(twins.length)
  const odd = [
    '',
    '/',
    'x',
    '/x',
    '/x/',
    '/index.html',
    '/x/index.html',
    'index.html',
    '/=x',
    '=x',
    '/..',
    '/.',
    '/x/..',
  ]
  expect(new Set(odd.map((state) => posix.normalize(twinFile('/', state)))).size).toBe(odd.length)
})

/** An export of some states, and their readable twins by a function that makes them. */
async function readable(names: readonly string[]) {
  const [from, into] = [await folderOf('readable-out'), await folderOf('readable')]
  await exported(from, {}, { states: states(...names) })
  const write = (make: (state: string) => readonly Twin[], over: Partial<TwinOptions> = {}) =>
    writeTwins({
      ...{ from, into, origin: 'https://a.test', concurrency: 64 },
      readable: { make: async ({ state }) => make(state) },
      ...over,
    })
  const pages = async () =>
    new Map([...(await contentOf(into))].filter(([path]) => !path.startsWith('/.')))
  return { write, pages }
}

const pathOf = (state: string) => `${state.slice(1)}/index.html`
const good = (state: string, version: number): Twin => ({
  ...{ type: 'file', path: pathOf(state) },
  body: Buffer.from(`good ${state} ${version}`),
})
const bad = (state: string): Twin => ({
  ...{ type: 'failed', path: pathOf(state), address: `/s${state}` },
  reason: 'its status is 500',
})

test('with pages that fail at random, only good pages are published, and every failure is counted', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `/items/${at}`)
  const { write, pages } = await readable(names)
  let drawn = seed
  const fails = () => {
    drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0
    return drawn / 2 ** 32 < 0.3
  }
  const last = new Map<string, string>()
  for (let version = 1; version <= 4; version += 1) {
    const failed: string[] = []
    const report = await write((state) => {
      if (fails()) {
        failed.push(state)
        return [bad(state)]
      }
      last.set(`/${pathOf(state)}`, `good ${state} ${version}`)
      return [good(state, version)]
    })
    expect(await pages()).toEqual(new Map([...last].sort(([a], [b]) => (a < b ? -1 : 1))))
    expect(report.errors.map(({ state }) => state).sort()).toEqual(failed.sort())
    expect(report.written + report.unchanged).toBe(names.length - failed.length)
    expect(report.kept).toBe(last.size - (names.length - failed.length))
    expect(report.removed).toBe(0)
  }
})

test('a state that could not be exported keeps its twin; a page that has no file is listed, and goes', async () => {
  const { write, pages } = await readable(['/a', '/b'])
  await write((state) => [good(state, 1)])
  const failed = [{ page: '/', state: '/c' }]
  const omitted: Twin = { type: 'omitted', address: '/s/b?x', reason: 'a query' }
  const report = await write((state) => (state === '/b' ? [omitted] : [bad(state)]), { failed })
  expect(report).toMatchObject({
    ...{ written: 0, kept: 1, removed: 1 },
    omitted: [{ state: '/b', address: '/s/b?x', reason: 'a query' }],
  })
  expect(report.errors.map(({ state }) => state)).toEqual(['/a', '/c'])
  expect([...(await pages()).values()]).toEqual(['good /a 1'])
})

test('where a disk takes capitals for small letters, the second of two pages is an error', async () => {
  const { write, pages } = await readable(['/upper', '/UPPER'])
  const report = await write((state) => [good(state, 1)], { isCaseBlind: true, concurrency: 1 })
  expect(report).toMatchObject({
    written: 1,
    errors: [{ reason: expect.stringContaining('capitals') }],
  })
  expect((await pages()).size).toBe(1)
})

test('a state that redirects has a page that sends people on', async () => {
  const [from, into] = [await folderOf('moved-out'), await folderOf('moved')]
  await exported(from)
  await writeTwins({ from, into, origin: 'https://a.test', concurrency: 64 })
  const html = await readFile(join(into, 'moved/index.html'), 'utf8')
  expect(html).toContain('content="0; url=https://a.test/#!/items/n1"')
  expect(html).toContain('rel="canonical" href="https://a.test/#!/items/n1"')
})
