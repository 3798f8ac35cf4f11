/**
 * Which engine makes the snapshots of an adopted app: what ours shows otherwise than Chromium is found, goes to Chromium, and is right
 * then; without one it is said and never kept. What comes to differ later is found, too. Each page that Chromium shows is given the
 * second in which its timers may show something, and a check shows each state twice: so it takes over 20 s.
 */

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import {
  type Engine,
  parseEngines,
  writeEngines,
} from '../../dist/server/adopted/engines/engines-file.js'
import { createSite, type SiteConfig } from '../../dist/server/serve/start/create-site.js'
import type { Site } from '../../dist/server/serve/start/site.js'
import { makeState } from '../../dist/server/tools/export/make-state.js'
import { writeApp } from './apps.ts'
import { LACKING, RIGHT } from './lacking-app.ts'

const { files: FILES } = LACKING
const APP = FILES['app.js'] ?? ''

const ORIGIN = 'http://site.test'

let site: Site | undefined
let warnings: string[] = []

test.afterEach(async () => {
  await site?.close()
  site = undefined
})

async function open(folder: string, more: Partial<SiteConfig>, engine?: Engine): Promise<void> {
  warnings = []
  site = await createSite(
    {
      ...{ origin: ORIGIN, pages: { '/': { site: folder, states: '#!/' } } },
      ...{ workers: 1, limits: { deadline: 90_000 } },
      ...more,
      chromium: { sandbox: false, ...more.chromium },
    },
    {
      ...(engine && { engine }),
      observe: (event) => {
        if (event.type === 'warning') warnings.push(...event.warnings)
      },
    },
  )
}

async function get(state: string) {
  const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
  const answer = await site?.({ method: 'GET', target, headers: {} })
  return { status: answer?.status, body: String(answer?.body), headers: answer?.headers ?? {} }
}

function enginesIn(folder: string, groups: Readonly<Record<string, string>>): string {
  const file = join(folder, 'engines.json')
  const known = Object.entries(groups).map(
    ([name, engine]) => [name, { engine, states: 1 }] as const,
  )
  writeFileSync(file, writeEngines(new Map(known as never)))
  return file
}

/** The Chromiums that this process has started. */
const chromiums = () =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('127.0.0.1:9'))
    .map((line) => Number.parseInt(line, 10))

