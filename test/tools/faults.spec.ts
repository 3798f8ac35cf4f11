/**
 * Scenarios of test/fixtures/faults.json that tools meet: disks, browsers and route tables that fail, two that do the same.
 */
import fs from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { PAGES, readManifest } from '../../dist/server/export/manifest.js'
import { exportSite } from '../../dist/server/export.js'
import type { SiteState } from '../../dist/server/sitemap/states.js'
import { startSite } from '../fixtures/site/site.ts'
import { hashbang } from './command.ts'

const folderOf = (name: string) => mkdtemp(join(tmpdir(), `faults-${name}-`))

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

test('disk-full: an export that cannot write says so, leaves whole files only, and the next one ends it', async () => {
  const folder = await folderOf('full')
  const names = Array.from({ length: 20 }, (_, id) => `/${id}`)
  await exportTo(folder, 'old', names)
  const { renameSync } = fs
  let left = 7
  fs.renameSync = (...paths) => {
    if (left-- <= 0) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    renameSync(...paths)
  }
  syncBuiltinESMExports()
  try {
    await expect(exportTo(folder, 'new', names)).rejects.toThrow('ENOSPC')
  } finally {
    fs.renameSync = renameSync
    syncBuiltinESMExports()
  }
  for (const text of await contentOf(folder)) expect(text).toMatch(/^(?:old|new) \/\?_escaped/)
  expect((await readManifest(folder))?.header.build).toBe('old')
  expect(await exportTo(folder, 'new', names)).toMatchObject({ states: 20, errors: [] })
  for (const text of await contentOf(folder)) expect(text).toMatch(/^new /)
})

test('concurrent-export: two exports to one folder leave whole files, and the next one is as if they had not met', async () => {
  const folder = await folderOf('two')
  const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
  const env = { CATALOGUE: '150', REVISION: '0', GONE: '' }
  const run = (to: string) => hashbang(['export', ...config, '-o', to], process.cwd(), env)
  const alone = await folderOf('one')
  expect((await run(alone)).code).toBe(0)
  await Promise.all([run(folder), run(folder)])
  const wanted = new Set(await contentOf(alone))
  for (const text of await contentOf(folder)) expect(wanted.has(text)).toBe(true)
  expect((await run(folder)).code).toBe(0)
  expect(new Set(await contentOf(folder))).toEqual(wanted)
})

test('verify-chromium-missing: without a Chromium, verify says how to get one and ends with 2', async () => {
  const states = join(await folderOf('states'), 'states.txt')
  await writeFile(states, 'http://127.0.0.1:9/#!/a\n')
  const args = ['verify', 'http://127.0.0.1:9/', '--states', states]
  const env = { CHROMIUM_PATH: '/there/is/none' }
  const { code, stderr } = await hashbang(args, process.cwd(), env)
  expect([code, stderr]).toEqual([2, expect.stringContaining('or set CHROMIUM_PATH')])
})

test('sitemap-enum-fails, robots-backend-down: a table that fails while it lists its states costs the sitemap, not robots.txt', async () => {
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
