/**
 * The tier that reads an export: a page whose file is what the manifest says is answered as the server would, anything else
 * is rendered.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { PURGED } from '../../dist/server/cache/purged-file.js'
import {
  MANIFEST,
  PAGES,
  readManifest,
  type SnapshotRecord,
} from '../../dist/server/export/manifest.js'
import { snapshotFile } from '../../dist/server/export/names.js'
import { writeManifest } from '../../dist/server/export/write-manifest.js'
import { buildOf } from '../../dist/server/site/build-id.js'
import { type StartedSite, siteConfig, startSite } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'

const CONFIG = resolve('test/fixtures/site/hashbang.config.js')

/** Writes an export of states, each with this body. */
async function exported(
  pages: Record<string, string>,
  header: { origin?: string; build?: string } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-export-'))
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
  const { origin = siteConfig.origin, build = await buildOf(siteConfig) } = header
  records.sort((a, b) => (a.file < b.file ? -1 : 1))
  writeManifest(join(folder, MANIFEST), { origin, build }, () => records)
  return folder
}

test('answers what was exported without a render, with tags of its own, and renders the rest', async () => {
  const site = await startSite({ snapshots: await exported({ '/items/1': 'from the export' }) })
  const answer = await site.snapshot('/items/1')
  expect(await answer.text()).toBe('from the export')
  expect(answer.headers.get('link')).toContain('/items/1>')
  expect(answer.headers.get('etag')).toMatch(/^"[\w-]{27}"$/)
  expect(site.renders).toBe(0)
  expect(await (await site.snapshot('/items/2')).text()).toContain('Item 2')
  expect(site.renders).toBe(1)
  expect(site.events.filter(({ type }) => type === 'tier')).toEqual([])
  await site.stop()
})

test('a page that a run kept from another build is rendered', async () => {
  const folder = await exported({ '/items/1': 'kept', '/items/2': 'made' })
  const manifest = await readManifest(folder)
  const records = [...(manifest?.records() ?? [])].map((record) =>
    record.state === '/items/1' ? { ...record, from: { run: 'r', build: 'older' } } : record,
  )
  const facts = { origin: siteConfig.origin, build: manifest?.header.build ?? '' }
  writeManifest(join(folder, MANIFEST), facts, () => records)
  const site = await startSite({ snapshots: folder })
  expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
  expect(await (await site.snapshot('/items/2')).text()).toBe('made')
  await site.stop()
})

test('answers from an export as it would have rendered, byte for byte, without a render', async () => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-export-'))
  const { code, stdout } = await hashbang(['export', '-c', CONFIG, '-o', folder, '--json'])
  const { states } = JSON.parse(stdout) as { states: number }
  // What it cannot show, it tells: the site has pages that ask a backend, and here is none.
  expect(code).toBeLessThan(2)
  const rendering = await startSite()
  const reading = await startSite({ snapshots: folder })
  const exported = await readManifest(folder)
  // The clock shows something else each time, so there is nothing to hold it against.
  const listed = [...(exported?.records() ?? [])].filter(({ state }) => state !== '/clock')
  expect(listed.length).toBeGreaterThan(3)
  expect(listed.length).toBeLessThanOrEqual(states)
  for (const { state } of listed) {
    const [one, other] = [await reading.snapshot(state), await rendering.snapshot(state)]
    expect([state, one.status]).toEqual([state, other.status])
    const names = ['content-type', 'content-security-policy', 'link', 'content-language', 'etag']
    for (const name of [...names, 'location', 'last-modified'])
      expect([state, one.headers.get(name)]).toEqual([state, other.headers.get(name)])
    expect(await one.text()).toBe(await other.text())
  }
  expect(reading.renders).toBe(0)
  await Promise.all([rendering.stop(), reading.stop()])
})

for (const [what, why, folder] of [
  [
    'another build',
    'they are of another build, locale or time zone: export again',
    () => exported({ '/items/1': 'old' }, { build: 'x' }),
  ],
  [
    'another origin',
    'they are of http://b.test',
    () => exported({ '/items/1': 'old' }, { origin: 'http://b.test' }),
  ],
  [
    'nobody',
    'there is no manifest.jsonl in',
    async () => mkdtempSync(join(tmpdir(), 'hashbang-export-')),
  ],
] as const) {
  test(`renders when the export is of ${what}, and says why`, async () => {
    const site = await startSite({ snapshots: await folder() })
    expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
    expect(site.events.find(({ type }) => type === 'tier')).toMatchObject({
      works: false,
      why: expect.stringContaining(why),
    })
    await site.stop()
  })
}

test('renders when the manifest is damaged, as by a copy that broke off, and says so once', async () => {
  const folder = await exported({ '/items/1': 'old', '/items/2': 'old' })
  const manifest = join(folder, MANIFEST)
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('"status":200', '"status":'))
  const site = await startSite({ snapshots: folder })
  expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
  expect(await (await site.snapshot('/items/2')).text()).toContain('Item 2')
  expect(site.events.filter(({ type }) => type === 'tier')).toMatchObject([
    { works: false, why: expect.stringContaining('manifest.jsonl is damaged') },
  ])
  await site.stop()
})

test('renders when a file is not what the manifest says', async () => {
  const folder = await exported({ '/items/1': 'whole' })
  writeFileSync(join(folder, PAGES, snapshotFile('/', '/items/1')), 'half')
  const site = await startSite({ snapshots: folder })
  expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
  await site.stop()
})

test('what was purged is rendered, also by a server that is started later, until the export is written anew', async () => {
  const pages = { '/items/1': 'one', '/items/2': 'two' }
  const folder = await exported(pages)
  const text = async (site: StartedSite, state: string) => (await site.snapshot(state)).text()
  const site = await startSite({ snapshots: folder })
  expect(await text(site, '/items/1')).toBe('one')
  expect(await site.site.purge({ page: '/', state: '/items/1' })).toEqual({
    count: 1,
    complete: true,
  })
  expect(await text(site, '/items/1')).toContain('Item 1')
  expect(await text(site, '/items/2')).toBe('two')
  await site.stop()
  const later = await startSite({ snapshots: folder })
  expect(await text(later, '/items/1')).toContain('Item 1')
  await later.site.purge({ prefix: '/items/' })
  expect(await text(later, '/items/2')).toContain('Item 2')
  await later.stop()
  const soon = new Date(Date.now() + 1000)
  utimesSync(join(folder, MANIFEST), soon, soon)
  const anew = await startSite({ snapshots: folder })
  expect(await text(anew, '/items/1')).toBe('one')
  await anew.site.purge()
  expect(await text(anew, '/items/1')).toContain('Item 1')
  await anew.stop()
})

test('a purge that cannot be written down holds in the process, and is not complete', async () => {
  const folder = await exported({ '/items/1': 'one' })
  const site = await startSite({ snapshots: folder })
  expect(await (await site.snapshot('/items/1')).text()).toBe('one')
  mkdirSync(join(folder, PURGED))
  expect(await site.site.purge()).toEqual({ count: 1, complete: false })
  expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
  await site.stop()
})

test('an export of which nobody can tell what was purged is not used', async () => {
  const folder = await exported({ '/items/1': 'one' })
  mkdirSync(join(folder, PURGED))
  const site = await startSite({ snapshots: folder })
  expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
  expect(site.events.find(({ type }) => type === 'tier')).toMatchObject({
    works: false,
    why: expect.stringContaining(`${PURGED}, which says what was purged, cannot be read (EISDIR)`),
  })
  await site.stop()
})
