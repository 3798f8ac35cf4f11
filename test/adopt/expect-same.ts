/** Compares an adopted app with itself in Chromium, by the server that people run. */

import type { Page } from '@playwright/test'
import type { App } from './apps.ts'
import { test as base, expect, type Fixtures } from './fixtures.ts'

/** The content that a reader finds. Links are compared by the state, in any spelling. */
const read = (page: Page) =>
  page.evaluate(() => {
    const text = (element: Element) =>
      (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim()
    const state = (href: string) =>
      decodeURIComponent(
        new URL(href).href
          .replace(/^https?:\/\/[^/]+/, '')
          .replace(/\?_escaped_fragment_=[^#]*(?=#)/, '')
          .replace(/\?_escaped_fragment_=/, '#')
          .replace(/#!/, '#')
          // docsify's places in a page.
          .replace(/#[^#]*\?id=/, '#')
          // Both are the first state.
          .replace(/#\/$/, ''),
      )
    return {
      title: document.title,
      text: text(document.body),
      headings: [...document.querySelectorAll('h1, h2, h3, h4')].map(text),
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((a) => [
        state(a.href),
        text(a),
      ]),
      images: [...document.querySelectorAll('img')].map((image) => [image.src, image.alt]),
    }
  })

/** The parts of an app to compare; its files are in a folder where it has none of its own. */
type Compared = Pick<App, 'shows' | 'prefix'> & Partial<Pick<App, 'files' | 'vendor'>>

async function expectSame(
  { page, listen, open }: Pick<Fixtures, 'listen' | 'open'> & { readonly page: Page },
  { shows, prefix, files = {}, vendor }: Compared,
  site?: string,
): Promise<void> {
  const { origin } = await listen((req, res) => served.site.all(req, res))
  const pages = site === undefined ? {} : { pages: { '/': { site } } }
  const served = await open(files, { origin, states: 'auto', ...pages }, vendor)
  // Pictures of badges and the like are nothing of the app.
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  )
  const mark = prefix.startsWith('#!') ? '#!' : '#'
  for (const [state, last] of Object.entries(shows)) {
    const message = () => `the state "${state}"; ${served.logOf(state)}`
    const answer = await page.goto(`${origin}/?_escaped_fragment_=${encodeURIComponent(state)}`)
    expect(answer?.status(), message()).toBe(200)
    expect(await page.locator('script:not([type$=json])').count()).toBe(0)
    const shown = await read(page)
    expect(shown.text, message()).toContain(last)
    await page.goto('about:blank')
    // A page that loads itself anew ends this navigation.
    await page.goto(`${origin}/${state && mark + state}`, { waitUntil: 'commit' })
    await expect.poll(() => read(page).catch(String), { message: message() }).toEqual(shown)
  }
}

interface Same {
  /**
   * Serves an app, or a folder, and expects each of its states to show its text, and all the same
   * as in Chromium.
   */
  readonly expectSame: (app: Compared, site?: string) => Promise<void>
}

export const test = base.extend<Same>({
  expectSame: ({ page, listen, open }, use) =>
    use((app, site) => expectSame({ page, listen, open }, app, site)),
})

/** States of `#/` and the name of a case, and the text of each when nothing more comes. */
export const statesOf = (
  cases: Readonly<Record<string, string>>,
  last: Readonly<Record<string, string>>,
  otherwise = '',
): App['shows'] =>
  Object.fromEntries(Object.keys(cases).map((name) => [`/${name}`, last[name] ?? otherwise]))

/** Code by the name of its case, as the members of an object of functions. */
export const functionsOf = (cases: Readonly<Record<string, string>>): string =>
  Object.entries(cases)
    .map(([name, code]) => `'${name}': () => { ${code} }`)
    .join(',\n')
