// The guide to counting visits: its code, as it stands there, counts each page that is shown once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { OFTEN, overHistories, test } from './site.ts'

declare const router: { navigate(to: string, options?: object): Promise<string> }
declare const browser: typeof import('../../dist/src/browser.js')
declare const states: string[]
declare const errors: string[]

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/visits.md'), 'utf8')

/** The code of a section, on the app of the specs. */
function codeOf(section: string): string {
  const fence = new RegExp(`^## ${section}\\n[\\s\\S]*?\`\`\`ts\\n([\\s\\S]*?)\`\`\``, 'm')
  const code = (fence.exec(guide)?.[1] ?? '')
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

interface Script {
  readonly head: string
  /** An expression for the views among the sent events, as [address, title, referrer]. */
  readonly views: string
}

const SCRIPTS: Readonly<Record<string, Script>> = {
  // It sends no titles and no referrers within the page.
  Plausible: {
    head: '<script>window.__plausible = true</script>',
    views: `posted.map(JSON.parse).filter(({ n }) => n === 'pageview').map(({ u }) => [u, null, null])`,
  },
  'Google Analytics': {
    head: `<script>window.dataLayer = []; function gtag() { dataLayer.push(arguments) }
      gtag('config', 'G-1', { send_page_view: false })</script>`,
    views: `dataLayer.filter(([what, name]) => what === 'event' && name === 'page_view')
      .map(([, , view]) => [view.page_location, view.page_title, view.page_referrer])`,
  },
  Umami: {
    head: `<script>window.sent = []
      window.umami = { track: (make) => sent.push(make({ website: 'w', url: location.href })) }</script>`,
    views: 'sent.map(({ url, title, referrer }) => [url, title, referrer])',
  },
  Matomo: {
    head: '<script>window._paq = []</script>',
    views: `_paq.flatMap(([name, value], at) => {
      const last = (key) => _paq.slice(0, at).findLast(([one]) => one === key)[1]
      return name === 'trackPageView' ? [[last('setCustomUrl'), last('setDocumentTitle'), last('setReferrerUrl')]] : []
    })`,
  },
}
const GATE = ['Plausible', 'Google Analytics']

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
  const outcome = await page.evaluate(async () => {
    const stay = browser.block(router as never, () => false)
    return router.navigate('#!/long/2').finally(stay)
  })
  expect(outcome).toBe('blocked')
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

test.skip(({ browserName }) => browserName !== 'chromium', 'its requests are read in Chromium')

overHistories((rarely) => {
  for (const [name, { head, views }] of Object.entries(SCRIPTS)) {
    // The others are looked at in the same way.
    const details = GATE.includes(name) ? rarely : { tag: '@nightly' }
    test(`${name} counts each page once`, details, async ({ page, site }) => {
      const posted: string[] = []
      await page.route('https://plausible.io/**', (route) => {
        posted.push(route.request().postData() ?? '')
        return route.fulfill({ status: 202 })
      })
      const path = `/${name.replace(' ', '-')}/`
      // Values from a sign-in service are not passed on.
      await page.goto(`${site.page(path, { head, script: codeOf(name) })}#access_token=secret`)
      const expected = await walk(page)
      const counted = () =>
        page.evaluate(`((posted) => ${views})(${JSON.stringify(posted)})`) as Promise<
          (string | null)[][]
        >
      await expect.poll(async () => (await counted()).length, OFTEN).toBe(expected.length)
      const seen = await counted()
      expect(seen.map(([url, title], at) => [url, title ?? expected[at]?.[1]])).toEqual(
        expected.map(([state, title]) => [site.origin + state, title]),
      )
      if (seen[0]?.[2] !== null)
        expect(seen.slice(1).map(([, , referrer]) => referrer)).toEqual(
          seen.slice(0, -1).map(([url]) => url),
        )
    })
  }

  test('a blocked script breaks no page', rarely, async ({ page, site }) => {
    const script = `${codeOf('Umami')}\nwindow.states = []\nrouter.subscribe(({ state }) => states.push(state))`
    await page.goto(site.page('/blocked/', { script }))
    await expect(page.locator('hashbang-outlet h1')).toHaveText('Home')
    expect(await page.evaluate(() => router.navigate('form'))).toBe('done')
    expect(await page.evaluate(() => states)).toEqual(['', '/form'])
    expect(await page.evaluate(() => errors)).toEqual(
      Array(2).fill(expect.stringContaining('umami is not defined')),
    )
  })
})
