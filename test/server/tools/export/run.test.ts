/** An export holds what its handler answers: whole files or none. generations.test.ts has a model of what runs make of each other. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readManifest } from '../../../../server/tools/export/manifest.ts'
import { mergeShards } from '../../../../server/tools/export/merge.ts'
import { type ExportOptions, exportSite } from '../../../../server/tools/export/run.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf } from '../../../tools/folder-content.ts'
import { exported, folderOf, NAMES, states } from './catalogue.ts'

const test = suite('export')

/** Exports states of a site that answers so. */
const run = (
  folder: string,
  answer: (target: string) => { status?: number; text: string },
  over: Partial<ExportOptions> & Pick<ExportOptions, 'states'>,
) =>
  exportSite({
    ...{ origin: 'https://a.test', build: 'b', folder, concurrency: 1 },
    handler: async ({ target }) => {
      const { status = 200, text } = answer(target)
      return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) }
    },
    ...over,
  })

test('a second run changes nothing, not even the time of a file', async () => {
  const folder = await folderOf('whole')
  // A redirect has no file.
  const written = NAMES.length - 1
  expect(await exported(folder)).toMatchObject({ states: NAMES.length, errors: [], written })
  const file = join(folder, 'pages', '=', 'items', 'n0+.html')
  const before = [await contentOf(folder), (await stat(file)).mtimeMs]
  const unchanged = NAMES.length
  expect(await exported(folder)).toMatchObject({ written: 0, unchanged, removed: 0 })
  expect([await contentOf(folder), (await stat(file)).mtimeMs]).toEqual(before)
})

for (const when of ['listing', '/a', '/c']) {
  test(`an export that is ended in ${when} publishes nothing and removes nothing`, async () => {
    const folder = await folderOf('ended')
    await run(folder, (text) => ({ text }), { states: states('/a', '/b', '/c') })
    const before = await contentOf(folder)
    const end = new AbortController()
    const answer = (text: string) => {
      if (text.endsWith(when)) end.abort()
      return { text: `new ${text}` }
    }
    // A list that is ended gives what it has, as that of the command does.
    const cut = (async function* () {
      yield* states('/a')
      if (when === 'listing') return end.abort()
      yield* states('/b', '/c')
    })()
    const ended = run(folder, answer, { states: cut, signal: end.signal })
    await expect(ended).rejects.toThrow('aborted')
    expect(await contentOf(folder)).toEqual(before)
  })
}

test('an export stays off files of its folder that are not its own', async () => {
  const folder = await folderOf('shared')
  const [taken, other] = [join(folder, 'pages', '=', 'a+.html'), join(folder, 'pages', 'b.html')]
  await mkdir(join(folder, 'pages', '='), { recursive: true })
  for (const file of [taken, other]) await writeFile(file, 'mine')
  const report = await run(folder, () => ({ text: 'a page' }), { states: states('/', '/a') })
  const reason = `${taken} was not written by an export: move it away`
  expect(report.errors).toEqual([{ page: '/', state: '/a', reason }])
  await run(folder, () => ({ text: 'a page' }), { states: states() })
  expect([await readFile(taken, 'utf8'), await readFile(other, 'utf8')]).toEqual(['mine', 'mine'])
  expect((await contentOf(folder)).has('/pages/=/+.html')).toBe(false)
})

test('shards of which one is damaged are not merged', async () => {
  const [folder, merged] = [await folderOf('shards'), await folderOf('merged')]
  for (const index of [1, 2])
    await exported(folder, {}, { run: 'job', shard: { index, count: 2 }, extras: () => [] })
  const files = [...(await contentOf(folder)).keys()]
  await writeFile(join(folder, files.find((path) => path.endsWith('+.html')) ?? ''), 'damaged')
  await expect(mergeShards([folder], merged)).rejects.toThrow(/export shard [12] of 2 again/)
  expect(await readManifest(merged)).toBeUndefined()
})
