/** Beside Vike, the successor of vite-plugin-ssr, in one dev server. Built: examples.spec.ts. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { pagesOf } from '../fixtures/site/site.ts'
import { project } from '../project.ts'
import { served } from '../terminal.ts'

test('in development Vike answers paths, and the handler answers states', async () => {
  const root = project({}, 'vike')
  cpSync(join(import.meta.dirname, '../fixtures/vike'), root, { recursive: true })
  const { shell, app } = pagesOf('app.js')['/']
  await served(`NODE_ENV=development node server.js '${shell}' '${app}'`, root, async (origin) => {
    for (const [path, status, holds] of [
      ['/about', 200, 'About, at a path.'],
      ['/?_escaped_fragment_=/items/1', 200, 'Item 1'],
      ['/', 200, '<hashbang-outlet></hashbang-outlet>'],
      ['/nowhere', 404, ''],
      ['/?_escaped_fragment_=/nowhere', 404, ''],
    ] as const) {
      const response = await fetch(origin + path, { headers: { accept: 'text/html' } })
      expect([path, response.status]).toEqual([path, status])
      expect(await response.text()).toContain(holds)
    }
  })
})
