/** Shards of one run put together are the whole; what does not belong together is refused. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readManifest } from '../../../../server/tools/export/manifest.ts'
import { mergeShards } from '../../../../server/tools/export/merge.ts'
import { ruleFiles } from '../../../../server/tools/export/rules.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf, exported, folderOf, NAMES, snapshotsIn, states } from './catalogue.ts'

const test = suite('merge of shards')

const shard = (index: number, run = 'job-7') => ({ run, shard: { index, count: 3 } })

test('three shards of one run put together are the whole; others beside them, parts of parts and damage are refused', async () => {
  const whole = await folderOf('whole')
  await exported(whole)
  const parts = await Promise.all([1, 2, 3].map((index) => folderOf(`shard-${index}`)))
  for (const [at, folder] of parts.entries())
    expect(await exported(folder, {}, shard(at + 1))).toMatchObject({ errors: [] })
  const merged = await folderOf('merged')
  const extras: NonNullable<Parameters<typeof mergeShards>[2]>['extras'] = (manifest) =>
    ruleFiles(manifest, merged, ['/'])
  const merge = (folders: readonly string[], run?: string) =>
    mergeShards(folders, merged, { run, extras })
  expect(await merge(parts)).toMatchObject({ states: NAMES.length, failed: 0 })
  expect(await snapshotsIn(merged)).toEqual(await snapshotsIn(whole))
  const manifest = await readManifest(merged)
  expect(manifest?.header.run).toBe('job-7')
  manifest?.close()
  const before = await contentOf(merged)
  await expect(merge(parts.slice(1))).rejects.toThrow('shard 1 of 3 is missing')

  await exported(merged, { revision: 1 }, shard(1, 'job-6'))
  await expect(merge([merged, ...parts])).rejects.toThrow('(run job-6')
  expect(await merge([merged, ...parts], 'job-7')).toMatchObject({ states: NAMES.length })
  const part = { states: states(...NAMES.slice(0, 5)), partial: true }
  await exported(merged, {}, { ...shard(1), ...part })
  await expect(merge([merged, ...parts.slice(1)])).rejects.toThrow('with a limit')

  const [damaged = ''] = parts
  const file = [...(await contentOf(damaged)).keys()].find((path) => path.endsWith('+.html')) ?? ''
  await writeFile(join(damaged, file), 'damaged')
  await expect(merge(parts)).rejects.toThrow('export shard 1 of 3 again')
  const now = [...(await contentOf(merged))].filter(([path]) => !path.startsWith('/shard-'))
  expect(now).toEqual([...before])
})
