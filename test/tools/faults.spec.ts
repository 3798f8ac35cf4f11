/** Disks and route tables that fail, and two exports to one folder. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { startSite } from '../fixtures/site/site.ts'
import { memoryFolder } from '../memory-folder.ts'
import { project } from '../project.ts'
import { hashbang } from './command.ts'
import { exportText, refusing } from './export-program.ts'
import { contentOf } from './folder-content.ts'

const folderOf = (name: string) => memoryFolder(`faults-${name}`)

const catalogue = ['export', '-c', resolve('test/fixtures/catalogue/hashbang.config.mjs'), '--json']
/** Exports a small catalogue by the command. @param hook A module that the process loads first. */
const exported = (args: readonly string[], hook = '') =>
  hashbang([...catalogue, ...args], process.cwd(), {
    ...{ CATALOGUE: '20', REVISION: '0', GONE: '' },
    ...(hook && { NODE_OPTIONS: `--import=${hook}` }),
  })

test('disk-full: the command ends with 3, files stay whole, and the run continues once there is room', async () => {
  const folder = await folderOf('disk')
  const args = ['-o', folder, '--run', 'a']
  const full = await exported(args, refusing('ENOSPC', 40))
  expect([full.code, full.stderr]).toEqual([
    3,
    expect.stringMatching(/^error: Cannot .*ENOSPC\): the disk is full: make room[^\n]*\n$/),
  ])
  for (const [file, text] of await contentOf(folder))
    if (!file.includes('/.hashbang-'))
      expect(text, file).toMatch(/hashbang-router \S+ \S+( -->)?\n$/)
  const { code, stdout } = await exported(args)
  expect([code, JSON.parse(stdout).folders[0].resumed > 0]).toEqual([0, true])
  const before = await contentOf(folder)
  const locked = await exported(args, refusing('EROFS'))
  expect([locked.code, locked.stderr]).toEqual([
    3,
    expect.stringMatching(/^error: Cannot open .*\(EROFS\): the disk is read-only[^\n]*\n$/),
  ])
  expect(await contentOf(folder)).toEqual(before)
})

test('a file in the place of a folder is named by its path and left as it is', async () => {
  const out = join(await folderOf('shape'), 'out')
  await writeFile(out, 'mine')
  const { code, stderr } = await exported(['-o', out])
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/^error: Cannot .*out.*: a file stands where a folder must be[^\n]*\n$/),
  ])
  const inner = await folderOf('inner')
  await mkdir(join(inner, 'pages'))
  await writeFile(join(inner, 'pages/='), 'mine')
  const { report } = await exportText(inner, 'new')
  expect(report).toMatchObject({ states: 60, failed: 60, folders: [{ written: 0 }] })
  expect(report.faults[0]?.reason).toContain('move it away')
  expect(await readFile(join(inner, 'pages/='), 'utf8')).toBe('mine')
})

test('a folder that cannot be made ends the command with a message', async () => {
  test.skip(!existsSync('/proc/self/stat'), 'there is no such folder on this system')
  const { code, stderr } = await exported(['-o', '/proc/hashbang/export'])
  expect([code, stderr]).toEqual([
    3,
    expect.stringContaining('Cannot mkdir /proc/hashbang (ENOENT)'),
  ])
})

test('sitemap-enum-fails, robots-backend-down: a table that fails while it lists its states costs the sitemap, not robots.txt', async () => {
  const shell = resolve('test/fixtures/site/index.html')
  const from = pathToFileURL(resolve('test/fixtures/site/app.js')).href
  const folder = project({
    'app.js': `import { defineRoutes, html, htmlView, route } from 'hashbang-router'
    import { routes as others } from ${JSON.stringify(from)}
    export { context } from ${JSON.stringify(from)}
    async function* entries() {
      for (let id = 0; id < 100; id++) yield { params: { id: String(id) } }
      throw new Error('the backend is down')
    }
    const view = async () => ({ default: htmlView(() => html\`shown\`) })
    export const routes = defineRoutes({ ...others.routes, fails: route('/fails/:id', { entries, view }) }, others.options)`,
  })
  const pages = { '/': { shell, app: join(folder, 'app.js') } }
  const site = await startSite({ pages, assets: folder })
  const robots = await fetch(`${site.url}/robots.txt`)
  expect([robots.status, await robots.text()]).toEqual([200, expect.stringContaining('Sitemap:')])
  const sitemap = await fetch(`${site.url}/sitemap.xml`)
  expect([sitemap.status, sitemap.headers.get('retry-after')]).toEqual([503, '2'])
  expect(JSON.stringify(site.events)).toContain('threw Error: the backend is down')
  await site.stop()
})
