/**
 * The guide to counting visits: its code, as it stands there, counts each page that is shown once, with and without the Navigation
 * API. Plausible's own script from npm; the others are not on npm, so that what their snippets leave in the page is looked at.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { OFTEN, type Site, startSite } from './site.ts'

const soon = (ask: () => Promise<unknown>) => expect.poll(ask, OFTEN)

declare const router: { navigate(to: string, options?: object): Promise<string> }
declare const browser: typeof import('../../dist/src/browser.js')

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/visits.md'), 'utf8')

/** The code of a section, on the app of the specs. */
function codeOf(section: string): string {
  const block = new RegExp(`^## ${section}\\n[\\s\\S]*?\`\`\`ts\\n([\\s\\S]*?)\`\`\``, 'm').exec(
    guide,
  )?.[1]
  const code = (block ?? '')
    .replace(/^import .* from '(?:hashbang-router\/browser|\.\/routes\.ts)'\n/gm, '')
    .replace(
      "'@plausible-analytics/tracker'",
      "'/node_modules/@plausible-analytics/tracker/plausible.js'",
    )
    // It counts nothing of a machine's own pages.
    .replace('init({', 'init({ captureOnLocalhost: true,')
  expect(code).toContain('start(routes)')
  return `const { start } = browser; ${code}\nwindow.router = router`
}

/** What a script has been told, as [address, title or null, referrer or null]. */
type View = [url: string, title: string | null, referrer: string | null]

interface Script {
  readonly section: string
  /** What its snippet leaves in the page. */
  readonly head: string
  /** Reads the views that were sent. */
  views(page: Page, posted: readonly string[]): Promise<View[]>
}

const SCRIPTS: readonly Script[] = [
  {
    section: 'Plausible',
    head: '<script>window.__plausible = true</script>',
    views: async (_, posted) =>
      posted
        .map((body) => JSON.parse(body) as { n: string; u: string })
        .filter(({ n }) => n === 'pageview')
        .map(({ u }) => [u, null, null]),
  },
  {
    section: 'Umami',
    head: `<script>window.sent = []
      window.umami = { track: (make) => sent.push(make({ website: 'w', url: location.href })) }</script>`,
    views: (page) =>
      page.evaluate(() =>
        (window as unknown as { sent: Record<string, string>[] }).sent.map(
          ({ url, title, referrer }): View => [url as string, title as string, referrer as string],
        ),
      ),
  },
  {
    section: 'Matomo',
    head: '<script>window._paq = []</script>',
    views: (page) =>
      page.evaluate(() => {
        const said: Record<string, string | undefined> = {}
        const views: View[] = []
        for (const [name = '', value] of (window as unknown as { _paq: string[][] })._paq) {
          said[name] = value
          if (name === 'trackPageView')
            views.push([
              `${said.setCustomUrl}`,
              `${said.setDocumentTitle}`,
              `${said.setReferrerUrl}`,
            ])
        }
        return views
      }),
  },
  {
    section: 'Google Analytics',
    head: `<script>window.dataLayer = []; function gtag() { dataLayer.push(arguments) }
      gtag('config', 'G-1', { send_page_view: false })</script>`,
    views: (page) =>
      page.evaluate(() =>
        [...(window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer]
          .map((one) => Array.from(one) as [string, string, Record<string, string>])
          .filter(([what, name]) => what === 'event' && name === 'page_view')
          .map(
            ([, , { page_location, page_title, page_referrer }]): View => [
              page_location as string,
              page_title as string,
              page_referrer as string,
            ],
          ),
      ),
  },
]

test.skip(({ browserName }) => browserName !== 'chromium', 'what it sends is read in Chromium')

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site?.close())

