// The peers of the snapshot bench, each set up as its documentation says and warm: a function from
// the id of a page to its HTML, and a function that ends it.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ServerRenderer } from '@happy-dom/server-renderer'
import { render as renderLit } from '@lit-labs/ssr'
import { collectResult } from '@lit-labs/ssr/lib/render-result.js'
import { chromium } from '@playwright/test'
import { html } from 'lit'
import sirv from 'sirv'
import { pageData } from './data.ts'
import { pageText } from './strings.ts'

export interface Peer {
  render(id: number): Promise<string> | string
  close?(): Promise<unknown>
}

export const strings: Peer = { render: (id) => pageText(pageData(id), 'section') }

/** Renders the very element that the snapshot worker renders, as strings. */
export async function litSsr(): Promise<Peer> {
  await import('./views/lit.ts')
  return {
    render: (id) =>
      collectResult(renderLit(html`<bench-lit .page=${{ data: pageData(id) }}></bench-lit>`)),
  }
}

/** The app's built client behind a file server, for those that load a page as a browser does. */
export async function fileServer(folder: string): Promise<{ origin: string; close(): void }> {
  const files = sirv(folder)
  const server = createServer((req, res) => files(req, res)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A browser that is up, with one page that goes from document to document. */
export async function warmChromium(origin: string, route: string, tag: string): Promise<Peer> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  return {
    async render(id) {
      await page.goto(`${origin}/?id=${id}#!/${route}/${id}`)
      await page.waitForSelector(tag, { state: 'attached' })
      return page.content()
    },
    close: () => browser.close(),
  }
}

/** Happy DOM's own product for the purpose, its worker kept alive. */
export function serverRenderer(origin: string): Peer {
  const renderer = new ServerRenderer({
    browser: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
    },
    cache: { disable: false, directory: '' },
    logLevel: 0,
    render: { allShadowRoots: true, maxConcurrency: 16 },
    worker: { disable: false, maxConcurrency: 1 },
  })
  return {
    async render(id) {
      const url = `${origin}/peer.html?id=${id}`
      const [result] = await renderer.render([{ url }], { keepAlive: true })
      if (result?.error || !result?.content?.includes(`Ware ${id}-49`)) {
        throw new Error(result?.error ?? 'The page is not in what @happy-dom/server-renderer made')
      }
      return result.content
    },
    close: () => renderer.close(),
  }
}

/** jsdom as the globals of a thread, one document, modules once: the same plan over another DOM. */
export async function jsdom(app: string): Promise<Peer> {
  const worker = new Worker(new URL('./jsdom-worker.js', import.meta.url), {
    workerData: { app },
    execArgv: ['--conditions=browser'],
  })
  // Takes its listeners back, whichever of them is called.
  const next = async (): Promise<string> => (await once(worker, 'message'))[0]
  await next()
  return {
    render(id) {
      const answer = next()
      worker.postMessage(id)
      return answer
    },
    close: () => worker.terminate(),
  }
}

/** The size that all agree on, for the bench's first line. */
export const sizeOfShell = (folder: string): number =>
  readFileSync(join(folder, 'index.html')).byteLength
