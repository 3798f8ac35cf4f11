/** Beside Vike, the successor of vite-plugin-ssr. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { pagesOf } from '../fixtures/site/site.ts'
import { project } from '../project.ts'

const vite = join(
  dirname(createRequire(import.meta.url).resolve('vite/package.json')),
  'bin/vite.js',
)
const { shell, app } = pagesOf('app.js')['/']
let root: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(() => {
  root = project({}, 'vike')
  cpSync(join(import.meta.dirname, '../fixtures/vike'), root, { recursive: true })
})

for (const how of ['built', 'dev']) {
  test(`${how}: Vike answers paths, and the handler answers states`, async () => {
    const env = { ...process.env, NODE_ENV: how === 'built' ? 'production' : 'development' }
    if (how === 'built')
      execFileSync(process.execPath, [vite, 'build'], { cwd: root, env, stdio: 'pipe' })
    const args = ['server.js', how, shell, app]
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    let port: string | undefined
    for await (const line of createInterface(child.stdout)) {
      port = /^port (\d+)$/.exec(line)?.[1]
      if (port) break
    }
    child.stdout.resume()
    for (const [path, status, holds] of [
      ['/about', 200, 'About, at a path.'],
      ['/?_escaped_fragment_=/items/1', 200, 'Item 1'],
      ['/', 200, '<hashbang-outlet></hashbang-outlet>'],
      ['/nowhere', 404, ''],
      ['/?_escaped_fragment_=/nowhere', 404, ''],
    ] as const) {
      const headers = { accept: 'text/html' }
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      expect([path, response.status]).toEqual([path, status])
      expect(await response.text()).toContain(holds)
    }
    child.kill()
    await ended
  })
}
