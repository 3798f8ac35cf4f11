/**
 * Reads the pages of the corpus in Chromium, or takes what it computed before from the cache. A
 * changed page, reader or browser is read again.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page as Tab } from '@playwright/test'
import { findChromium } from '../run/chromium.ts'
import { CACHE, type Page } from './pages.ts'
import type { Packed } from './read-styles.ts'
import { HEIGHT, VIEWS } from './views.ts'

const URL_OF_PAGES = 'http://localhost/'

/** A file of the cache. */
export interface ChromiumValues {
  readonly properties: readonly string[]
  /** In the order of `VIEWS`. */
  readonly views: readonly Packed[]
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** @returns The file of the cache with the values of each page. */
export async function chromiumFiles(pages: readonly Page[]): Promise<string[]> {
  mkdirSync(CACHE, { recursive: true })
  const key = keyOfReader()
  const files = pages.map(({ html }) => join(CACHE, `${hash(key, html)}.json`))
  const missing = pages.flatMap((page, at) => {
    const file = files[at] ?? ''
    return existsSync(file) ? [] : [{ ...page, file }]
  })
  if (missing.length === 0) return files
  const browser = await launch()
  try {
    const tab = await openTab(browser)
    for (const { html, file } of missing)
      writeFileSync(file, JSON.stringify(await valuesOfPage(tab, html)))
  } finally {
    await browser.close()
  }
  return files
}

const hash = (...texts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 24)

function keyOfReader(): string {
  const program = findChromium()
  const sources = ['in-chromium.ts', 'read-styles.ts', 'views.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  )
  return hash(program, `${statSync(program).mtimeMs}`, ...sources)
}

/** Opens a tab without a network, with the functions of `in-chromium.ts` as `fixture`. */
export async function openTab(browser: Browser): Promise<Tab> {
  // Vite takes a while to load, which a run with a full cache has no use for.
  const { bundle } = await import('../server/engine.ts')
  const tab = await browser.newPage()
  await tab.addInitScript({ content: await bundle('../styles/in-chromium.ts') })
  await tab.goto('about:blank')
  return tab
}

async function valuesOfPage(tab: Tab, html: string): Promise<ChromiumValues> {
  await tab.unrouteAll()
  await tab.route('**/*', (route) =>
    route.request().url() === URL_OF_PAGES
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
      : route.abort(),
  )
  const views: Packed[] = []
  let properties: string[] = []
  for (const { width, scheme } of VIEWS) {
    await tab.setViewportSize({ width, height: HEIGHT })
    await tab.emulateMedia({ colorScheme: scheme })
    await tab.goto(URL_OF_PAGES)
    properties = await tab.evaluate('fixture.enumerated()')
    views.push(await tab.evaluate(`fixture.packRows(${JSON.stringify(properties)})`))
  }
  return { properties, views }
}
