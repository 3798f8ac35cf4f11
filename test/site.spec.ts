/** The site of the documents, built and exported as `npm run site` does it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sirv from 'sirv'
import { violations } from './demo/axe.ts'
import { type Listening, listening } from './listening.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'docs/site/dist/site')

let server: Listening
let origin: string

test.beforeAll(async () => {
  server = await listening(sirv(OUT, { dev: true }))
  origin = server.origin
  const options = { cwd: ROOT, env: { ...process.env, ORIGIN: origin } }
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', 'docs/site', '--logLevel', 'warn'], options)
  execFileSync('npm', ['run', '--silent', 'site:export'], options)
})
test.afterAll(() => server?.close())

test('every page is reached without script, by links alone, and is Markdown beside it', async () => {
  const read = (name: string) => readFileSync(join(OUT, name), 'utf8')
  const entries = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
  expect(entries.length).toBeGreaterThan(60)
  const seen = new Set<string>()
  const next = [`${origin}/`]
  for (let url = next.pop(); url !== undefined; url = next.pop()) {
    if (seen.has(url)) continue
    seen.add(url)
    const answer = await fetch(url)
    expect(answer.status, url).toBe(200)
    const html = await answer.text()
    expect(html, url).toMatch(/<h1/)
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), url)
      if (target.origin !== origin || href.startsWith('#')) continue
      expect(target.hash, `${url} links to ${href}`).not.toMatch(/^#!/)
      next.push(origin + target.pathname)
    }
  }
  expect(entries.filter((url = '') => !seen.has(url))).toEqual([])
  const title = '# Keep your app as it is'
  expect(await (await fetch(`${origin}/docs/guides/adopt.md`)).text()).toContain(title)
  expect(read('llms-full.txt')).toContain(title)
  expect(read('llms.txt')).toContain('/docs/documents.md')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`its pages have no fault of accessibility, wide and narrow, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const [path, width] of [
      ['/', 1280],
      ['/docs/guides/adopt', 390],
      ['/#!/playground', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(origin + path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      expect(await violations(page), path).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })

test('a search by keyboard leads to a document', async ({ page }) => {
  await page.goto(`${origin}/#!/guides/data`)
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('purge')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#!\/commands\/purge|#!\/guides\/deploy-cdn/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the playground shows the page, its addresses, its snapshot and its Markdown', async ({
  page,
}) => {
  await page.goto(`${origin}/#!/playground`)
  await expect(page.locator('.preview h1')).toHaveText('ajax')
  await expect(page.locator('dl')).toContainText('https://example.com/s/word/ajax')
  await expect(page.locator('[data-of=snapshot]')).toContainText('<h1>ajax</h1>')
  await expect(page.locator('[data-of=markdown]')).toContainText('# ajax')
  await page.getByLabel('State').fill('/word/zeus')
  await expect(page.locator('dl')).toContainText('404')
})
