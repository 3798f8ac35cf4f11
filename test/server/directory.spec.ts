/**
 * A server that reads an export: it answers as it would have rendered. What of an export is not used, and why: the units of
 * export-tier.ts.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { readManifest, type SnapshotRecord } from '../../dist/server/tools/export/manifest.js'
import { startSite } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'

const CONFIG = resolve('test/fixtures/site/hashbang.config.js')

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
  expect(reading.events.filter(({ type }) => type === 'tier')).toEqual([])
  // What was not exported is rendered, and so is what was purged since.
  expect(await (await reading.snapshot('/items/987')).text()).toContain('Item 987')
  const { state } = listed.find(({ status }) => status === 200) as SnapshotRecord
  expect(await reading.site.purge({ page: '/', state })).toEqual({ count: 1, complete: true })
  expect((await reading.snapshot(state)).status).toBe(200)
  expect(reading.renders).toBe(2)
  await Promise.all([rendering.stop(), reading.stop()])
})
