/**
 * Scenarios of test/fixtures/faults.json that tools meet: disks, browsers and route tables that fail, two that do the same.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import fsp, { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import type { SiteState } from '../../dist/server/site/states.js'
import { makeFolder } from '../../dist/server/tools/export/make-folder.js'
import { PAGES, readManifest } from '../../dist/server/tools/export/manifest.js'
import { exportSite } from '../../dist/server/tools/export/run.js'
import { startSite } from '../fixtures/site/site.ts'
import { memoryFolder } from '../memory-folder.ts'
import { hashbang } from './command.ts'

const folderOf = (name: string) => memoryFolder(`faults-${name}`)

/** Exports these states to a folder; `text` is in each of its files. */
function exportTo(folder: string, text: string, names: readonly string[]) {
  return exportSite({
    origin: 'https://a.test',
    build: text,
    folder,
    concurrency: 2,
    states: (async function* (): AsyncGenerator<SiteState> {
      for (const state of names) yield { page: '/', state, url: '', name: 'x', index: true }
    })(),
    handler: async ({ target }) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(`${text} ${target}`),
    }),
  })
}

const contentOf = async (folder: string) => {
  const all = await readdir(join(folder, PAGES), { recursive: true, withFileTypes: true })
  const files = all.filter((file) => file.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
}

test('disk-full: an export that cannot write says so, leaves what was published, and the next one ends it', async () => {
  const folder = await folderOf('full')
  const names = Array.from({ length: 20 }, (_, id) => `/${id}`)
  await exportTo(folder, 'old', names)
  const { open } = fsp
  let left = 7
  fsp.open = async (...given) => {
    if (left-- <= 0) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    return open(...given)
  }
  syncBuiltinESMExports()
  try {
    await expect(exportTo(folder, 'new', names)).rejects.toThrow(
      new RegExp(
        `^Cannot write ${folder}/pages/=/\\d+\\+\\.html \\(ENOSPC\\): the disk is full: make room`,
      ),
    )
  } finally {
    fsp.open = open
    syncBuiltinESMExports()
  }
  for (const text of await contentOf(folder)) expect(text).toMatch(/^old \/\?_escaped/)
  expect((await readManifest(folder))?.header.build).toBe('old')
  expect(await readdir(folder)).not.toContain('.export')
  expect(await exportTo(folder, 'new', names)).toMatchObject({ states: 20, errors: [] })
  for (const text of await contentOf(folder)) expect(text).toMatch(/^new /)
})

const catalogue = ['export', '-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
const small = { CATALOGUE: '110', REVISION: '0', GONE: '' }

/** Mounts a disk of this size, which only root may. */
function mounted(folder: string, options: string): boolean {
  const args = ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]
  return spawnSync('mount', args, { stdio: 'ignore' }).status === 0
}

test('disk-full: on a small disk the command ends with 3 and a sentence; with room, a run of the same name goes on', {
  tag: '@nightly',
}, async () => {
  const folder = await folderOf('disk')
  test.skip(!mounted(folder, 'size=300k'), 'only root may mount a small disk')
  try {
    const args = [...catalogue, '-o', folder, '--run', 'a', '--json']
    const full = await hashbang(args, process.cwd(), small)
    expect([full.code, full.stderr]).toEqual([
      3,
      expect.stringMatching(
        /^error: Cannot write .*ENOSPC\): the disk is full: make room[^\n]*\n$/,
      ),
    ])
    expect(await readManifest(folder)).toBeUndefined()
    spawnSync('mount', ['-o', 'remount,size=30m', folder])
    const { code, stdout } = await hashbang(args, process.cwd(), small)
    expect([code, JSON.parse(stdout).resumed > 0]).toEqual([0, true])
    spawnSync('mount', ['-o', 'remount,ro', folder])
    const locked = await hashbang(args, process.cwd(), small)
    expect([locked.code, locked.stderr]).toEqual([
      3,
      expect.stringMatching(/^error: Cannot write .*\(EROFS\): the disk is read-only[^\n]*\n$/),
    ])
  } finally {
    spawnSync('umount', [folder])
  }
})

