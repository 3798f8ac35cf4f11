/**
 * An export holds what the server answers: whole files or none, however often it is run, killed or split. KILLS says how often
 * it is killed (10); the moments are drawn with SEED.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { loadConfig } from '../../dist/server/config.js'
import { MANIFEST, readManifest } from '../../dist/server/export/manifest.js'
import { mergeShards } from '../../dist/server/export/merge.js'
import { twinFile } from '../../dist/server/export/twins.js'
import { exportSite } from '../../dist/server/export.js'
import { createHandler } from '../../dist/server/site.js'
import { openApps, type SiteState, siteStates } from '../../dist/server/sitemap/states.js'
import { hashbang } from './command.ts'

const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
const folderOf = (name: string) => mkdtemp(join(tmpdir(), `export-${name}-`))

/** Runs the command over a catalogue of this size and content. */
async function run(folder: string, args: string[] = [], env: Record<string, string> = {}) {
  Object.assign(process.env, { CATALOGUE: '150', REVISION: '0', GONE: '' }, env)
  const { code, stdout, stderr } = await hashbang([
    'export',
    ...config,
    '-o',
    folder,
    '--json',
    ...args,
  ])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** Every file of a folder with its content. */
async function contentOf(folder: string): Promise<Map<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = files
    .filter((file) => file.isFile())
    .map(async (file): Promise<[string, string]> => {
      const path = join(file.parentPath, file.name)
      return [path.slice(folder.length), await readFile(path, 'latin1')]
    })
  return new Map((await Promise.all(found)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const snapshotsIn = async (folder: string) => {
  const all = await contentOf(folder)
  // The rules name the folder itself.
  return [...all].filter(([path]) => path.startsWith('/pages/') || path === `/${MANIFEST}`)
}

test.describe.configure({ mode: 'serial' })

let whole: string
test.beforeAll(async () => {
  whole = await folderOf('whole')
  expect(await run(whole)).toMatchObject({ states: 161, written: 160, unchanged: 1, errors: [] })
})

test('a second run changes nothing, not even the time of a file', async () => {
  const folder = await folderOf('again')
  await run(folder)
  const file = join(folder, 'pages', '=', 'items', 'n0+.html')
  const before = [await contentOf(folder), (await stat(file)).mtimeMs]
  expect(await run(folder)).toMatchObject({ written: 0, unchanged: 161, removed: 0 })
  expect([await contentOf(folder), (await stat(file)).mtimeMs]).toEqual(before)
})

test('what changed is written anew, what is gone is removed, the rest stays', async () => {
  const folder = await folderOf('changed')
  await run(folder)
  const report = await run(folder, [], { REVISION: '1', GONE: '1' })
  expect(report).toMatchObject({ removed: 15, errors: [] })
  expect(report.written).toBeGreaterThan(10)
  expect(report.unchanged).toBeGreaterThan(100)
  const fresh = await folderOf('fresh')
  await run(fresh, [], { REVISION: '1', GONE: '1' })
  expect(await snapshotsIn(folder)).toEqual(await snapshotsIn(fresh))
})

test('four shards put together are the whole', async () => {
  Object.assign(process.env, { CATALOGUE: '150', REVISION: '0', GONE: '' })
  const { config: site } = await loadConfig(config[1])
  const apps = await openApps(site)
  const handler = await createHandler({ ...site, cacheBytes: 0 })
  const parts = await Promise.all([1, 2, 3, 4].map((index) => folderOf(`shard-${index}`)))
  for (const [index, folder] of parts.entries()) {
    const all = siteStates(apps, site.origin, new AbortController().signal)
    const shard = { index: index + 1, count: 4 }
    const build = (await readManifest(whole))?.header.build ?? ''
    const options = { origin: site.origin, build, handler, folder, concurrency: 20, shard }
    expect(await exportSite({ ...options, states: all })).toMatchObject({ errors: [] })
  }
  await handler.close()
  const merged = await folderOf('merged')
  expect(await run(merged, ['--merge', ...parts])).toEqual({ states: 161 })
  expect(await snapshotsIn(merged)).toEqual(await snapshotsIn(whole))
  await expect(mergeShards(parts.slice(1), merged)).rejects.toThrow('shard 1 of 4 is missing')
})

const kills = Number(process.env.KILLS ?? 10)

test(`killed at ${kills} moments, it leaves no half file, and the next run ends as if undisturbed`, async () => {
  test.setTimeout(60_000 + kills * 15_000)
  const expected = new Map(await snapshotsIn(whole))
  const revised = await folderOf('revised')
  await run(revised, [], { REVISION: '1' })
  const random = draws(Number(process.env.SEED ?? 1))
  let half = 0
  let resumed = 0
  for (let kill = 0; kill < kills; kill++) {
    const folder = await folderOf('killed')
    // Every second one goes over an export whose every seventh file is of old content.
    const isOver = kill % 2 === 1
    if (isOver) await cp(revised, folder, { recursive: true })
    await killed(folder, Math.floor(random() * (isOver ? 22 : 160)))
    const before = isOver ? new Map(await snapshotsIn(revised)) : new Map()
    for (const [path, content] of await snapshotsIn(folder)) {
      if (content !== expected.get(path) && content !== before.get(path)) half += 1
    }
    if (kill % 5 < 4 && kill < kills - 1) continue
    resumed += (await run(folder)).resumed
    expect(await snapshotsIn(folder)).toEqual([...expected])
    expect(await readdir(folder)).not.toContain('.export')
  }
  expect(half).toBe(0)
  expect(resumed).toBeGreaterThan(0)
})

/** Starts an export and kills it when it is about to put the next file in place after so many. */
async function killed(folder: string, after: number): Promise<void> {
  const hook = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { renameSync } = fs
    let done = 0
    fs.renameSync = (...paths) => (done++ >= ${after} && process.kill(process.pid, 'SIGKILL'), renameSync(...paths))
    syncBuiltinESMExports()`
  const load = `data:text/javascript,${encodeURIComponent(hook)}`
  const args = ['--import', load, 'dist/server/cli.js', 'export', ...config, '-o', folder]
  const env = { ...process.env, CATALOGUE: '150', REVISION: '0', GONE: '' }
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  const signal = await new Promise((done) => child.once('exit', (_code, by) => done(by)))
  expect(signal).toBe('SIGKILL')
}

/** Numbers from 0 to 1, the same for the same seed. */
function draws(seed: number): () => number {
  let at = seed
  return () => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0
    return at / 2 ** 32
  }
}

const states = (...names: string[]) =>
  (async function* (): AsyncGenerator<SiteState> {
    for (const state of names) yield { page: '/', state, url: '', name: 'x', index: true }
  })()

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
  fails = true
  const report = await exportSite({ ...options, states: states('/a', '/b') })
  expect(report.errors).toEqual([{ page: '/', state: '/b', reason: 'it is answered 500' }])
  expect(report.removed).toBe(0)
  expect((await readManifest(folder))?.find('/', '/b')?.status).toBe(200)
  expect((await contentOf(folder)).has('/pages/=/b+.html')).toBe(true)
})

test('a twin can be read without scripts and sends browsers into the app', async ({ page }) => {
  const [folder, twins] = [await folderOf('twinned'), await folderOf('twins')]
  await run(folder, ['--twins', twins])
  const files = [...(await contentOf(twins)).keys()]
  expect(files).toHaveLength(160)
  expect(files).toContain('/items/n1/index.html')
  const html = await readFile(join(twins, 'items', 'n1', 'index.html'), 'utf8')
  expect(html).toContain('<link rel="canonical" href="https://catalogue.test/#!/items/n1">')
  await page.route('**/*', (route) => {
    const isTwin = route.request().url().includes('items')
    return route.fulfill({ contentType: 'text/html', body: isTwin ? html : '<title>App</title>' })
  })
  await page.goto('https://catalogue.test/items/n1/')
  await page.waitForURL('https://catalogue.test/#!/items/n1')
  expect(await page.title()).toBe('App')
})

test('no two states share a twin', async () => {
  const manifest = await readManifest(whole)
  const twins = [...(manifest?.records() ?? [])].map(({ page, state }) => twinFile(page, state))
  expect(new Set(twins.map((file) => posix.normalize(file.toLowerCase()))).size).toBe(twins.length)
  const odd = [
    '',
    '/',
    'x',
    '/x',
    '/x/',
    '/index.html',
    '/x/index.html',
    'index.html',
    '/=x',
    '=x',
    '/..',
    '/.',
    '/x/..',
  ]
  expect(new Set(odd.map((state) => posix.normalize(twinFile('/', state)))).size).toBe(odd.length)
})
