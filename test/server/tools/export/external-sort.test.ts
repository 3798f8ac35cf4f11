/** Sorts more than fits into memory. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createExternalSort } from '../../../../server/tools/export/external-sort.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'

const test = suite('external sort')

test('what does not fit into memory is sorted on the disk: each key once, with what came last', async () => {
  const folder = join(await folderWith(), 'runs')
  const sort = createExternalSort<{ at: number; text: string }>(folder, 20_000)
  const text = 'ü'.repeat(200)
  const last = new Map<string, number>()
  // Some 80 files, in two levels.
  for (let at = 0; at < 4000; at++) {
    const key = `=/${(at * 7919) % 500}+.html`
    sort.add(key, { at, text: at % 4 === 0 ? text.repeat(8) : text })
    last.set(key, at)
    if (at === 2000) expect([...sort.sorted()]).toHaveLength(500)
  }
  expect((await readdir(folder)).length).toBeGreaterThan(1)
  const found = [...sort.sorted()].map(([key, { at }]) => [key, at])
  expect(found).toEqual([...last].sort(([a], [b]) => (a < b ? -1 : 1)))
  sort.close()
})
