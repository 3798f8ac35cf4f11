/**
 * The folders of examples/, each as its reader runs it: `npm install` and `npm start`, with the packed tarball in place of the
 * registry's package; a snapshot is read, and the app is used. It takes minutes, most of them npm's: each example is installed
 * as its reader does it, several at once. Needs the npm registry or npm's cache.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { run, serve } from './projects/command.ts'
import { EXAMPLES } from './projects/installed.ts'
import { pack } from './projects/pack.ts'

const ALL = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => existsSync(join(EXAMPLES, entry.name, 'package.json')))
  .map(({ name }) => name)
/** What a reader without script finds, and where. */
const WHERE: Readonly<Record<string, string>> = { 'static-host': '/s/word/ajax/' }
const UGLY = '/?_escaped_fragment_=/word/ajax'

/** What a server of several things answers beside the states. */
const BESIDE: Readonly<Record<string, readonly [path: string, text: RegExp]>> = {
  express: ['/api/time', /"time"/],
  fastify: ['/api/time', /"time"/],
  hono: ['/api/time', /"time"/],
  vike: ['/about', /About, at a path/],
}

test('there is one of each kind', () => {
  expect(ALL).toEqual(
    expect.arrayContaining([
      ...['plain', 'react', 'vue', 'svelte', 'lit', 'angularjs'],
      ...['express', 'fastify', 'hono', 'vike', 'static-host'],
    ]),
  )
})

test.describe('examples', () => {
  test.describe.configure({ mode: 'parallel' })
  let folder: string
  let tarball: string

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hashbang-examples-'))
    tarball = await pack(folder)
  })
  test.afterAll(() => folder && rmSync(folder, { recursive: true, force: true }))

  for (const name of ALL) {
    test(name, async ({ page }) => {
      const own = join(folder, name)
      cpSync(join(EXAMPLES, name), own, { recursive: true })
      const file = join(own, 'package.json')
      const said = readFileSync(file, 'utf8')
      const dependency = /"hashbang-router": "[^"]*"/
      expect(said).toMatch(dependency)
      writeFileSync(file, said.replace(dependency, `"hashbang-router": "file:${tarball}"`))
      await run('npm install', own)
      const server = await serve('npm start', own)
      try {
        const snapshot = await fetch(server.origin + (WHERE[name] ?? UGLY))
        expect(snapshot.status).toBe(200)
        const html = await snapshot.text()
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
  }
})
