/**
 * An export holds what the server answers: whole files or none, however often it is run, killed or split. KILLS says how often
 * it is killed (4: each way once, over an export or not, taken up or not); the moments are drawn with SEED.
 */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { MANIFEST, readManifest } from '../../dist/server/export/manifest.js'
import { mergeShards } from '../../dist/server/export/merge.js'
import { readableFile } from '../../dist/server/export/readable-files.js'
import { exportSite } from '../../dist/server/export/run.js'
import { twinFile, writeTwins } from '../../dist/server/export/twins.js'
import type { SiteState } from '../../dist/server/site/states.js'
import { hashbang } from './command.ts'

const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
const folderOf = (name: string) => mkdtemp(join(tmpdir(), `export-${name}-`))

/** An export as it was run into another folder. */
async function copyOf(from: string, name: string): Promise<string> {
  const folder = await folderOf(name)
  await cp(from, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

/** Runs the command over a catalogue of this size and content. */
async function run(folder: string, args: string[] = [], more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await hashbang(
    ['export', ...config, '-o', folder, '--json', ...args],
    process.cwd(),
    { CATALOGUE: '150', REVISION: '0', GONE: '', ...more },
  )
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
  // The rules name the folder itself, and a manifest its run.
  return [...all]
    .filter(([path]) => path.startsWith('/pages/') || path === `/${MANIFEST}`)
    .map(([path, content]) => [path, content.replace(/"run":"[^"]*",/, '')] as const)
}

test.describe.configure({ mode: 'serial', timeout: 300_000 })

let whole: string
test.beforeAll(async () => {
  whole = await folderOf('whole')
  expect(await run(whole)).toMatchObject({ states: 161, written: 160, unchanged: 1, errors: [] })
})

test('a second run changes nothing, not even the time of a file', async () => {
  const file = join(whole, 'pages', '=', 'items', 'n0+.html')
  const before = [await contentOf(whole), (await stat(file)).mtimeMs]
  expect(await run(whole)).toMatchObject({ written: 0, unchanged: 161, removed: 0 })
  expect([await contentOf(whole), (await stat(file)).mtimeMs]).toEqual(before)
})

test('what changed is written anew, what is gone is removed, the rest stays', async () => {
  const folder = await copyOf(whole, 'changed')
  const report = await run(folder, [], { REVISION: '1', GONE: '1' })
  expect(report).toMatchObject({ removed: 15, errors: [] })
  expect(report.written).toBeGreaterThan(10)
  expect(report.unchanged).toBeGreaterThan(100)
  const fresh = await folderOf('fresh')
  await run(fresh, [], { REVISION: '1', GONE: '1' })
  expect(await snapshotsIn(folder)).toEqual(await snapshotsIn(fresh))
})

test('three shards of one run put together are the whole; others beside them, parts of parts and damage are refused', async () => {
  test.setTimeout(300_000)
  const parts = await Promise.all([1, 2, 3].map((index) => folderOf(`shard-${index}`)))
  for (const [index, folder] of parts.entries()) {
    const shard = ['--shard', `${index + 1}/3`, '--run', 'job-7']
    expect(await run(folder, shard)).toMatchObject({ errors: [] })
  }
  const merged = await folderOf('merged')
  expect(await run(merged, ['--merge', ...parts])).toMatchObject({ states: 161, failed: 0 })
  expect(await snapshotsIn(merged)).toEqual(await snapshotsIn(whole))
  expect((await readManifest(merged))?.header.run).toBe('job-7')
  const before = await contentOf(merged)
  await expect(mergeShards(parts.slice(1), merged)).rejects.toThrow('shard 1 of 3 is missing')

  const older = { REVISION: '1' }
  await run(merged, ['--shard', '1/3', '--run', 'job-6'], older)
  const refused = await hashbang(['export', ...config, '-o', merged, '--merge', merged, ...parts])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('(run job-6')])
  const said = await run(merged, ['--merge', merged, ...parts, '--run', 'job-7'])
  expect(said).toMatchObject({ states: 161 })
  await run(merged, ['--shard', '1/3', '--run', 'job-7', '--limit', '5'])
  await expect(mergeShards([merged, ...parts.slice(1)], merged)).rejects.toThrow('with a limit')

  const [damaged = ''] = parts
  const file = [...(await contentOf(damaged)).keys()].find((path) => path.endsWith('+.html')) ?? ''
  await writeFile(join(damaged, file), 'damaged')
  await expect(mergeShards(parts, merged)).rejects.toThrow('export shard 1 of 3 again')
  const now = [...(await contentOf(merged))].filter(([path]) => !path.startsWith('/shard-'))
  expect(now).toEqual([...before])
})

test('a shard without the name of its run is refused', async () => {
  const { code, stderr } = await hashbang(['export', ...config, '--shard', '1/2'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--shard needs --run')])
})

test('a limited run writes its part and leaves the rest', async () => {
  test.setTimeout(300_000)
  const folder = await copyOf(whole, 'limited')
  const report = await run(folder, ['--limit', '2'], { REVISION: '1' })
  expect(report).toMatchObject({ states: 2, removed: 0, partial: true })
  const manifest = await readManifest(folder)
  expect([...(manifest?.records() ?? [])]).toHaveLength(161)
  expect(manifest?.header.partial).toBe(true)
  await run(folder)
  expect(await snapshotsIn(folder)).toEqual(await snapshotsIn(whole))
})

const kills = Number(process.env.KILLS ?? 4)

test(`killed at ${kills} moments, it publishes all or nothing, and the next run ends as if undisturbed`, async () => {
  test.setTimeout(180_000 + kills * 20_000)
  const revised = await folderOf('revised')
  await run(revised, [], { REVISION: '1' })
  const [old, made] = [await snapshotsIn(revised), await snapshotsIn(whole)]
  const random = draws(Number(process.env.SEED ?? 1))
  let resumed = 0
  for (let kill = 0; kill < kills; kill++) {
    const folder = await folderOf('killed')
    // Every second one goes over an export whose every seventh file is of old content.
    const isOver = kill % 2 === 1
    if (isOver) await cp(revised, folder, { recursive: true })
    const before = new Map(isOver ? old : [])
    // A page costs two writes: all are put aside, then all are moved into place. What is to be taken up is in the midst of the
    // first, with more behind it than may be under way.
    const [least, range] = kill % 4 === 2 ? [60, 90] : [0, isOver ? 44 : 320]
    await killed(folder, least + Math.floor(random() * range))
    const whole = new Map(made)
    for (const [path, content] of await snapshotsIn(folder)) {
      expect([before.get(path), whole.get(path)]).toContain(content)
    }
    if (kill % 4 < 2) {
      // The data has changed: nothing of the killed run is left, and nothing that is gone.
      await run(folder, [], { REVISION: '1' })
      expect(await snapshotsIn(folder)).toEqual(old)
    } else {
      resumed += (await run(folder, ['--run', 'k'])).resumed
      expect(await snapshotsIn(folder)).toEqual(made)
    }
    expect(await readdir(folder)).not.toContain('.export')
  }
  expect(resumed).toBeGreaterThan(0)
})

/** Starts an export and kills it when it is about to write for the so many next time. */
async function killed(folder: string, after: number): Promise<void> {
  const hook = `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    let done = 0
    for (const name of ['open', 'rename', 'unlink']) {
      const real = fs[name]
      fs[name] = (path, ...rest) => {
        if (String(path).includes('.export') && done++ >= ${after}) process.kill(process.pid, 'SIGKILL')
        return real(path, ...rest)
      }
    }
    syncBuiltinESMExports()`
  const load = `data:text/javascript,${encodeURIComponent(hook)}`
  const args = ['--import', load, 'dist/server/cli/main.js', 'export', ...config, '-o', folder]
  const env = { ...process.env, CATALOGUE: '150', REVISION: '0', GONE: '' }
  const child = spawn(process.execPath, [...args, '--run', 'k'], { env, stdio: 'ignore' })
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
  const healthy = await folderOf('healthy')
  await cp(folder, healthy, { recursive: true })
  fails = true
  const report = await exportSite({ ...options, states: states('/a', '/b') })
  expect(report.errors).toEqual([{ page: '/', state: '/b', reason: 'it is answered 500' }])
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

test('a twin can be read without scripts and sends browsers into the app', async ({ page }) => {
  const [folder, twins] = [await folderOf('twinned'), await folderOf('twins')]
  await run(folder, ['--twins', twins])
  const files = [...(await contentOf(twins)).keys()]
  expect(files.filter((file) => file.endsWith('/index.html'))).toHaveLength(160)
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

const FILES: [href: string, file: string | null][] = [
  ['/s/', 'index.html'],
  ['/s/word/ajax', 'word/ajax/index.html'],
  ['/s/na%C3%AFve%20art', 'naïve art/index.html'],
  ['/s/a/!2E!2E/b', 'a/!2E!2E/b/index.html'],
  ['/s/a?q=1', null],
  ['/s/index.html', null],
  ['/s/a%00', null],
  ['/s/con', null],
  [`/s/${'x'.repeat(300)}`, null],
  ['/', null],
]
for (const [href, file] of FILES) {
  test(`the readable address ${href.slice(0, 30)} has ${file === null ? 'no file' : `the file ${file}`}`, () => {
    expect(readableFile('/s/', href)).toBe(file)
  })
}

test('with readable addresses a twin is the page at its address, with the app in place', async () => {
  test.setTimeout(300_000)
  const [folder, twins] = [await folderOf('readable'), await folderOf('readable-twins')]
  const site = join(import.meta.dirname, '../fixtures/site')
  const file = join(folder, 'hashbang.config.mjs')
  const page = { shell: join(site, 'index.html'), app: join(site, 'app-readable.js') }
  const settings = { origin: 'https://a.test', pages: { '/': page }, workers: 1 }
  await writeFile(file, `export default ${JSON.stringify(settings)}`)
  // Some of its states fail, as they should.
  const twinned = ['export', '-c', file, '-o', join(folder, 'out'), '--twins', twins]
  await hashbang([...twinned, '--markdown'])
  const html = await readFile(join(twins, 'big', 'index.html'), 'utf8')
  expect(html).toContain('rel="canonical" href="https://a.test/s/big"')
  expect(html).toContain('<script type="module"')
  expect(html).not.toMatch(/location\.replace|#!/)
  const home = await readFile(join(twins, 'index.html'), 'utf8')
  expect(home).toContain('<h1>Home</h1>')
  expect(home).toContain('rel="canonical" href="https://a.test/"')
  // Each as Markdown beside it, at the address that the page names.
  expect(html).toContain('type="text/markdown" href="https://a.test/s/big.md"')
  expect(await readFile(join(twins, 'big.md'), 'utf8')).toContain(
    'canonical: "https://a.test/s/big"',
  )
  expect(await readFile(join(twins, '!index.md'), 'utf8')).toContain('# Home')
  // A later run without it takes them away, and leaves the pages.
  await hashbang(twinned)
  const files = [...(await contentOf(twins)).keys()]
  expect(files).toContain('/big/index.html')
  expect(files.filter((name) => name.endsWith('.md'))).toEqual([])
})

test('twins that a remembering module may have spoiled are made again, and no others', async () => {
  const twins = await folderOf('doubtful')
  const states = [...((await readManifest(whole))?.records() ?? [])]
    .filter(({ bytes }) => bytes > 0)
    .map(({ state }) => state)
  let isFound = false
  const made: string[] = []
  const report = await writeTwins(whole, twins, 'https://a.test', {
    async make({ state }) {
      made.push(state)
      // Found with the last one: until then every second page was another's.
      const body = Buffer.from(isFound || made.length % 2 ? `page of ${state}` : 'another page')
      if (made.length === states.length) isFound = true
      return [{ path: twinFile('/', state), body }]
    },
    isDoubtful: (_, state) => isFound && state.startsWith('/items/'),
  })
  expect(report).toMatchObject({ written: states.length, refused: [] })
  const again = made.slice(states.length)
  expect(again).toEqual(states.filter((state) => state.startsWith('/items/')))
  const files = await contentOf(twins)
  for (const state of again) expect(files.get(`/${twinFile('/', state)}`)).toBe(`page of ${state}`)
})

test('Markdown is for twins, and llms.txt for sites that have it', async () => {
  const alone = await hashbang(['export', '--markdown', ...config])
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('goes with --twins')])
  const none = await hashbang(['llms', ...config])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('readableScheme()')])
})

test('twins stay off files that are not theirs, and those of states that are gone go', async () => {
  test.setTimeout(300_000)
  const [folder, twins] = [await folderOf('twinned'), await folderOf('client')]
  const [home, item] = [join(twins, 'index.html'), join(twins, 'items', 'n1', 'index.html')]
  await writeFile(home, 'the app itself')
  const twinned = ['export', ...config, '-o', folder, '--twins', twins]
  const env = { CATALOGUE: '150', REVISION: '0', GONE: '' }
  const { code, stderr } = await hashbang(twinned, process.cwd(), env)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${home} is no twin`)])
  expect(await readFile(home, 'utf8')).toBe('the app itself')
  const before = await contentOf(twins)
  // A build of the app that puts a file of its own where a twin was.
  await writeFile(item, 'the app again')
  await rm(home)
  const again = await hashbang(twinned, process.cwd(), { ...env, GONE: '1' })
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`${item} is no twin`)])
  expect(await readFile(item, 'utf8')).toBe('the app again')
  const after = await contentOf(twins)
  expect(after.size).toBe(before.size - 15)
  expect(after.get('/index.html')).toContain('<base href="https://catalogue.test/">')
})

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
