/**
 * The tier that reads an export: a page whose file is what the manifest says is given, and nothing else; what was purged is not,
 * by this server and by later ones, until the export is written anew.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { cacheKeyOf } from '../../../server/cache/cache-key.ts'
import { exportTier } from '../../../server/cache/export-tier.ts'
import { PURGED } from '../../../server/cache/purged-file.ts'
import type { Tier } from '../../../server/cache/tier.ts'
import type { ServerEvent } from '../../../server/observe/events.ts'
import { MANIFEST, PAGES, type SnapshotRecord } from '../../../server/tools/export/manifest.ts'
import { snapshotFile } from '../../../server/tools/export/names.ts'
import { writeManifest } from '../../../server/tools/export/write-manifest.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('export-tier')

const FACTS = { origin: 'http://a.test', build: 'one' }
const [ONE, TWO] = ['/items/1', '/items/2']

let folder: string
const opened: Tier[] = []
test.beforeEach(async () => {
  folder = await folderWith()
})
test.afterEach(async () => {
  for (const tier of opened.splice(0)) await tier.close?.()
})

const fileOf = (state: string) => join(folder, PAGES, snapshotFile('/', state))

/** Writes an export of states, each with this body. @param from The build that the pages were kept from. */
function exported(pages: Record<string, string>, facts: object = {}, from?: string) {
  const records = Object.entries(pages).map(([state, body]): SnapshotRecord => {
    mkdirSync(dirname(fileOf(state)), { recursive: true })
    writeFileSync(fileOf(state), body)
    const link = `<http://a.test/#!${state}>; rel="canonical"`
    return {
      ...{ file: snapshotFile('/', state), page: '/', state, status: 200, bytes: body.length },
      hash: createHash('sha256').update(body).digest('base64url'),
      headers: { 'content-type': 'text/html; charset=utf-8', link, etag: '"old"' },
      ...(from && body === 'kept' && { from: { run: 'r', build: from } }),
    }
  })
  records.sort((a, b) => (a.file < b.file ? -1 : 1))
  writeManifest(join(folder, MANIFEST), { ...FACTS, ...facts }, () => records)
}

/** Opens the tier, as a server that starts does. */
async function open() {
  const events: ServerEvent[] = []
  const observe = (event: ServerEvent) => void events.push(event)
  const tier = exportTier({ ...FACTS, folder, maxAge: 60_000, observe })
  opened.push(tier)
  await tier.ready?.()
  return {
    ...{ events, tier },
    purge: async (which: object) => tier.purge?.(which),
    /** Undefined: the page is rendered. */
    texts: (...states: string[]) =>
      Promise.all(
        states.map(async (state) => {
          const { page } = await tier.get(cacheKeyOf('/', '', state))
          return page && String(page.entry.body)
        }),
      ),
  }
}

test('gives what was exported, with a tag of its own, and nothing else', async () => {
  exported({ [ONE]: 'from the export' })
  const { tier, events, texts } = await open()
  expect(await texts(ONE, TWO)).toEqual(['from the export', undefined])
  const { page } = await tier.get(cacheKeyOf('/', '', ONE))
  const answer = await page?.entry.answer({ method: 'GET', target: '/', headers: {} }, 'no-cache')
  expect(answer?.headers.etag).toMatch(/^"[\w-]{27}"$/)
  expect(answer?.headers.link).toContain('/items/1>')
  for (const other of [
    cacheKeyOf('/', 'lang=de', ONE),
    cacheKeyOf('/', '', ONE, { live: true }),
    cacheKeyOf('/b', '', ONE),
  ])
    expect((await tier.get(other)).page).toBeUndefined()
  expect(events).toEqual([])
})

test('a page that a run kept from another build is not given', async () => {
  exported({ [ONE]: 'kept', [TWO]: 'made' }, {}, 'older')
  expect(await (await open()).texts(ONE, TWO)).toEqual([undefined, 'made'])
})

const write = (change: (text: string) => string) => {
  const manifest = join(folder, MANIFEST)
  writeFileSync(manifest, change(readFileSync(manifest, 'utf8')))
}

for (const [what, arrange, why, count = 1] of [
  [
    'of another build',
    () => exported({ [ONE]: 'old' }, { build: 'x' }),
    'they are of another build, locale or time zone: export again',
  ],
  [
    'of another origin',
    () => exported({ [ONE]: 'old' }, { origin: 'http://b.test' }),
    'they are of http://b.test',
  ],
  ['that is not there', () => undefined, 'there is no manifest.jsonl in'],
  [
    'whose manifest a copy has cut',
    () => write((text) => text.replaceAll('"status":200', '"status":')),
    'manifest.jsonl is damaged',
  ],
  [
    'whose files are not what the manifest says',
    () => {
      writeFileSync(fileOf(ONE), 'half')
      rmSync(fileOf(TWO))
    },
    'items',
    2,
  ],
  [
    'of which nobody can tell what was purged',
    () => mkdirSync(join(folder, PURGED)),
    `${PURGED}, the list of purges, cannot be read (EISDIR)`,
  ],
] as [string, () => void, string, number?][]) {
  test(`gives nothing of an export ${what}, and says why`, async () => {
    if (what !== 'that is not there') exported({ [ONE]: 'whole', [TWO]: 'too' })
    arrange()
    const { texts, events } = await open()
    expect(await texts(ONE, TWO)).toEqual([undefined, undefined])
    const event = { type: 'tier', works: false, why: expect.stringContaining(why) }
    expect(events).toMatchObject(Array(count).fill(event))
  })
}

test('what was purged is not given, also by a server that is started later, until the export is written anew', async () => {
  exported({ [ONE]: 'one', [TWO]: 'two' })
  const first = await open()
  expect(await first.texts(ONE)).toEqual(['one'])
  expect(await first.purge({ page: '/', state: ONE })).toBe(true)
  const later = await open()
  for (const { texts } of [first, later]) expect(await texts(ONE, TWO)).toEqual([undefined, 'two'])
  await later.purge({ prefix: '/items/' })
  expect(await later.texts(TWO)).toEqual([undefined])
  const soon = new Date(Date.now() + 1000)
  utimesSync(join(folder, MANIFEST), soon, soon)
  const anew = await open()
  expect(await anew.texts(ONE)).toEqual(['one'])
  await anew.purge({})
  expect(await anew.texts(ONE)).toEqual([undefined])
})

test('a purge that cannot be written down holds in the process, and is not complete', async () => {
  exported({ [ONE]: 'one' })
  const { texts, purge } = await open()
  expect(await texts(ONE)).toEqual(['one'])
  mkdirSync(join(folder, PURGED))
  expect(await purge({})).toBe(false)
  expect(await texts(ONE)).toEqual([undefined])
})

test('without an export, a purge holds at once', async () => {
  const { texts, purge } = await open()
  expect([await purge({ state: ONE }), await texts(ONE)]).toEqual([true, [undefined]])
})
