/**
 * Where an app may live: in a sandbox, in a file, under a strict policy, beside other routers, on
 * paths.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'
import { build } from 'vite'
import { memoryFolder } from '../memory-folder.ts'
import { test } from './site.ts'

const heading = (place: Page | Frame) => place.locator('hashbang-outlet h1')

declare const browser: typeof import('../../dist/src/browser.js')
declare const app: { routes: never }
declare const router: {
  navigate(to: string, ...args: object[]): Promise<string>
  stop(): void
}

test('a sandboxed frame, which has neither storage nor navigate events', async ({ page, site }) => {
  site.page('/inside')
  const body = '<iframe sandbox="allow-scripts" src="/inside#!/form"></iframe>'
  await page.goto(site.page('/', { body, script: '' }))
  const frame = page.frames()[1] as Frame
  await expect(heading(frame)).toHaveText('Form')
  expect(await frame.evaluate(() => window.navigation?.currentEntry ?? null)).toBeNull()
  await expect(frame.evaluate(() => sessionStorage.length)).rejects.toThrow('SecurityError')
  await frame.evaluate(() => {
    location.hash = '!/long/1'
  })
  await expect(heading(frame)).toHaveText('Long 1')
  expect(await frame.evaluate(() => router.navigate('place', { name: 'here' }))).toBe('done')
  await expect(heading(frame)).toHaveText('Place here')
  await frame.evaluate(() => history.back())
  await expect(heading(frame)).toHaveText('Long 1')
})

test.describe('as one script', () => {
  let folder: string
  let script: string
  test.beforeAll(async () => {
    folder = await memoryFolder('places')
    // The app as one classic script, as a bundler makes it.
    const entry = fileURLToPath(new URL('../fixtures/router/start.js', import.meta.url))
    const lib = { entry, formats: ['iife' as const], name: 'app' }
    const result = await build({
      ...{ configFile: false, logLevel: 'error', build: { write: false, lib } },
    })
    const [output] = result as unknown as { output: { code: string }[] }[]
    script = output?.output[0]?.code ?? ''
  })

  test('a file, opened from disk', async ({ page }) => {
    await writeFile(join(folder, 'app.js'), script)
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><meta charset="utf-8"><script src="app.js"></script><hashbang-outlet></hashbang-outlet>',
    )
    const url = pathToFileURL(join(folder, 'index.html')).href
    await page.goto(`${url}#!/long/1`)
    await expect(heading(page)).toHaveText('Long 1')
    await page.click('text="#!/form"')
    await expect(heading(page)).toHaveText('Form')
    await page.evaluate(() => history.back())
    await expect(heading(page)).toHaveText('Long 1')
    await page.click('text="#sec"')
    await expect(page).toHaveURL(`${url}#!/long/1?~=sec`)
    expect(await page.evaluate(() => router.navigate('home'))).toBe('done')
    expect(page.url()).toBe(url)
  })

  test('a policy without inline scripts, eval and untrusted HTML', async ({ page, site }) => {
    const policy = "script-src 'self'; require-trusted-types-for 'script'; style-src 'self'"
    await page.route('**/strict*', (route) =>
      route.fulfill({
        headers: { 'content-security-policy': policy, 'content-type': 'text/html' },
        body: '<!doctype html><script src="/app-in-one.js"></script><hashbang-outlet></hashbang-outlet>',
      }),
    )
    await page.route('**/app-in-one.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await page.goto(`${site.origin}/strict#!/evil`)
    await expect(heading(page)).toHaveText('<img src=x onerror=alert(1)>')
    await expect(page.locator('img')).toHaveCount(0)
    await page.evaluate(() => router.navigate('shop.item', { id: '1' }))
    await expect(heading(page)).toHaveText('Item 1')
  })
})

test('several routers on one page, stopped and started', async ({ page, site }) => {
  await page.goto(site.page('/', { head: '<meta name="fragment" content="!">' }))
  await expect(heading(page)).toHaveText('Home')
  const result = await page.evaluate(async () => {
    const { start, memoryHistory } = browser
    const outlet = document.createElement('hashbang-outlet')
    document.body.append(outlet)
    const options = { context: null as never, outlet }
    const second = start(app.routes, options)
    await second.ready
    const texts = () =>
      [...document.querySelectorAll('hashbang-outlet h1')].map((one) => one.textContent)
    const seen = [texts()]
    const followed = new Promise((resolve) => second.subscribe(resolve))
    await Promise.all([router.navigate('place', { name: 'x' }), followed])
    seen.push(texts())
    // The last to come goes first, as both have changed the one head.
    second.stop()
    router.stop()
    await outlet.updateComplete
    seen.push(texts(), [document.title, String(document.querySelectorAll('[role=status]').length)])
    const inner = start(app.routes, { ...options, history: memoryHistory('/form') })
    await inner.ready
    location.hash = '!/long/1'
    seen.push(texts())
    inner.stop()
    await outlet.updateComplete
    outlet.remove()
    const third = start(app.routes, { context: null as never })
    await third.ready
    seen.push(texts())
    return seen
  })
  expect(result).toEqual([
    ['Home', 'Home'],
    ['Place x', 'Place x'],
    [],
    ['Shell', '0'],
    ['Form'],
    ['Long 1'],
  ])
})

test('ordinary paths, by the same routes, and from #! to them', async ({ page, site }) => {
  const script = `
    const { defineRoutes, pathScheme } = await import('hashbang-router')
    const table = defineRoutes(routes.routes, { ...routes.options, scheme: pathScheme({ base: '/app' }) })
    window.router = browser.start(table, { context: null, upgrade: browser.fromHashbang })`
  const body =
    '<a href="/app/form">form</a> <a href="#after">id</a><hashbang-outlet></hashbang-outlet><p id="after">After</p>'
  for (const path of ['/app/', '/app/form', '/app/long/1']) site.page(path, { body, script })
  await page.goto(`${site.origin}/app/#!/long/1`)
  await expect(heading(page)).toHaveText('Long 1')
  expect(page.url()).toBe(`${site.origin}/app/long/1`)
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.click('text="form"')
  await expect(heading(page)).toHaveText('Form')
  expect(page.url()).toBe(`${site.origin}/app/form`)
  await page.click('text="id"')
  expect(page.url()).toBe(`${site.origin}/app/form#after`)
  await expect(heading(page)).toHaveText('Form')
  await page.evaluate(() => router.navigate('search', {}, { replace: true }))
  expect(page.url()).toBe(`${site.origin}/app/search`)
  await page.goBack()
  await expect(heading(page)).toHaveText('Form')
  await page.goBack()
  await expect(heading(page)).toHaveText('Long 1')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  await page.reload()
  await expect(heading(page)).toHaveText('Long 1')
})
