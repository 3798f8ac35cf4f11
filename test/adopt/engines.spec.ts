/** Which engine makes the snapshots of an adopted app. */

import { join } from 'node:path'
import { pageOf } from '../../dist/server/tools/export/export-form.js'
import { setVariable } from '../environment.ts'
import { hashbang } from '../tools/command.ts'
import { writeApp } from './apps.ts'
import { expect, test } from './fixtures.ts'
import { LACKING, RIGHT } from './lacking-app.ts'

const { files: FILES } = LACKING
const APP = FILES['app.js'] ?? ''
const SETTINGS = ['./site', '--states', '#!/', '--no-sandbox']

const CHROMIUM = { chromium: ['/text/*', '/slow/*'], adopt: { sandbox: false } }

test('a check names the states that need Chromium and the setting for them, and its report lists them', async ({
  page,
}, info) => {
  const folder = info.outputPath('run')
  writeApp(LACKING, join(folder, 'site'))
  const args = ['adopt', ...SETTINGS, '--check', '--deadline', '60000']
  const { code, stdout, stderr } = await hashbang([...args, '--report', 'engines.html'], folder)
  expect(code, stdout + stderr).toBe(1)
  for (const line of [
    /^happy-dom \/# +1 state$/m,
    /^happy-dom \/#\/plain\/\* +2 states$/m,
    /^chromium {2}\/#\/sync\/\* +1 state$/m,
    /^chromium {2}\/#\/text\/\* +1 state$/m,
  ])
    expect(stdout).toMatch(line)
  expect(stdout).toContain(`for the page '/': chromium: ['/text/*', '/sync/*']`)

  const set = await hashbang([...args, '--chromium', '/text/*', '/sync/*'], folder)
  expect(set.code, set.stdout + set.stderr).toBe(0)
  expect(set.stdout).not.toContain('Let Chromium render')

  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto(`file://${join(folder, 'engines.html')}`)
  await expect(page.locator('h1')).toHaveText('Every state has an engine that renders it right')
  await expect(page.locator('tbody')).toHaveCount(5)
  // There is no picture of a snapshot that is none.
  await expect(page.locator('tbody:not(.same) img')).toHaveCount(3)
  const text = page.locator('tbody', { hasText: '#!/text/a' })
  await expect(text).toContainText('Chromium renders /#/text/* right')
  // Nothing stands out of a narrow window.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the first start compares states with Chromium in the background, or names CHROMIUM_PATH', async ({
  adopt,
}, info) => {
  const folder = info.outputPath('first')
  // One state that is the same, and one that is not.
  const fewer = APP.replace(/ <a href="#!\/(plain\/b|sync\/a)">.<\/a>/g, '')
  writeApp({ files: { ...FILES, 'app.js': fewer } }, join(folder, 'site'))
  const none = await adopt(SETTINGS, folder, { CHROMIUM_PATH: join(folder, 'none') })
  await none.logged(/^Nothing was compared with Chromium: .*CHROMIUM_PATH/m)
  const { log, logged } = await adopt(SETTINGS, folder)
  await logged(
    /^Compared 3 of 3 states with Chromium: our engine renders 2 as Chromium does, 1 other/m,
  )
  expect(log()).toContain('Compare all: hashbang adopt ./site --check')
})

test('Chromium renders the states of its setting, with a canonical link and a lifetime for caches', async ({
  open,
}) => {
  const { get, logOf } = await open(FILES, CHROMIUM)
  const text = await get('/text/a')
  expect(text.status, logOf()).toBe(200)
  expect(text.body).toContain(`<h1>a</h1>`)
  expect(text.body).toContain(`<p>${RIGHT}</p>`)
  expect(text.body).toContain('<a href="#!/plain/a">A</a>')
  expect(text.body).not.toContain('<script')
  expect(text.headers.link).toBe('<http://site.test/#!/text/a>; rel="canonical"')
  expect(text.headers['cache-control']).toContain('max-age')
  expect((await get('/plain/a')).body).toContain('Plain')
  expect(logOf()).toBe('')
})

test('without Chromium, the response is the app alone: not stored, not exported, with a warning', async ({
  open,
  ends,
}) => {
  const takeBack = setVariable('CHROMIUM_PATH', '/no/such/chromium')
  ends.push(async () => takeBack())
  const { site, get, logOf } = await open(FILES, CHROMIUM)
  for (const _ of [1, 2]) {
    const { status, body, headers } = await get('/text/a')
    expect([status, body]).toEqual([200, FILES['index.html']])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-hashbang-app-alone']).toBe('1')
  }
  expect(site.cached.entries).toBe(0)
  const answer = await site({ method: 'GET', target: '/?_escaped_fragment_=/text/a', headers: {} })
  expect(answer && pageOf(answer)).toMatchObject({ kind: 'failed' })
  expect(logOf()).toContain('States for Chromium get the app without a snapshot')
  expect((await get('/plain/a')).headers['x-hashbang-app-alone']).toBeUndefined()
})

const requestsTo = (at: string) => `
  new Image().src = 'http://${at}/image'
  try { new WebSocket('ws://${at}/socket') } catch {}
  navigator.sendBeacon('http://${at}/beacon')
  open('http://${at}/window')
  document.body.insertAdjacentHTML('beforeend', '<link rel="preload" as="fetch" href="http://${at}/preload"><link rel="dns-prefetch" href="http://${at}/"><iframe src="http://${at}/frame"></iframe>')
  new Worker(URL.createObjectURL(new Blob(["fetch('http://${at}/worker')"])))
  fetch('http://${at}/fetch').then((r) => r.text(), () => 'refused').then((text) => { document.querySelector('#app').textContent = text })`

test('Chromium sends a request to another origin only if allowFetch names that origin', async ({
  open,
  listen,
}) => {
  const requests: string[] = []
  const { server, origin } = await listen((req, res) => {
    requests.push(String(req.url))
    res.setHeader('access-control-allow-origin', '*')
    res.end('from outside')
  })
  server.on('upgrade', (req, socket) => {
    requests.push(String(req.url))
    socket.destroy()
  })
  const files = { ...FILES, 'app.js': requestsTo(new URL(origin).host) }
  const closed = await open(files, CHROMIUM)
  expect((await closed.get('/text/a')).body, closed.logOf()).toContain('refused')
  expect(requests).toEqual([])
  expect(closed.logOf()).toContain('left out: ')
  const allowed = await open(files, { ...CHROMIUM, allowFetch: [origin] })
  expect((await allowed.get('/text/a')).body, allowed.logOf()).toContain('from outside')
  expect(requests).toContain('/fetch')
  expect(requests).not.toContain('/window')
})
