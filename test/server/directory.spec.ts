/**
 * The tier that reads an export: a page whose file is what the manifest says is answered as the server would, anything else
 * is rendered.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildOf } from '../../dist/server/build.js'
import {
  MANIFEST,
  PAGES,
  readManifest,
  type SnapshotRecord,
  writeManifest,
} from '../../dist/server/export/manifest.js'
import { snapshotFile } from '../../dist/server/export/names.js'
import { siteConfig, startSite } from '../fixtures/site/site.ts'
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
  writeFileSync(join(folder, MANIFEST), [...writeManifest({ origin, build }, records)].join(''))
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

test('answers from an export as it would have rendered, byte for byte, without a render', async () => {
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
    'they are of another build: export again',
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

test('renders when a file is not what the manifest says', async () => {
  const folder = await exported({ '/items/1': 'whole' })
  writeFileSync(join(folder, PAGES, snapshotFile('/', '/items/1')), 'half')
  const site = await startSite({ snapshots: folder })
  expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
  await site.stop()
})
