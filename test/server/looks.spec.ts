/**
 * A snapshot looks like the app: pictures of both in Chromium, the snapshot with script off, over a
 * page with styles of its own.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { createHandler } from '../../dist/server/index.js'
import { type BuiltApp, buildApp } from '../built-app.ts'
import { project } from '../project.ts'
import { expectListed } from './listed.ts'
import { fixture } from './open-app.ts'

const ORIGIN = 'http://looks.test'
const STYLES =
  'p { color: hotpink; font-weight: bold } h1 { border: 5px solid; } * { box-sizing: border-box } x-vanilla { margin: 9px } ' +
  '#app p { text-transform: uppercase } .note { font-size: 50px } header { display: none }'
const SHELL =
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Looks</title><style>${STYLES}</style></head>` +
  '<body><h1>Page</h1><div id="app"><hashbang-outlet></hashbang-outlet></div><script type="module" src="/browser.ts"></script></body></html>'

const DECLARED = new Set(['lit', 'fast'])

const MOST = 0.001

let built: BuiltApp
let handler: Awaited<ReturnType<typeof createHandler>>
// With scripts and without.
const pages = new Map<boolean, Page>()

test.beforeAll(async ({ browser }) => {
  const root = project({ 'index.html': SHELL }, 'looks')
  cpSync(fixture('styles'), root, { recursive: true })
  built = await buildApp(root)
  handler = await createHandler({
    origin: ORIGIN,
    pages: { '/': { shell: built.shell, app: built.app } },
    workers: 1,
    limits: { deadline: 60_000 },
  })
  const viewport = { width: 600, height: 600 }
  for (const javaScriptEnabled of [true, false])
    pages.set(javaScriptEnabled, await browser.newPage({ javaScriptEnabled, viewport }))
})
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close()
  await handler.close()
})

async function picture(url: string, html: string, javaScriptEnabled: boolean): Promise<PNG> {
  const page = pages.get(javaScriptEnabled) as Page
  await page.unrouteAll()
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return pathname === new URL(url).pathname
      ? route.fulfill({ contentType: 'text/html', body: html })
      : route.fulfill({ path: join(built.client, pathname) })
  })
  await page.goto(url)
  if (javaScriptEnabled)
    await page.waitForFunction(() => {
      const [outlet, ...others] = document.querySelectorAll('hashbang-outlet')
      return others.length === 0 && (outlet as { page?: object | null } | undefined)?.page != null
    })
  // A font is asked for once text is to be drawn in it.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  let png: Buffer | undefined
  // Chromium refuses a picture now and then while several draw at once. Which picture it gives is
  // the same.
  await expect(async () => {
    png = await page.screenshot({ caret: 'initial' })
  }).toPass({ intervals: [50] })
  return PNG.sync.read(png as Buffer)
}

for (const name of ['vanilla', 'lit', 'fast', 'inserted'])
  test(`${name} looks in a snapshot as it does in the app`, async ({ browser }) => {
    const get = async (target: string, headers = {}): Promise<string> => {
      const answer = await handler({ method: 'GET', target, headers })
      const html = answer?.body.toString() ?? ''
      expect(answer?.status, html).toBe(200)
      return html
    }
    const html = await get(`/?_escaped_fragment_=/${name}`)
    const readable = await get(`/s/${name}`, { 'sec-fetch-mode': 'navigate' })
    const inPlace = await get(`/s/${name}`)
    expect(html + inPlace).not.toContain('<template')
    // A browser that opens the page gets shadow trees declared, with none of their styles
    // rewritten.
    expect(readable.includes('<template shadowrootmode="open">')).toBe(DECLARED.has(name))

    const app = await picture(`${ORIGIN}/#!/${name}`, readFileSync(built.shell, 'utf8'), true)
    const differing = async (url: string, form: string, isScripted = false) => {
      const other = await picture(url, form, isScripted)
      const { width, height } = app
      return pixelmatch(app.data, other.data, undefined, width, height) / (width * height)
    }
    const different: { name: string; part: number }[] = []
    const compare = async (url: string, form: string, isScripted: boolean) => {
      const part = await differing(url, form, isScripted)
      if (part > MOST) different.push({ name: form, part })
    }
    await compare(`${ORIGIN}/`, html, false)
    // Alone, and taken over by the app.
    for (const form of new Set([readable, inPlace]))
      for (const isScripted of [false, true]) await compare(`${ORIGIN}/s/${name}`, form, isScripted)
    expectListed(browser.version(), different)
    // Without its styles it would not.
    const plain = html.replace(/<style.*?<\/style>/gs, '')
    expect(await differing(`${ORIGIN}/`, plain)).toBeGreaterThan(MOST)
  })
