/**
 * `hashbang export` holds what the server answers: whole files or none, also where it is killed or split. What an export does
 * with what its handler answers is in test/server/tools/export. The moments of the kills are drawn with SEED.
 */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { MANIFEST } from '../../dist/server/tools/export/manifest.js'
import { memoryFolder } from '../memory-folder.ts'
import { seed } from '../run/seed.ts'
import { hashbang } from './command.ts'
import { exportText, killedAt } from './export-program.ts'
import { contentOf, snapshotsIn } from './folder-content.ts'

const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
const folderOf = (name: string) => memoryFolder(`export-${name}`)
const SMALL = { CATALOGUE: '110', REVISION: '0', GONE: '' }
const STATES = 121

/** Exports a small catalogue. */
const run = (folder: string, ...args: string[]) =>
  hashbang(['export', ...config, '-o', folder, '--json', ...args], process.cwd(), SMALL)

async function report(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await run(folder, ...args)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

test.describe.configure({ mode: 'serial' })

let whole: string
let twins: string
test.beforeAll(async () => {
  whole = await folderOf('whole')
  twins = await folderOf('twins')
  expect(await report(whole, '--twins', twins)).toMatchObject({
    ...{ states: STATES, written: STATES - 1, unchanged: 1, errors: [] },
  })
})

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

test('a second run changes nothing; a file that is no twin is named and left as it is', async () => {
  const before = await contentOf(whole)
  const item = join(twins, 'items', 'n1', 'index.html')
  await writeFile(item, 'the app again')
  const { code, stdout, stderr } = await run(whole, '--twins', twins)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${item} is no twin`)])
  expect(JSON.parse(stdout)).toMatchObject({ written: 0, unchanged: STATES, removed: 0 })
  expect(await contentOf(whole)).toEqual(before)
  expect(await readFile(item, 'utf8')).toBe('the app again')
})

test('with a limit, a part is written and the rest stays; shards of one run are put together to the whole', {
  tag: '@nightly',
}, async () => {
  const limited = await report(whole, '--limit', '2')
  expect(limited).toMatchObject({ states: 2, unchanged: 2, removed: 0, partial: true })
  expect(await report(whole)).toMatchObject({ written: 0, unchanged: STATES, removed: 0 })
  const [shards, merged] = [await folderOf('shards'), await folderOf('merged')]
  for (const shard of ['1/2', '2/2'])
    expect((await report(shards, '--shard', shard, '--run', 'job-7')).errors).toEqual([])
  expect(await report(merged, '--merge', shards)).toMatchObject({ states: STATES, failed: 0 })
  const pages = async (folder: string) =>
    (await snapshotsIn(folder)).filter(([path]) => path !== `/${MANIFEST}`)
  expect(await pages(merged)).toEqual(await pages(whole))
})

interface Kill {
  /** Over an export of old content. */
  readonly isOver: boolean
  /** Taken up by its name; else what follows is an export of other data. */
  readonly isResumed: boolean
  readonly moment: { readonly min: number; readonly max: number }
}

const ANY = { min: 0, max: 119 }
/**
 * A page costs two changes: all are put aside, then all are moved into place. What is to be taken up is in the midst of the first,
 * with more behind it than may be under way.
 */
const MIDST = { min: 25, max: 54 }

async function survives({ isOver, isResumed, moment }: Kill, times: number): Promise<void> {
  const [revised, fresh] = [await folderOf('revised'), await folderOf('fresh')]
  await Promise.all([exportText(revised, 'old'), exportText(fresh, 'new')])
  const [old, made] = [await snapshotsIn(revised), await snapshotsIn(fresh)]
  for (const changes of fc.sample(fc.integer(moment), { seed, numRuns: times })) {
    const folder = await folderOf('killed')
    if (isOver) await cp(revised, folder, { recursive: true })
    const before = new Map(isOver ? old : [])
    const { signal } = await exportText(folder, 'new', { run: 'k', hook: killedAt(changes) })
    expect(signal).toBe('SIGKILL')
    const after = new Map(made)
    for (const [path, content] of await snapshotsIn(folder))
      expect([before.get(path), after.get(path)]).toContain(content)
    // Where the data has changed, nothing of the killed run is left, and nothing that is gone.
    const next = isResumed ? exportText(folder, 'new', { run: 'k' }) : exportText(folder, 'old')
    const { report } = await next
    if (isResumed) expect(report.resumed).toBeGreaterThan(0)
    expect(await snapshotsIn(folder)).toEqual(isResumed ? made : old)
    expect(await readdir(folder)).not.toContain('.export')
  }
}

for (const { isOver, isResumed, moment, times, tag } of [
  { isOver: true, isResumed: false, moment: ANY, times: 1, tag: [] },
  { isOver: false, isResumed: true, moment: MIDST, times: 1, tag: [] },
  { isOver: true, isResumed: true, moment: MIDST, times: 4, tag: ['@nightly'] },
  { isOver: false, isResumed: false, moment: ANY, times: 4, tag: ['@nightly'] },
])
  test(
    `killed ${isOver ? 'over an export' : 'as the first'} and ${isResumed ? 'taken up' : 'not taken up'}, it publishes all or nothing, and the next run ends as if undisturbed`,
    {
      tag,
    },
    () => survives({ isOver, isResumed, moment }, times),
  )

/** Writes the twins of a site with readable addresses. */
async function readableTwins() {
  const folder = await folderOf('readable')
  const file = join(folder, 'hashbang.config.mjs')
  const site = resolve('test/fixtures/site')
  const page = { shell: join(site, 'index.html'), app: join(site, 'app-readable.js') }
  const settings = { origin: 'https://a.test', pages: { '/': page }, workers: 1 }
  await writeFile(file, `export default ${JSON.stringify(settings)}`)
  const into = join(folder, 'twins')
  const out = join(folder, 'out')
  return async (...args: string[]) => {
    await hashbang(['export', '-c', file, '-o', out, '--twins', into, ...args])
    return contentOf(into)
  }
}

test('with readable addresses a twin is the page at its address, with the app in place, and beside it its Markdown', async () => {
  const files = await (await readableTwins())('--markdown')
  const html = files.get('/big/index.html') ?? ''
  expect(html).toContain('rel="canonical" href="https://a.test/s/big"')
  expect(html).toContain('<script type="module"')
  expect(html).not.toMatch(/location\.replace|#!/)
  expect(files.get('/index.html')).toContain('<h1>Home</h1>')
  expect(files.get('/index.html')).toContain('rel="canonical" href="https://a.test/"')
  // At the address that the page names.
  expect(html).toContain('type="text/markdown" href="https://a.test/s/big.md"')
  expect(files.get('/big.md')).toContain('canonical: "https://a.test/s/big"')
  expect(files.get('/!index.md')).toContain('# Home')
})
