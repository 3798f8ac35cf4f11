/**
 * The tier that reads an export: a page whose file is what the manifest says is given, and nothing else; what was purged is not,
 * by this server and by later ones, until the export is written anew.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { cacheKeyOf } from '../../../server/cache/cache-key.ts'
import { type ExportTierOptions, exportTier } from '../../../server/cache/export-tier.ts'
import { PURGED } from '../../../server/cache/purged-file.ts'
import type { Tier } from '../../../server/cache/tier.ts'
import type { ServerEvent } from '../../../server/observe/events.ts'
import {
  MANIFEST,
  PAGES,
  readManifest,
  type SnapshotRecord,
} from '../../../server/tools/export/manifest.ts'
import { snapshotFile } from '../../../server/tools/export/names.ts'
import { writeManifest } from '../../../server/tools/export/write-manifest.ts'
import { suite } from '../../run/suite.ts'

const test = suite('export-tier')

const FACTS = { origin: 'http://a.test', build: 'one' }

let folder: string
const opened: Tier[] = []
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hashbang-export-'))
})
test.afterEach(async () => {
  for (const tier of opened.splice(0)) await tier.close?.()
  rmSync(folder, { recursive: true })
})

/** Writes an export of states, each with this body. */
function exported(pages: Record<string, string>, facts: object = {}) {
  const records = Object.entries(pages).map(([state, body]): SnapshotRecord => {
    const file = snapshotFile('/', state)
    const path = join(folder, PAGES, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, body)
    const hash = createHash('sha256').update(body).digest('base64url')
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      link: `<http://a.test/#!${state}>; rel="canonical"`,
      etag: '"old"',
    }
    return { file, page: '/', state, status: 200, bytes: body.length, hash, headers }
  })
  records.sort((a, b) => (a.file < b.file ? -1 : 1))
  writeManifest(join(folder, MANIFEST), { ...FACTS, ...facts }, () => records)
}

/** Opens the tier, as a server that starts does. */
async function open(over: Partial<ExportTierOptions> = {}) {
  const events: ServerEvent[] = []
  const tier = exportTier({
    ...FACTS,
    folder,
    maxAge: 60_000,
    observe: (event) => void events.push(event),
    ...over,
  })
  opened.push(tier)
  await tier.ready?.()
  return {
    events,
    tier,
    purge: async (which: object) => tier.purge?.(which),
    /** Undefined: the page is rendered. */
    async text(state: string) {
      const { page } = await tier.get(cacheKeyOf('/', '', state))
      return page && String(page.entry.body)
    },
  }
}

test('gives what was exported, with a tag of its own, and nothing else', async () => {
  exported({ '/items/1': 'from the export' })
  const { tier, events, text } = await open()
  expect(await text('/items/1')).toBe('from the export')
  const { page } = await tier.get(cacheKeyOf('/', '', '/items/1'))
  const request = { method: 'GET', target: '/', headers: {} }
  const answer = await page?.entry.answer(request, 'no-cache')
  expect(answer?.headers.etag).toMatch(/^"[\w-]{27}"$/)
  expect(answer?.headers.link).toContain('/items/1>')
  expect(await text('/items/2')).toBeUndefined()
  for (const other of [
    cacheKeyOf('/', 'lang=de', '/items/1'),
    cacheKeyOf('/', '', '/items/1', { live: true }),
    cacheKeyOf('/b', '', '/items/1'),
  ])
    expect((await tier.get(other)).page).toBeUndefined()
  expect(events).toEqual([])
})

test('a page that a run kept from another build is not given', async () => {
  exported({ '/items/1': 'kept', '/items/2': 'made' })
  const manifest = await readManifest(folder)
  const records = [...(manifest?.records() ?? [])].map((record) =>
    record.state === '/items/1' ? { ...record, from: { run: 'r', build: 'older' } } : record,
  )
  manifest?.close()
  writeManifest(join(folder, MANIFEST), FACTS, () => records)
  const { text } = await open()
  expect(await text('/items/1')).toBeUndefined()
  expect(await text('/items/2')).toBe('made')
})

for (const [what, why, facts] of [
  ['another build', 'they are of another build, locale or time zone: export again', { build: 'x' }],
  ['another origin', 'they are of http://b.test', { origin: 'http://b.test' }],
  ['nobody', 'there is no manifest.jsonl in', undefined],
] as const) {
  test(`gives nothing of an export of ${what}, and says why`, async () => {
    if (facts) exported({ '/items/1': 'old' }, facts)
    const { text, events } = await open()
    expect(await text('/items/1')).toBeUndefined()
    expect(events).toMatchObject([
      { type: 'tier', works: false, why: expect.stringContaining(why) },
    ])
  })
}

test('gives nothing when the manifest is damaged, as by a copy that broke off, and says so once', async () => {
  exported({ '/items/1': 'old', '/items/2': 'old' })
  const manifest = join(folder, MANIFEST)
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('"status":200', '"status":'))
  const { text, events } = await open()
  for (const state of ['/items/1', '/items/2']) expect(await text(state)).toBeUndefined()
  expect(events).toMatchObject([
    { works: false, why: expect.stringContaining('manifest.jsonl is damaged') },
  ])
})

test('gives no file that is not what the manifest says', async () => {
  exported({ '/items/1': 'whole', '/items/2': 'gone' })
  writeFileSync(join(folder, PAGES, snapshotFile('/', '/items/1')), 'half')
  rmSync(join(folder, PAGES, snapshotFile('/', '/items/2')))
  const { text, events } = await open()
  expect(await text('/items/1')).toBeUndefined()
  expect(await text('/items/2')).toBeUndefined()
  expect(events).toMatchObject(Array(2).fill({ type: 'tier', works: false }))
})

test('what was purged is not given, also by a server that is started later, until the export is written anew', async () => {
  exported({ '/items/1': 'one', '/items/2': 'two' })
  const first = await open()
  expect(await first.text('/items/1')).toBe('one')
  expect(await first.purge({ page: '/', state: '/items/1' })).toBe(true)
  expect([await first.text('/items/1'), await first.text('/items/2')]).toEqual([undefined, 'two'])
  const later = await open()
  expect([await later.text('/items/1'), await later.text('/items/2')]).toEqual([undefined, 'two'])
  await later.purge({ prefix: '/items/' })
  expect(await later.text('/items/2')).toBeUndefined()
  const soon = new Date(Date.now() + 1000)
  utimesSync(join(folder, MANIFEST), soon, soon)
  const anew = await open()
  expect(await anew.text('/items/1')).toBe('one')
  await anew.purge({})
  expect(await anew.text('/items/1')).toBeUndefined()
})

test('a purge that cannot be written down holds in the process, and is not complete', async () => {
  exported({ '/items/1': 'one' })
  const { text, purge } = await open()
  expect(await text('/items/1')).toBe('one')
  mkdirSync(join(folder, PURGED))
  expect(await purge({})).toBe(false)
  expect(await text('/items/1')).toBeUndefined()
})

test('an export of which nobody can tell what was purged is not used', async () => {
  exported({ '/items/1': 'one' })
  mkdirSync(join(folder, PURGED))
  const { text, events } = await open()
  expect(await text('/items/1')).toBeUndefined()
  expect(events).toMatchObject([
    {
      works: false,
      why: expect.stringContaining(`${PURGED}, the list of purges, cannot be read (EISDIR)`),
    },
  ])
})

test('without an export, a purge holds at once', async () => {
  const { text, purge } = await open()
  expect(await purge({ state: '/items/1' })).toBe(true)
  expect(await text('/items/1')).toBeUndefined()
})
