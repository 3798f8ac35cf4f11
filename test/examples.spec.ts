/** The folders of examples/, each as its reader runs it. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { temporaryFolder } from './memory-folder.ts'
import { run, serve } from './projects/command.ts'
import { EXAMPLES } from './projects/installed.ts'
import { pack } from './projects/pack.ts'

const ALL = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'package.json')))
const WHERE: Readonly<Record<string, string>> = { 'static-host': '/s/word/ajax/' }
const UGLY = '/?_escaped_fragment_=/word/ajax'

const TIME = ['/api/time', /"time"/] as const
/** The responses of a server of several things, beside the states. */
const BESIDE: Readonly<Record<string, readonly [path: string, text: RegExp]>> = {
  ...{ express: TIME, fastify: TIME, hono: TIME },
  vike: ['/about', /About, at a path/],
}

test('examples/ has a folder for each framework and each server', () => {
  expect(ALL).toEqual(
    expect.arrayContaining([
      ...['plain', 'react', 'vue', 'svelte', 'lit', 'angularjs', 'static-host'],
      ...Object.keys(BESIDE),
    ]),
  )
})

test.describe('examples', () => {
  test.describe.configure({ mode: 'parallel' })
  let folder: string
  let tarball: string
  test.beforeAll(async () => {
    folder = temporaryFolder('hashbang-examples')
    tarball = await pack(folder)
  })

  for (const name of ALL)
    test(name, async ({ page }) => {
      const own = join(folder, name)
      cpSync(join(EXAMPLES, name), own, { recursive: true })
      const file = join(own, 'package.json')
      const manifest = readFileSync(file, 'utf8')
      const dependency = /"hashbang-router": "[^"]*"/
      expect(manifest).toMatch(dependency)
      writeFileSync(file, manifest.replace(dependency, `"hashbang-router": "file:${tarball}"`))
      await run('npm install', own)
      const server = await serve('npm start', own)
      try {
        const snapshot = await fetch(server.origin + (WHERE[name] ?? UGLY))
        const html = await snapshot.text()
        expect(snapshot.status, html).toBe(200)
        expect(html).toMatch(/<title>ajax<\/title>/)
        expect(html.replace(/<!--.*?-->/g, '')).toMatch(/<h1[^>]*>\s*ajax/)
        const [path, text] = BESIDE[name] ?? ['/', /<title>/]
        expect(await (await fetch(server.origin + path)).text()).toMatch(text)
        await page.goto(server.origin)
        await page.getByRole('link', { name: 'ajax' }).click()
        await expect(page.getByRole('heading')).toContainText('ajax')
        await expect(page).toHaveURL(`${server.origin}/#!/word/ajax`)
      } finally {
        await server.stop()
      }
    })
})