test('a file in the place of a folder is told by its path and left as it is', async () => {
  const folder = await folderOf('shape')
  const out = join(folder, 'out')
  await writeFile(out, 'mine')
  const { code, stderr } = await hashbang([...catalogue, '-o', out], process.cwd(), small)
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(
      /^error: Cannot write .*out.*: a file stands where a folder must be[^\n]*\n$/,
    ),
  ])
  await mkdir(join(folder, 'inner', PAGES), { recursive: true })
  await writeFile(join(folder, 'inner', PAGES, '='), 'mine')
  const report = await exportTo(join(folder, 'inner'), 'x', ['/a', 'b'])
  expect(report.errors.map(({ state, reason }) => [state, reason])).toEqual([
    ['/a', expect.stringContaining('move it away')],
  ])
  expect(await readFile(join(folder, 'inner', PAGES, '='), 'utf8')).toBe('mine')
})

test('a folder that takes none ends it with a sentence, and not never', async () => {
  const none = '/proc/hashbang/export'
  test.skip(!existsSync('/proc/self/stat'), 'there is no such folder on this system')
  await expect(exportTo(none, 'x', ['/a'])).rejects.toThrow(
    `Cannot write ${none} (ENOENT): a folder of its path cannot be made`,
  )
  await expect(exportTo('/dev/null', 'x', ['/a'])).rejects.toThrow('a file stands where')
  const folder = join(await folderOf('deep'), 'a', 'b')
  await Promise.all([makeFolder(join(folder, 'c')), makeFolder(join(folder, 'd'))])
  expect((await readdir(folder)).sort()).toEqual(['c', 'd'])
})

const tiny = { ...small, CATALOGUE: '20' }

test('concurrent-export: of two exports to one folder one says that the other is writing, and the next one is as if they had not met', {
  tag: '@nightly',
}, async () => {
  const folder = await folderOf('two')
  const run = (to: string) => hashbang([...catalogue, '-o', to], process.cwd(), tiny)
  const both = await Promise.all([run(folder), run(folder)])
  for (const { code, stderr } of both) {
    expect([code, stderr]).toEqual(
      code === 0 ? [0, ''] : [3, expect.stringMatching(/^error: Another export/)],
    )
  }
  expect(both.map(({ code }) => code)).toContain(0)
  const next = await hashbang([...catalogue, '-o', folder, '--json'], process.cwd(), tiny)
  expect([next.code, JSON.parse(next.stdout)]).toMatchObject([0, { written: 0, removed: 0 }])
  expect(JSON.parse(next.stdout).unchanged).toBe(JSON.parse(next.stdout).states)
})

test('verify-chromium-missing: without a Chromium, verify says how to get one and ends with 2', async () => {
  const states = join(await folderOf('states'), 'states.txt')
  const site = createServer((_, response) => response.end('<title>A site</title>'))
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  await writeFile(states, `${url}#!/a\n`)
  const args = ['verify', '--no-sandbox', url, '--states', states]
  const env = { CHROMIUM_PATH: '/there/is/none' }
  const { code, stderr } = await hashbang(args, process.cwd(), env)
  site.close()
  expect([code, stderr]).toEqual([2, expect.stringContaining('or set CHROMIUM_PATH')])
})

test('sitemap-enum-fails, robots-backend-down: a table that fails while it lists its states costs the sitemap, not robots.txt', async () => {
  await mkdir('.cache', { recursive: true })
  const folder = await mkdtemp(join(process.cwd(), '.cache/faults-'))
  const app = join(folder, 'app.js')
  const shell = resolve('test/fixtures/site/index.html')
  const from = pathToFileURL(resolve('test/fixtures/site/app.js')).href
  await writeFile(
    app,
    `import { defineRoutes, html, htmlView, route } from 'hashbang-router'
    import { routes as others } from ${JSON.stringify(from)}
    export { context } from ${JSON.stringify(from)}
    async function* entries() {
      for (let id = 0; id < 100; id++) yield { params: { id: String(id) } }
      throw new Error('the backend is down')
    }
    const view = async () => ({ default: htmlView(() => html\`shown\`) })
    export const routes = defineRoutes({ ...others.routes, fails: route('/fails/:id', { entries, view }) }, others.options)`,
  )
  const site = await startSite({ pages: { '/': { shell, app } }, assets: folder })
  const robots = await fetch(`${site.url}/robots.txt`)
  expect([robots.status, await robots.text()]).toEqual([200, expect.stringContaining('Sitemap:')])
  const sitemap = await fetch(`${site.url}/sitemap.xml`)
  expect([sitemap.status, sitemap.headers.get('retry-after')]).toEqual([503, '2'])
  expect(JSON.stringify(site.events)).toContain('There is no sitemap: Error: the backend is down')
  await site.stop()
  await rm(folder, { recursive: true })
})
