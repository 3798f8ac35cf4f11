/** An export holds what its handler answers: whole files or none, however often it is run. */
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readManifest } from '../../../../server/tools/export/manifest.ts'
import { exportSite } from '../../../../server/tools/export/run.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf, exported, folderOf, NAMES, snapshotsIn, states } from './catalogue.ts'

const test = suite('export')

let whole: string
test.before(async () => {
  whole = await folderOf('whole')
  // A redirect has no file.
  const written = NAMES.length - 1
  expect(await exported(whole)).toMatchObject({ states: NAMES.length, errors: [], written })
})

/** An export as it was run into another folder. */
async function copyOf(from: string, name: string): Promise<string> {
  const folder = await folderOf(name)
  await cp(from, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

test('a second run changes nothing, not even the time of a file', async () => {
  const file = join(whole, 'pages', '=', 'items', 'n0+.html')
  const before = [await contentOf(whole), (await stat(file)).mtimeMs]
  const unchanged = NAMES.length
  expect(await exported(whole)).toMatchObject({ written: 0, unchanged, removed: 0 })
  expect([await contentOf(whole), (await stat(file)).mtimeMs]).toEqual(before)
})

test('what changed is written anew, what is gone is removed, the rest stays', async () => {
  const change = { revision: 1, isGone: true }
  const folder = await copyOf(whole, 'changed')
  const report = await exported(folder, change)
  expect(report).toMatchObject({ removed: Math.floor(NAMES.length / 10), errors: [] })
  expect(report.written).toBeGreaterThan(3)
  expect(report.unchanged).toBeGreaterThan(80)
  const fresh = await folderOf('fresh')
  await exported(fresh, change)
  expect(await snapshotsIn(folder)).toEqual(await snapshotsIn(fresh))
})

test('a part of the states is written, and the rest stays', async () => {
  const folder = await copyOf(whole, 'limited')
  const part = { states: states(...NAMES.slice(0, 2)), partial: true }
  const report = await exported(folder, { revision: 1 }, part)
  expect(report).toMatchObject({ states: 2, removed: 0, partial: true })
  const manifest = await readManifest(folder)
  expect([...(manifest?.records() ?? [])]).toHaveLength(NAMES.length)
  expect(manifest?.header.partial).toBe(true)
  manifest?.close()
  await exported(folder)
  expect(await snapshotsIn(folder)).toEqual(await snapshotsIn(whole))
})

test('a state that fails is told and keeps its last good snapshot', async () => {
  const folder = await folderOf('failing')
  let fails = false
  const options = {
    origin: 'https://a.test',
    build: 'b',
    folder,
    concurrency: 2,
    handler: async ({ target }: { target: string }) => ({
      status: fails && target.endsWith('/b') ? 500 : 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(target),
    }),
  }
  await exportSite({ ...options, states: states('/a', '/b') })
  const healthy = await folderOf('healthy')
  await cp(folder, healthy, { recursive: true })
  fails = true
  const report = await exportSite({ ...options, states: states('/a', '/b') })
  expect(report.errors).toEqual([{ page: '/', state: '/b', reason: 'its status is 500' }])
  expect(report.removed).toBe(0)
  const [before, now] = [await readManifest(healthy), await readManifest(folder)]
  expect(now?.find('/', '/b')).toEqual({
    ...before?.find('/', '/b'),
    from: { run: before?.header.run, build: 'b' },
  })
  expect(now?.find('/', '/a')?.from).toBeUndefined()
  expect((await contentOf(folder)).has('/pages/=/b+.html')).toBe(true)
})

for (const when of ['listing', 'making'] as const) {
  test(`an export that is ended while ${when} publishes nothing and removes nothing`, async () => {
    const folder = await folderOf(`ended-${when}`)
    const end = new AbortController()
    let text = 'old'
    const options = {
      origin: 'https://a.test',
      build: 'b',
      folder,
      concurrency: 1,
      handler: async ({ target }: { target: string }) => {
        if (text === 'new' && when === 'making') end.abort()
        const headers = { 'content-type': 'text/html' }
        return { status: 200, headers, body: Buffer.from(text + target) }
      },
    }
    await exportSite({ ...options, states: states('/a', '/b', '/c') })
    const before = await contentOf(folder)
    text = 'new'
    // A list that is ended gives what it has, as that of the command does.
    const cut = (async function* () {
      yield* states('/a')
      if (when === 'listing') return end.abort()
      yield* states('/b', '/c')
    })()
    const ended = exportSite({ ...options, states: cut, signal: end.signal })
    await expect(ended).rejects.toThrow('aborted')
    expect(await contentOf(folder)).toEqual(before)
  })
}

test('an export stays off files of its folder that are not its own', async () => {
  const folder = await folderOf('shared')
  const [taken, other] = [join(folder, 'pages', '=', 'a+.html'), join(folder, 'pages', 'b.html')]
  await mkdir(join(folder, 'pages', '='), { recursive: true })
  for (const file of [taken, other]) await writeFile(file, 'mine')
  const handler = async () => ({ status: 200, headers: {}, body: Buffer.from('a page') })
  const options = { origin: 'https://a.test', build: 'b', folder, concurrency: 2, handler }
  const report = await exportSite({ ...options, states: states('/', '/a') })
  expect(report.errors).toEqual([
    { page: '/', state: '/a', reason: `${taken} was not written by an export: move it away` },
  ])
  await exportSite({ ...options, states: states() })
  expect([await readFile(taken, 'utf8'), await readFile(other, 'utf8')]).toEqual(['mine', 'mine'])
  expect((await contentOf(folder)).has('/pages/=/+.html')).toBe(false)
})
