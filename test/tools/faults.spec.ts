/** Disks and route tables that fail, and two exports to one folder. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { PAGES } from '../../dist/server/tools/export/manifest.js'
import { startSite } from '../fixtures/site/site.ts'
import { memoryFolder } from '../memory-folder.ts'
import { project } from '../project.ts'
import { hashbang } from './command.ts'
import { exportText, refusing } from './export-program.ts'

const folderOf = (name: string) => memoryFolder(`faults-${name}`)

const catalogue = ['export', '-c', resolve('test/fixtures/catalogue/hashbang.config.mjs'), '--json']
/** Exports a small catalogue by the command. @param hook What the process loads first. */
const exported = (args: readonly string[], hook = '') =>
  hashbang([...catalogue, ...args], process.cwd(), {
    ...{ CATALOGUE: '20', REVISION: '0', GONE: '' },
    ...(hook && { NODE_OPTIONS: `--import=${hook}` }),
  })

test('disk-full: the command ends with 3 and a sentence; with room, a run of the same name goes on', async () => {
  const args = ['-o', await folderOf('disk'), '--run', 'a']
  const full = await exported(args, refusing('ENOSPC', 15))
  expect([full.code, full.stderr]).toEqual([
    3,
    expect.stringMatching(/^error: Cannot write .*ENOSPC\): the disk is full: make room[^\n]*\n$/),
  ])
  const { code, stdout } = await exported(args)
  expect([code, JSON.parse(stdout).resumed > 0]).toEqual([0, true])
  const locked = await exported(args, refusing('EROFS'))
  expect([locked.code, locked.stderr]).toEqual([
    3,
    expect.stringMatching(/^error: Cannot write .*\(EROFS\): the disk is read-only[^\n]*\n$/),
  ])
})

test('a file in the place of a folder is told by its path and left as it is', async () => {
  const out = join(await folderOf('shape'), 'out')
  await writeFile(out, 'mine')
  const { code, stderr } = await exported(['-o', out])
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(
      /^error: Cannot write .*out.*: a file stands where a folder must be[^\n]*\n$/,
    ),
  ])
  const inner = join(await folderOf('inner'), PAGES)
  await mkdir(inner)
  await writeFile(join(inner, '='), 'mine')
  const { report } = await exportText(join(inner, '..'), 'new')
  expect(report).toMatchObject({ written: 0, states: 60 })
  expect(report.errors[0]?.reason).toContain('move it away')
  expect(await readFile(join(inner, '='), 'utf8')).toBe('mine')
})

test('a folder that takes none ends it with a sentence, and not never', async () => {
  test.skip(!existsSync('/proc/self/stat'), 'there is no such folder on this system')
  const none = '/proc/hashbang/export'
  expect((await exportText(none, 'new')).said).toContain(
    `Cannot write ${none} (ENOENT): a folder of its path cannot be made`,
  )
  expect((await exportText('/dev/null', 'new')).said).toContain('a file stands where')
})

test('concurrent-export: of two exports to one folder one says that the other is writing, and the next one is as if they had not met', async () => {
  const args = ['-o', await folderOf('two')]
  const both = await Promise.all([exported(args), exported(args)])
  for (const { code, stderr } of both) {
    expect([code, stderr]).toEqual(
      code === 0 ? [0, ''] : [3, expect.stringMatching(/^error: Another export/)],
    )
  }
  expect(both.map(({ code }) => code)).toContain(0)
  const { code, stdout } = await exported(args)
  const { states, unchanged, ...next } = JSON.parse(stdout)
  expect([code, next]).toMatchObject([0, { written: 0, removed: 0 }])
  expect(unchanged).toBe(states)
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
  expect(JSON.stringify(site.events)).toContain('There is no sitemap: Error: the backend is down')
  await site.stop()
})