/** Checks the app in a folder, with a report. @returns What it printed, and the groups that it has written. */
async function check(folder: string) {
  const args = ['adopt', './site', '--states', '#!/', '--check', '--no-sandbox', '--deadline']
  const cli = resolve('dist/server/cli/main.js')
  const run = await new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    execFile(
      process.execPath,
      [cli, ...args, '60000', '--report', 'engines.html'],
      { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const file = join(folder, 'hashbang.engines.json')
  const groups = parseEngines(readFileSync(file, 'utf8'), file)
  const named = [...groups].map(([name, { engine, states }]) => [name, engine, states] as const)
  return { stdout: run.stdout, groups, named }
}

test('states that our engine shows otherwise are found by a check, and its report says what is missing', async ({
  page,
}, info) => {
  const folder = info.outputPath('run')
  // One state that is the same, and one that is not.
  const fewer = APP.replace(/ <a href="#!\/(plain\/b|sync\/a)">.<\/a>/g, '')
  writeApp({ files: { ...FILES, 'app.js': fewer } }, join(folder, 'site'))
  const { stdout, groups, named } = await check(folder)
  expect(named).toEqual([
    ['/#', 'happy-dom', 1],
    ['/#/plain/*', 'happy-dom', 1],
    ['/#/text/*', 'chromium', 1],
  ])
  expect(groups.get('/#/text/*')?.why).toContain('/text/a: ')
  expect(stdout).toContain("HTMLCanvasElement.getContext('2d')")

  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto(`file://${join(folder, 'engines.html')}`)
  await expect(page.locator('h1')).toHaveText('Every state has an engine that renders it right')
  await expect(page.locator('article')).toHaveCount(3)
  await expect(page.locator('article.subset img')).toHaveCount(2)
  await expect(page.locator('.asked').first()).toContainText('HTMLCanvasElement.getContext')
  // Nothing stands out of a narrow window.
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(360)
})

/** Adopts the app in a folder where no check was made. @returns What it says of Chromium, after it has ended. */
async function firstStart(folder: string, env: NodeJS.ProcessEnv = {}) {
  const args = ['adopt', './site', '--states', '#!/', '--no-sandbox', '--deadline', '60000']
  const command = spawn(
    process.execPath,
    [resolve('dist/server/cli/main.js'), ...args, '--port', '0'],
    {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = once(command, 'exit')
  let said = ''
  for await (const line of createInterface({ input: command.stderr })) {
    said = line
    if (line.includes('compared with Chromium')) break
  }
  command.kill('SIGTERM')
  await ended
  return said
}

test('the first start compares the first states in the background, and says what to do', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('first')
  const fewer = APP.replace(/ <a href="#!\/(plain\/b|sync\/a)">.<\/a>/g, '')
  writeApp({ files: { ...FILES, 'app.js': fewer } }, join(folder, 'site'))
  const said = await firstStart(folder)
  expect(said).toMatch(/^3 states were compared with Chromium, and 1 differ: \/#\/text\/\*/)
  expect(said).toContain('hashbang adopt ./site --check lets Chromium render these from then on')
  expect(existsSync(join(folder, 'hashbang.engines.json'))).toBe(false)
})

test(
  'without a Chromium the first start says that nothing was compared',
  { tag: '@nightly' },
  async ({ baseURL: _ }, info) => {
    const folder = info.outputPath('none')
    writeApp({ files: FILES }, join(folder, 'site'))
    const said = await firstStart(folder, { CHROMIUM_PATH: join(folder, 'none') })
    expect(said).toMatch(/^Nothing was compared with Chromium: .*CHROMIUM_PATH/)
  },
)

test(
  'a state that our engine cannot show at all is found by a check, too',
  {
    tag: '@nightly',
  },
  async ({ page }, info) => {
    const folder = info.outputPath('run')
    writeApp({ files: FILES }, join(folder, 'site'))
    const { stdout, named } = await check(folder)
    expect(named).toEqual([
      ['/#', 'happy-dom', 1],
      ['/#/plain/*', 'happy-dom', 2],
      ['/#/sync/*', 'chromium', 1],
      ['/#/text/*', 'chromium', 1],
    ])
    expect(stdout).toContain('XMLHttpRequest.open(…, false)')
    await page.goto(`file://${join(folder, 'engines.html')}`)
    // There is no picture of a snapshot that is none.
    await expect(page.locator('article.subset img')).toHaveCount(3)
  },
)

test('Chromium makes what the file gives to it, as people see it; what it makes is kept', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('site')
  writeApp({ files: FILES }, folder)
  const engines = enginesIn(folder, { '/#/text/*': 'chromium', '/#/plain/*': 'happy-dom' })
  await open(folder, { chromium: { engines } })
  const text = await get('/text/a')
  expect(text.status, warnings.join('\n')).toBe(200)
  expect(text.body).toContain(`<h1>a</h1>`)
  expect(text.body).toContain(`<p>${RIGHT}</p>`)
  expect(text.body).toContain('<a href="#!/plain/a">A</a>')
  expect(text.body).not.toContain('<script')
  expect(text.headers.link).toBe('<http://site.test/#!/text/a>; rel="canonical"')
  expect(text.headers['cache-control']).toContain('max-age')
  expect((await get('/plain/a')).body).toContain('Plain')
  expect(warnings).toEqual([])
})

test('without a Chromium the app alone is answered, said so, and not kept; strict takes in what no check has seen', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('site')
  writeApp({ files: FILES }, folder)
  const engines = enginesIn(folder, { '/#/text/*': 'chromium', '/#/plain/*': 'happy-dom' })
  await open(folder, { chromium: { engines, pages: 0, strict: true } })
  for (const state of ['/text/a', '/text/a', '/sync/a']) {
    const { status, body, headers } = await get(state)
    expect(status).toBe(200)
    expect(body).toBe(FILES['index.html'])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-hashbang-app-alone']).toBe('1')
  }
  expect(site?.cached.entries).toBe(0)
  // Nor is it exported.
  const handler = site as Site
  const state = { page: '/', state: '/text/a', file: 'a.html' }
  const made = await makeState({ handler, folder }, {} as never, state, undefined, false)
  expect(made).toEqual({ reason: expect.stringContaining('gets the app without a snapshot') })
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toContain('States of /#/text/* get the app without a snapshot')
  expect((await get('/plain/a')).headers['x-hashbang-app-alone']).toBeUndefined()
})

test(
  'a group that comes to differ is found behind the answers, purged, and made by Chromium from then on',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const folder = info.outputPath('site')
    writeApp({ files: FILES }, folder)
    const engines = enginesIn(folder, { '/#/plain/*': 'happy-dom', '/#/text/*': 'happy-dom' })
    await open(folder, { chromium: { engines, compare: 1 }, cache: { maxAge: 3_600_000 } })
    expect((await get('/plain/a')).body).toContain('<p>Plain</p>')
    writeFileSync(
      join(folder, 'app.js'),
      APP.replace("plain: () => say('Plain')", 'plain() { this.text() }'),
    )
    expect((await get('/plain/b')).body).not.toContain(RIGHT)
    await expect
      .poll(() => warnings.join('\n'), { timeout: 60_000 })
      .toContain('no longer renders it as Chromium does (')
    expect(warnings.join('\n')).toContain('Chromium renders all of /#/plain/* from now on')
    for (const state of ['/plain/a', '/plain/b']) expect((await get(state)).body).toContain(RIGHT)
  },
)

test(
  'a Chromium that is killed costs the pages that it was making, and no other',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const folder = info.outputPath('site')
    const slow = "kinds.slow = () => fetch('/slow').then(() => say('never'))\n  kinds[kind]?.()"
    writeApp({ files: { ...FILES, 'app.js': APP.replace('kinds[kind]?.()', slow) } }, folder)
    const server = createServer((req, res) => {
      if (req.url === '/slow') asked()
      else res.end(readFileSync(join(folder, req.url === '/' ? 'index.html' : (req.url ?? ''))))
    })
    let asked: () => void = () => undefined
    const isAsked = new Promise<void>((done) => {
      asked = done
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    try {
      const engines = enginesIn(folder, { '/#/text/*': 'chromium', '/#/slow/*': 'chromium' })
      await open(folder, { chromium: { engines }, pages: { '/': { site: url, states: '#!/' } } })
      const under = get('/slow/a')
      await isAsked
      const [chromium] = chromiums()
      expect(chromium).toBeGreaterThan(0)
      process.kill(chromium as number, 'SIGKILL')
      expect((await under).status).toBe(503)
      expect((await get('/text/a')).body).toContain(RIGHT)
      expect(warnings.join('\n')).toContain('Chromium could not show the page')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)

for (const [what, isAllowed, tag] of [
  ['nothing that a page asks of others leaves Chromium', false, []],
  ['what a page may ask of others is asked by Chromium', true, ['@nightly']],
] as const) {
  test(what, { tag: [...tag] }, async ({ baseURL: _ }, info) => {
    const { origin, asked, close } = await openOutside()
    const folder = info.outputPath('site')
    writeApp({ files: { ...FILES, 'app.js': asking(new URL(origin).host) } }, folder)
    try {
      await open(folder, isAllowed ? { allowFetch: [origin] } : {}, 'chromium')
      const { body } = await get('/a')
      expect(body, warnings.join('\n')).toContain(isAllowed ? 'from outside' : 'refused')
      if (isAllowed) {
        expect(asked).toContain('/fetch')
        expect(asked).not.toContain('/window')
      } else {
        expect(asked).toEqual([])
        expect(warnings.join('\n')).toContain(`left out: `)
      }
    } finally {
      close()
    }
  })
}

/** Somebody else, who notes what is asked. */
async function openOutside() {
  const asked: string[] = []
  const outside = createServer((req, res) => {
    asked.push(String(req.url))
    res.setHeader('access-control-allow-origin', '*')
    res.end('from outside')
  })
  outside.on('upgrade', (req, socket) => {
    asked.push(String(req.url))
    socket.destroy()
  })
  await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening))
  return {
    asked,
    origin: `http://127.0.0.1:${(outside.address() as AddressInfo).port}`,
    close() {
      outside.closeAllConnections()
      outside.close()
    },
  }
}

/** A script that asks in every way. */
const asking = (at: string) => `
    new Image().src = 'http://${at}/image'
    try { new WebSocket('ws://${at}/socket') } catch {}
    navigator.sendBeacon('http://${at}/beacon')
    open('http://${at}/window')
    document.body.insertAdjacentHTML('beforeend', '<link rel="preload" as="fetch" href="http://${at}/preload"><link rel="dns-prefetch" href="http://${at}/"><iframe src="http://${at}/frame"></iframe>')
    new Worker(URL.createObjectURL(new Blob(["fetch('http://${at}/worker')"])))
    fetch('http://${at}/fetch').then((r) => r.text(), () => 'refused').then((text) => { document.querySelector('#app').textContent = text })`
