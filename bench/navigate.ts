/**
 * From a click on a link to the page that it leads to, in one browser, beside other routers in hash
 * mode. All show the same two views, a list of 100 rows and an item, and set the title; only this
 * router also moves the focus, speaks the title, and keeps the rest of the head and the scroll
 * position. "in the document" ends when the new heading is there, "painted" when the frame with it
 * has been drawn, in a browser whose frames wait for no screen.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../test/run/chromium.ts'
import { type Contestant, measure } from './measure.ts'

const CONTESTANTS = ['hashbang-router', 'page', 'navigo', 'vue-router', 'react-router']
/** Clicks a call, so that asking the browser weighs little. */
const CLICKS = 20

declare global {
  interface Window {
    /** Waits for one turn of the event loop. */
    turn(): Promise<void>
  }
}

// Without an icon of its own, a page would ask for one after each click.
const PAGE = `<!doctype html><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,"><body><script>
  const { port1, port2 } = new MessageChannel()
  window.turn = () => new Promise((resolve) => {
    port2.onmessage = resolve
    port1.postMessage(null)
  })
</script><script src="/app.js" type="module"></script>`

/** Builds a contestant's app as it would be for production. */
async function bundle(name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`../test/fixtures/navigate/${name}.js`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'app' } },
  })
  const [result] = (Array.isArray(built) ? built : [built]) as { output: { code: string }[] }[]
  return result?.output[0]?.code ?? ''
}

async function open(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  await page.waitForSelector('nav a')
  return page
}

/** Clicks the two links in turn and waits for the page of each. */
const clicks =
  (page: Page, painted: boolean): Contestant =>
  () =>
    page.evaluate(
      async ({ rounds, painted }) => {
        for (let round = 0; round < rounds; round++) {
          const [link, title] =
            round % 2 === 0 ? (['List', 'List'] as const) : (['Item', 'Item 7'] as const)
          const anchors = [...document.querySelectorAll('a')]
          anchors.find((anchor) => anchor.textContent === link)?.click()
          while (document.querySelector('main h1')?.textContent !== title) await window.turn()
          if (!painted) continue
          await new Promise(requestAnimationFrame)
          await window.turn()
        }
        if (document.title !== 'Item 7') throw new Error(`The title is "${document.title}"`)
      },
      { rounds: CLICKS, painted },
    )

const scripts = new Map<string, string>()
for (const name of CONTESTANTS) scripts.set(name, await bundle(name))
// Each at an origin of its own, and not at its root, where page.js loses its way with a hashbang.
const server = createServer(({ url, headers }, response) => {
  const script = url === '/app.js'
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
  const name = headers.host?.split('.')[0] ?? ''
  response.end(script ? scripts.get(name) : PAGE)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
})
try {
  const pages: [string, Page][] = []
  for (const name of CONTESTANTS)
    pages.push([name, await open(browser, `http://${name}.localhost:${port}/index.html`)])
  const all = (painted: boolean) =>
    Object.fromEntries(pages.map(([name, page]) => [name, clicks(page, painted)]))
  await measure({
    name: 'navigate',
    title: 'From a click on a link to the page that it leads to, in Chromium.',
    baseline: 'hashbang-router',
    packages: CONTESTANTS.slice(1),
    bars: [
      {
        what: 'a click, in the document, of the better of vue-router and react-router',
        value: (time) => {
          const of = (name: string) => time('in the document', name)
          return of('hashbang-router') / Math.min(of('vue-router'), of('react-router'))
        },
        most: 1,
      },
    ],
    cases: { 'in the document': all(false), painted: all(true) },
    sampleMs: 200,
    rounds: 11,
  })
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
}
