/**
 * `hashbang export` holds what the server answers: whole files or none, also where it is killed or split. What an export does
 * with what its handler answers is in test/server/tools/export. KILLS says how often it is killed (4: each way once, over an export
 * or not, taken up or not); the moments are drawn with SEED.
 */
import { spawn } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { MANIFEST } from '../../dist/server/tools/export/manifest.js'
import { memoryFolder } from '../memory-folder.ts'
import { seed } from '../run/seed.ts'
import { hashbang } from './command.ts'

const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
const folderOf = (name: string) => memoryFolder(`export-${name}`)
const SMALL = { CATALOGUE: '150', REVISION: '0', GONE: '' }

/** Runs the command over a catalogue of this size and content. */
async function run(folder: string, args: string[] = [], more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await hashbang(
    ['export', ...config, '-o', folder, '--json', ...args],
    process.cwd(),
    { ...SMALL, ...more },
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

test.describe.configure({ mode: 'serial' })

let whole: string
let twins: string
test.beforeAll(async () => {
  whole = await folderOf('whole')
  twins = await folderOf('twins')
  const report = await run(whole, ['--twins', twins])
  expect(report).toMatchObject({ states: 161, written: 160, unchanged: 1, errors: [] })
})

test('a second run changes nothing', async () => {
  const before = await contentOf(whole)
  expect(await run(whole)).toMatchObject({ written: 0, unchanged: 161, removed: 0 })
  expect(await contentOf(whole)).toEqual(before)
})

test('with a limit, a part is written and the rest stays', { tag: '@nightly' }, async () => {
  const part = await run(whole, ['--limit', '2'])
  expect(part).toMatchObject({ states: 2, unchanged: 2, removed: 0, partial: true })
  expect(await run(whole)).toMatchObject({ written: 0, unchanged: 161, removed: 0 })
})

test('shards of one run are put together to the whole; one without the name of its run is refused', async () => {
  const folder = await folderOf('shards')
  const parts = ['1/2', '2/2'].map((shard) => run(folder, ['--shard', shard, '--run', 'job-7']))
  for (const { errors } of await Promise.all(parts)) expect(errors).toEqual([])
  const merged = await folderOf('merged')
  expect(await run(merged, ['--merge', folder])).toMatchObject({ states: 161, failed: 0 })
  const pages = (files: Awaited<ReturnType<typeof snapshotsIn>>) =>
    files.filter(([path]) => path !== `/${MANIFEST}`)
  expect(pages(await snapshotsIn(merged))).toEqual(pages(await snapshotsIn(whole)))
  const { code, stderr } = await hashbang(['export', ...config, '--shard', '1/2'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--shard needs --run')])
})

const kills = Number(process.env.KILLS ?? 4)

/** An export without a site, as a program: of so many states, whose text is told. */
const PROGRAM = `
  import { exportSite } from ${JSON.stringify(pathToFileURL(resolve('dist/server/tools/export/run.js')).href)}
  const [folder, text, run] = process.argv.slice(1)
  const report = await exportSite({
    origin: 'https://a.test', build: 'b', folder, concurrency: 4, ...(run && { run }),
    states: (async function* () {
      for (let id = 0; id < 60; id++)
        if (text === 'new' || id % 10) yield { page: '/', state: '/' + id, url: '', name: 'x', index: true }
    })(),
    handler: async ({ target }) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(text + ' ' + target),
    }),
  })
  console.log(JSON.stringify(report))`

/** Runs it; one that is to be killed ends when it is about to write for the so many next time. */
async function program(folder: string, text: string, name = '', dies?: number) {
  const hook = `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    let done = 0
    for (const name of ['open', 'rename', 'unlink']) {
      const real = fs[name]
      fs[name] = (path, ...rest) => {
        if (String(path).includes('.export') && done++ >= ${dies}) process.kill(process.pid, 'SIGKILL')
        return real(path, ...rest)
      }
    }
    syncBuiltinESMExports()`
  const load =
    dies === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
  const args = [...load, '--input-type=module', '-e', PROGRAM, folder, text, name]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (data) => {
    said += data
  })
  const signal = await new Promise((done) => child.once('close', (_code, by) => done(by)))
  expect(signal).toBe(dies === undefined ? null : 'SIGKILL')
  return said === '' ? undefined : JSON.parse(said)
}

test(`killed at ${kills} moments, it publishes all or nothing, and the next run ends as if undisturbed`, async () => {
  const [revised, fresh] = [await folderOf('revised'), await folderOf('fresh')]
  await program(revised, 'old')
  await program(fresh, 'new')
  const [old, made] = [await snapshotsIn(revised), await snapshotsIn(fresh)]
  const random = draws(seed)
  let resumed = 0
  for (let kill = 0; kill < kills; kill++) {
    const folder = await folderOf('killed')
    // Every second one goes over an export of old content.
    const isOver = kill % 2 === 1
    if (isOver) await cp(revised, folder, { recursive: true })
    const before = new Map(isOver ? old : [])
    // A page costs two writes: all are put aside, then all are moved into place. What is to be taken up is in the midst of the
    // first, with more behind it than may be under way.
    const [least, range] = kill % 4 === 2 ? [25, 30] : [0, 120]
    await program(folder, 'new', 'k', least + Math.floor(random() * range))
    const after = new Map(made)
    for (const [path, content] of await snapshotsIn(folder))
      expect([before.get(path), after.get(path)]).toContain(content)
    if (kill % 4 < 2) {
      // The data has changed: nothing of the killed run is left, and nothing that is gone.
      await program(folder, 'old')
      expect(await snapshotsIn(folder)).toEqual(old)
    } else {
      resumed += (await program(folder, 'new', 'k')).resumed
      expect(await snapshotsIn(folder)).toEqual(made)
    }
    expect(await readdir(folder)).not.toContain('.export')
  }
  expect(resumed).toBeGreaterThan(0)
})

/** Numbers from 0 to 1, the same for the same seed. */
function draws(from: number): () => number {
  let at = from
  return () => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0
    return at / 2 ** 32
  }
}

test('a twin can be read without scripts and sends browsers into the app', async ({ page }) => {
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

test('a file that is no twin is named and left as it is', async () => {
  const item = join(twins, 'items', 'n1', 'index.html')
  await writeFile(item, 'the app again')
  const args = ['export', ...config, '-o', whole, '--twins', twins]
  const { code, stderr } = await hashbang(args, process.cwd(), SMALL)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${item} is no twin`)])
  expect(await readFile(item, 'utf8')).toBe('the app again')
})

/** Writes the twins of a site with readable addresses, with their Markdown; gives the command without that, and where they are. */
async function readableTwins() {
  const [folder, into] = [await folderOf('readable'), await folderOf('readable-twins')]
  const site = join(import.meta.dirname, '../fixtures/site')
  const file = join(folder, 'hashbang.config.mjs')
  const page = { shell: join(site, 'index.html'), app: join(site, 'app-readable.js') }
  const settings = { origin: 'https://a.test', pages: { '/': page }, workers: 1 }
  await writeFile(file, `export default ${JSON.stringify(settings)}`)
  const command = ['export', '-c', file, '-o', join(folder, 'out'), '--twins', into]
  await hashbang([...command, '--markdown'])
  return { command, twins: into }
}

test('with readable addresses a twin is the page at its address, with the app in place', async () => {
  const { twins } = await readableTwins()
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
})

test('a later run without Markdown takes it away, and leaves the pages', {
  tag: '@nightly',
}, async () => {
  const { command, twins } = await readableTwins()
  await hashbang(command)
  const files = [...(await contentOf(twins)).keys()]
  expect(files).toContain('/big/index.html')
  expect(files.filter((name) => name.endsWith('.md'))).toEqual([])
})

test('Markdown is for twins, and llms.txt for sites that have it', {
  tag: '@nightly',
}, async () => {
  const alone = await hashbang(['export', '--markdown', ...config])
  expect([alone.code, alone.stderr]).toEqual([
    2,
    expect.stringContaining('--markdown needs --twins'),
  ])
  const none = await hashbang(['llms', ...config])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('readableScheme()')])
})
