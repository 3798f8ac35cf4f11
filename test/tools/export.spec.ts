/** `hashbang export` holds the responses of the server, even if it is killed or split. */
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { memoryFolder } from '../memory-folder.ts'
import { seed } from '../run/seed.ts'
import { hashbang } from './command.ts'
import { exportText, killedAt } from './export-program.ts'
import { contentOf } from './folder-content.ts'

const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
const folderOf = (name: string) => memoryFolder(`export-${name}`)
const SMALL = { CATALOGUE: '110', REVISION: '0', GONE: '' }
const STATES = 121

const run = (...args: string[]) =>
  hashbang(['export', ...config, '--json', ...args], process.cwd(), SMALL)

/** The lines that an export prints of its folders, the snapshots first. */
async function report(...args: string[]) {
  const { code, stdout, stderr } = await run(...args)
  expect(code, stderr).toBe(0)
  const { folders, ...rest } = JSON.parse(stdout)
  return { ...rest, ...folders[0] }
}

test.describe.configure({ mode: 'serial' })

let whole: string
test.beforeAll(async () => {
  whole = await folderOf('whole')
  const made = await report('-o', whole, '--served-from', '/srv')
  expect(made).toMatchObject({ states: STATES, written: STATES, failed: 0, omitted: 0 })
})

test('an export of "#" states for a host without rules fails, and names the setting to add', async () => {
  const { code, stderr } = await run('--site', await folderOf('site'))
  expect([code, stderr]).toEqual([2, expect.stringContaining("readable: readableScheme('/s/'")])
})

test('an export with a limit writes a part and keeps the rest; shards fill one folder', {
  tag: '@nightly',
}, async () => {
  const limited = await report('-o', whole, '--served-from', '/srv', '--limit', '2')
  expect(limited).toMatchObject({ states: 2, unchanged: 2, removed: 0, partial: true })
  const again = await report('-o', whole, '--served-from', '/srv')
  expect(again).toMatchObject({ written: 0, unchanged: STATES, removed: 0 })
  const shards = await folderOf('shards')
  await Promise.all(
    ['1/2', '2/2'].map((shard) => report('-o', shards, '--served-from', '/srv', '--shard', shard)),
  )
  expect(await contentOf(shards)).toEqual(await contentOf(whole))
})

/** The files that a host serves, without those of a run that was killed. */
const served = async (folder: string) =>
  new Map([...(await contentOf(folder))].filter(([file]) => !file.includes('/.hashbang-')))

for (const { isOver, isResumed, times, tag } of [
  { isOver: true, isResumed: true, times: 4, tag: [] },
  { isOver: false, isResumed: true, times: 20, tag: ['@nightly'] },
  { isOver: true, isResumed: false, times: 4, tag: ['@nightly'] },
])
  test(`killed ${times} times ${isOver ? 'over an export' : 'as the first'} and ${isResumed ? 'continued' : 'started again'}, every file is whole, and the result is complete`, {
    tag,
  }, async () => {
    test.setTimeout(120_000)
    const [revised, fresh] = [await folderOf('revised'), await folderOf('fresh')]
    await Promise.all([exportText(revised, 'old'), exportText(fresh, 'new')])
    const [old, made] = [await contentOf(revised), await contentOf(fresh)]
    const folder = await folderOf('killed')
    if (isOver) await cp(revised, folder, { recursive: true })
    const name = isResumed ? 'k' : ''
    let resumed = 0
    for (const changes of fc.sample(fc.integer({ min: 0, max: 60 }), { seed, numRuns: times })) {
      const { signal, report } = await exportText(folder, 'new', {
        ...{ run: name, hook: killedAt(changes) },
      })
      if (signal === null) resumed += report.folders[0]?.resumed ?? 0
      for (const [path, content] of await served(folder))
        expect([old.get(path), made.get(path)], path).toContain(content)
    }
    const { report } = await exportText(folder, 'new', { run: name })
    resumed += report.folders[0]?.resumed ?? 0
    expect(await contentOf(folder)).toEqual(made)
    if (isResumed) expect(resumed).toBeGreaterThan(0)
    // Back to the old data: only the new files go.
    await exportText(folder, 'old')
    expect(await contentOf(folder)).toEqual(old)
  })

test('an exported site with readable addresses works on any host of files, by its own links', async () => {
  const folder = await folderOf('readable')
  const file = join(folder, 'hashbang.config.mjs')
  const site = resolve('test/fixtures/site')
  const assets = join(folder, 'client')
  for (const name of ['index.html', 'app-readable.js'])
    await cp(join(site, name), join(assets, name))
  const page = { shell: join(assets, 'index.html'), app: join(site, 'app-readable.js') }
  const settings = { origin: 'https://a.test', pages: { '/': page }, assets, workers: 1 }
  await writeFile(file, `export default ${JSON.stringify(settings)}`)
  const into = join(folder, 'site')
  const made = () => hashbang(['export', '-c', file, '--site', into, '--json'])
  const { stdout, stderr } = await made()
  const files = await contentOf(into)
  const html = files.get('/s/big/index.html') ?? ''
  expect(html, stderr).toContain('rel="canonical" href="https://a.test/s/big"')
  expect(html).toContain('<script type="module"')
  expect(html).not.toMatch(/location\.replace|#!/)
  expect(files.get('/index.html')).toContain('<h1>Home</h1>')
  expect(files.get('/index.html')).toContain('rel="canonical" href="https://a.test/"')
  // A host of files answers no ugly URL.
  expect(files.get('/index.html')).not.toContain('name="fragment"')
  // The file that the next build and export read has no content.
  expect(await readFile(page.shell, 'utf8')).not.toContain('<h1>Home</h1>')
  // At the address that the page names.
  expect(html).toContain('type="text/markdown" href="https://a.test/s/big.md"')
  expect(files.get('/s/big.md')).toContain('canonical: "https://a.test/s/big"')
  expect(files.get('/s/!index.md')).toContain('# Home')
  expect(files.get('/llms.txt')).toContain('https://a.test/s/big.md')
  // The files of the client come along.
  expect(files.has('/app-readable.js')).toBe(true)

  const { written } = JSON.parse(stdout).folders[0]
  const [again] = JSON.parse((await made()).stdout).folders
  expect(again).toMatchObject({ written: 0, unchanged: written, removed: 0 })
  expect(await contentOf(into)).toEqual(files)
})

test('an export refuses a served folder, and a folder around one', async () => {
  const site = resolve('test/fixtures/site')
  const folder = await folderOf('within')
  const file = join(folder, 'hashbang.config.mjs')
  const page = { shell: join(site, 'index.html'), app: join(site, 'app-readable.js') }
  const settings = { origin: 'https://a.test', pages: { '/': page }, assets: site }
  await writeFile(file, `export default ${JSON.stringify(settings)}`)
  await symlink(site, join(folder, 'link'))
  for (const args of [
    ['--site', join(site, 's')],
    ['--site', resolve('test')],
    ['--site', '/'],
    ['-o', site],
    ['-o', resolve('test')],
    ['-o', '.'],
    ['-o', join(folder, 'link', 'new')],
    ['-o', join(folder, 'new'), '--site', join(folder, 'new', 'site')],
  ]) {
    const { code, stderr } = await hashbang(['export', '-c', file, ...args])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/choose a? ?separate folder/)])
  }
  await writeFile(file, `export default ${JSON.stringify({ ...settings, assets: undefined })}`)
  const { code, stderr } = await hashbang(['export', '-c', file, '--site', site])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/holds .*index\.html, which the site/)])
})
