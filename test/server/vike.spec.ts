/**
 * Beside Vike, the successor of vite-plugin-ssr: its pages at paths by its `renderPage`, states by this handler; in
 * development and built. Both run in processes of their own: Vike takes the working directory for its project.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { siteConfig } from '../fixtures/site/site.ts'

const FOLDER = join(import.meta.dirname, '../../.cache')
const vite = join(
  dirname(createRequire(import.meta.url).resolve('vite/package.json')),
  'bin/vite.js',
)
const { shell, app } = siteConfig.pages['/'] as { shell: string; app: string }
let root: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(() => {
  // Inside the package, so that the project finds what it imports.
  mkdirSync(FOLDER, { recursive: true })
  root = mkdtempSync(join(FOLDER, 'vike-'))
  cpSync(join(import.meta.dirname, '../fixtures/vike'), root, { recursive: true })
})
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

for (const how of ['built', 'dev']) {
  // A whole project of another framework, which the README promises nothing of.
  test(`${how}: paths are Vike’s, states are the handler’s`, { tag: '@nightly' }, async () => {
    const env = { ...process.env, NODE_ENV: how === 'built' ? 'production' : 'development' }
    if (how === 'built')
      execFileSync(process.execPath, [vite, 'build'], { cwd: root, env, stdio: 'pipe' })
    const child = spawn(process.execPath, ['server.js', how, shell, app], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    const port = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        const found = /^port (\d+)$/.exec(line)
        if (found?.[1]) resolve(found[1])
      })
      void ended.then(() => reject(new Error('It ended before it listened')))
    })
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { accept: 'text/html' },
      })
      return { status: response.status, text: await response.text() }
    }
    const about = await get('/about')
    expect(about.text).toContain('About, at a path.')
    expect(about.status).toBe(200)
    expect(await get('/?_escaped_fragment_=/items/1')).toEqual({
      status: 200,
      text: expect.stringContaining('Item 1'),
    })
    expect((await get('/')).text).toContain('<hashbang-outlet></hashbang-outlet>')
    expect((await get('/nowhere')).status).toBe(404)
    expect((await get('/?_escaped_fragment_=/nowhere')).status).toBe(404)
    child.kill()
    await ended
  })
}
