/**
 * Taking over what the server has sent, as a person sees it, on a slow machine too: apps in Lit, React and Vue from one production
 * build, at readable addresses and at paths. In every frame the content is there, and nothing of it moves; what was typed, where
 * the page was scrolled to and the focus stay; the loaders are not asked again; a view that does not come leaves the server's.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page, type Route, test } from '@playwright/test'
import react from '@vitejs/plugin-react'
import vue from '@vitejs/plugin-vue'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import { type RunningServer, startServer } from '../../dist/server/production/start-server.js'
import { loadConfig } from '../../dist/server/site/load-config.js'
import {
  appOf,
  FILES,
  FRAMEWORKS,
  pageOf,
  pathOf,
  SCHEMES,
} from '../fixtures/taken-over/project.ts'
import { keepScrollbar, slow, watch } from '../fixtures/taken-over/watch.ts'

// A document that becomes too tall for a moment is seen by its scrollbar, which is not shown otherwise.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

/** The rest are the same promises in another framework, or at the other kind of address. */
const SHORT = [
  'lit, readable: frames',
  'react, paths: frames',
  'vue, paths: typed',
  'readable: fails',
  'paths: slow',
]
const tagOf = (name: string) => (SHORT.includes(name) ? [] : ['@all'])

const APPS = FRAMEWORKS.flatMap((framework) => SCHEMES.map((kind) => ({ framework, kind })))

let root: string
let server: RunningServer
let origin: string
test.beforeAll(async () => {
  test.setTimeout(300_000)
  const cache = join(import.meta.dirname, '../../.cache')
  mkdirSync(cache, { recursive: true })
  root = mkdtempSync(join(cache, 'taken-over-'))
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const app = Object.fromEntries(
    APPS.map(({ framework, kind }) => [pageOf(framework, kind), appOf(framework, kind)]),
  )
  const plugins = [react(), vue(), hashbang({ app })]
  const builder = await createBuilder({ configFile: false, root, logLevel: 'silent', plugins })
  await builder.buildApp()
  const { config } = await loadConfig(join(root, 'dist/hashbang.json'), {
    origin: 'http://a.test',
    port: 0,
    host: '127.0.0.1',
    workers: 1,
    deadline: 60_000,
  })
  const pages = Object.entries(config.pages ?? {}).map(([path, page]) => [
    path,
    { ...page, ...(path.endsWith('-paths/') && { everyone: true }) },
  ])
  server = await startServer({ ...config, pages: Object.fromEntries(pages) })
  origin = `http://127.0.0.1:${server.port}`
})
test.afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true })
})

/** What a person would see who saw nothing. */
const STILL = { shifts: [], empty: 0, places: 1, loading: 0 }

const ready = (page: Page) => page.waitForSelector('html[data-ready=done]')
const asked = (page: Page) => page.evaluate('asked')

for (const { framework, kind } of APPS) {
  test(`${framework}, ${kind}: every frame has the content, and nothing moves`, {
    tag: tagOf(`${framework}, ${kind}: frames`),
  }, async ({ page }) => {
    const fast = await slow(page)
    await keepScrollbar(page)
    const seen = await watch(page)
    await page.goto(origin + pathOf(framework, kind, 'word/long'))
    await ready(page)
    await seen.next()
    expect(await seen.end()).toEqual(STILL)
    await expect(page.locator('h1')).toHaveText('A long word')
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
    expect(await asked(page)).toEqual([])
    expect(await page.locator('hashbang-outlet').count()).toBe(1)
    await fast()
  })

  test(`${framework}, ${kind}: what was typed, selected and scrolled to before stays`, {
    tag: tagOf(`${framework}, ${kind}: typed`),
  }, async ({ page }) => {
    await keepScrollbar(page)
    const seen = await watch(page)
    const view = held(page, /\/assets\/word-[^/]*\.js/)
    await page.goto(origin + pathOf(framework, kind, 'word/long'), { waitUntil: 'commit' })
    const scripts = await view.requested
    await expect(page.locator('h1')).toHaveText('A long word')
    await page.getByLabel('find').pressSequentially('typed')
    await page
      .getByLabel('find')
      .evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 3))
    await page.mouse.wheel(0, 500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(500)
    // Longer than a view for the meantime waits.
    await page.waitForFunction(() => document.querySelector('[aria-busy]'))
    await seen.next()
    scripts.go()
    await ready(page)
    await seen.next()
    expect(await seen.end()).toEqual(STILL)
    expect(
      await page.evaluate(() => {
        const input = document.activeElement as HTMLInputElement
        return [scrollY, input.value, input.selectionStart, input.selectionEnd]
      }),
    ).toEqual([500, 'typed', 1, 3])
    expect(await asked(page)).toEqual([])
  })
}

for (const kind of SCHEMES) {
  test(`${kind}: a view that does not come leaves the content`, {
    tag: tagOf(`${kind}: fails`),
  }, async ({ page }) => {
    await keepScrollbar(page)
    const seen = await watch(page)
    await page.route(/\/assets\/word-[^/]*\.js/, (route) => route.abort())
    await page.goto(origin + pathOf('react', kind, 'word/long'))
    await page.waitForSelector('html[data-ready=failed]')
    await seen.next()
    expect(await seen.end()).toEqual(STILL)
    await expect(page.locator('h1')).toHaveText('A long word')
  })

  test(`${kind}: a view that takes its time is put together out of sight, and moves nothing`, {
    tag: tagOf(`${kind}: slow`),
  }, async ({ page }) => {
    const fast = await slow(page)
    const seen = await watch(page)
    await page.goto(origin + pathOf('lit', kind, 'late'))
    await page.waitForFunction('globalThis.settle')
    await seen.next()
    await page.evaluate('settle()')
    await ready(page)
    await seen.next()
    expect(await seen.end()).toEqual(STILL)
    await fast()
  })
}

/** Keeps the answers to some requests back. */
function held(page: Page, urls: RegExp) {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  const requested = new Promise<{ go(): void }>((resolve) => {
    void page.route(urls, async (route: Route) => {
      resolve({ go })
      await gone
      await route.continue()
    })
  })
  return { requested }
}
