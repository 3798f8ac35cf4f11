/** A manifest finds every state it was written from, in any order. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createExternalSort } from '../../../../server/tools/export/external-sort.ts'
import {
  MANIFEST,
  readManifest,
  type SnapshotRecord,
} from '../../../../server/tools/export/manifest.ts'
import { snapshotFile } from '../../../../server/tools/export/names.ts'
import { writeManifest } from '../../../../server/tools/export/write-manifest.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'

const test = suite('manifest')

const HEADER = { origin: 'https://a.test', build: 'b' }

const record = (state: string): SnapshotRecord => ({
  ...{ file: snapshotFile('/', state), page: '/', state, status: 200, bytes: state.length },
  ...{ hash: 'h', headers: { 'content-type': 'text/html', etag: `"${state.length}"` } },
})

test('a manifest finds each of its states and no other, and does not depend on their order', async () => {
  const states = Array.from({ length: 200 }, (_, index) => `/word/${index * 37}?x=${index}`)
  // Longer than what is read at a time.
  states.push(`/long/${'ä'.repeat(1500)}`)
  const folder = await folderWith()
  const written = async (all: readonly string[]) => {
    const sort = createExternalSort<SnapshotRecord>(join(folder, 'sort'))
    for (const one of all) sort.add(snapshotFile('/', one), record(one))
    writeManifest(join(folder, 'made'), HEADER, function* () {
      for (const [, one] of sort.sorted()) yield one
    })
    return readFile(join(folder, 'made'), 'utf8')
  }
  const text = await written(states)
  expect(await written(states.toReversed())).toBe(text)
  expect(await readManifest(folder)).toBeUndefined()
  await writeFile(join(folder, MANIFEST), text)
  const manifest = await readManifest(folder)
  for (const known of states) expect(manifest?.find('/', known)).toEqual(record(known))
  for (const unknown of ['', '/', '/word/1', '/zzz'])
    expect(manifest?.find('/', unknown)).toBeUndefined()
  expect(manifest?.header.run).toMatch(/^[\w-]{16}$/)
  expect([...(manifest?.records() ?? [])]).toHaveLength(201)
})

test('a manifest that is damaged is said to be, by its name and the line; what is none is refused', async () => {
  const folder = await folderWith()
  const file = join(folder, MANIFEST)
  writeManifest(file, HEADER, () => ['/a', '/b'].map(record))
  const whole = await readFile(file, 'utf8')
  for (const damaged of [whole.slice(0, -10), whole.replace(/.*\n$/, 'null\n')]) {
    await writeFile(file, damaged)
    const manifest = await readManifest(folder)
    expect(manifest).toBeDefined()
    expect(() => manifest?.find('/', '/b')).toThrow(
      /manifest\.jsonl is damaged, at ".*": move it away, and export again$/,
    )
    manifest?.close()
  }
  await writeFile(file, '{}\n')
  await expect(readManifest(folder)).rejects.toThrow(/manifest\.jsonl is no manifest/)
})