/** Walks, and gives the paths of the pages that are shown, with their titles. */
async function walk(page: Page): Promise<[path: string, title: string][]> {
  const heading = page.locator('hashbang-outlet h1')
  await expect(heading).toHaveText('Home')
  await page.click('text="#!/long/1"')
  await expect(heading).toHaveText('Long 1')
  // An id within the page is none.
  await page.click('text="#sec"')
  await page.waitForFunction(() => location.hash.endsWith('sec'))
  await page.goBack()
  await page.waitForFunction(() => !location.hash.endsWith('sec'))
  // To where it leads, and not at once: one.
  await page.evaluate(() => router.navigate('secret'))
  await expect(heading).toHaveText('Form')
  // One that another came before is none.
  const outcomes = await page.evaluate(() =>
    Promise.all([router.navigate('#!/long/slow'), router.navigate('#!/shop/1', { replace: true })]),
  )
  expect(outcomes).toEqual(['superseded', 'done'])
  await page.goBack()
  await expect(heading).toHaveText('Form')
  await page.evaluate(async () => {
    const stay = browser.block(router as never, () => false)
    const outcome = await router.navigate('#!/long/2')
    stay()
    if (outcome !== 'blocked') throw new Error(`It was ${outcome}`)
  })
  await page.evaluate(() => router.navigate('#!/nowhere'))
  await expect(heading).toHaveText('Not found')
  return [
    ['/', 'Home'],
    ['/long/1', 'Long 1'],
    ['/form', 'Form'],
    ['/shop/1', 'Item 1'],
    ['/form', 'Form'],
    ['/nowhere', 'Not found'],
  ]
}

for (const without of [false, true]) {
  const rarely = without ? { tag: '@nightly' } : {}
  for (const [at, { section, head, views }] of SCRIPTS.entries()) {
    // Plausible's own script, and one that is looked at; the others are looked at in the same way.
    const details = without || at % 3 > 0 ? { tag: '@nightly' } : {}
    test(
      `${section} is told of each page once, ${without ? 'without' : 'with'} the Navigation API`,
      details,
      async ({ page }) => {
        if (without) {
          await page.addInitScript(() =>
            Object.defineProperty(window, 'navigation', { value: undefined }),
          )
        }
        const posted: string[] = []
        await page.route('https://plausible.io/**', (route) => {
          posted.push(route.request().postData() ?? '')
          return route.fulfill({ status: 202 })
        })
        const path = `/${section}/`.replaceAll(' ', '-')
        // What a sign-in service has sent is not sent on.
        await page.goto(`${site.page(path, { head, script: codeOf(section) })}#access_token=secret`)
        const expected = await walk(page)
        await soon(async () => (await views(page, posted)).length).toBe(expected.length)
        const counted = await views(page, posted)
        expect(counted.map(([url, title], at) => [url, title ?? expected[at]?.[1]])).toEqual(
          expected.map(([state, title]) => [site.origin + state, title]),
        )
        const referrers = counted.slice(1).map(([, , referrer]) => referrer)
        if (counted[0]?.[2] !== null)
          expect(referrers).toEqual(counted.slice(0, -1).map(([url]) => url))
      },
    )
  }

  test(
    `a script that was blocked takes no page with it, ${without ? 'without' : 'with'} the Navigation API`,
    rarely,
    async ({ page }) => {
      if (without) {
        await page.addInitScript(() =>
          Object.defineProperty(window, 'navigation', { value: undefined }),
        )
      }
      const script = `${codeOf('Umami')}\nwindow.heard = []\nrouter.subscribe(({ state }) => heard.push(state))`
      await page.goto(site.page('/blocked/', { script }))
      await expect(page.locator('hashbang-outlet h1')).toHaveText('Home')
      expect(await page.evaluate(() => router.navigate('form'))).toBe('done')
      const told = await page.evaluate(() => ({
        heard: (window as unknown as { heard: string[] }).heard,
        errors: (window as unknown as { errors: string[] }).errors.map((text) =>
          /umami is not defined/.test(text),
        ),
      }))
      expect(told).toEqual({ heard: ['', '/form'], errors: [true, true] })
    },
  )
}
