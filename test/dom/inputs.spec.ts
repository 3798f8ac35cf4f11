/**
 * What the browser's address bar alone does to a fragment, and the router then shows. How fragments are read is in
 * src/client-inputs.test.ts.
 */
import { expect, type Page, test } from '@playwright/test'
import { toPrettyUrl, toUglyUrl } from '../../dist/src/url.js'
import { type Site, startSite } from './site.ts'

test.skip(({ browserName }) => browserName !== 'chromium', 'Firefox takes no URL of two megabytes')

let site: Site
let page: Page
test.beforeEach(async ({ browser }) => {
  site = await startSite()
  page = await browser.newPage()
  await page.goto(site.page('/'))
  // The load event waits for no module that awaits.
  await expect(page.locator('hashbang-outlet h1')).toHaveText('Home')
})
test.afterEach(async () => {
  await page?.close()
  await site?.close()
})

declare const router: {
  readonly page: { readonly state: string }
  subscribe(listener: () => void): () => void
}

/** Goes to a fragment as an edited address does, and says what came of it. */
const visit = (fragment: string) =>
  page.evaluate(async (fragment) => {
    const entries = history.length
    let shown = 0
    const isState = fragment.startsWith('#!')
    const over = new Promise<void>((resolve) => {
      router.subscribe(() => {
        shown++
        if (isState) resolve()
      })
      // By the end of the event's task, a router that takes no notice has shown nothing.
      if (!isState) addEventListener('hashchange', () => setTimeout(resolve), { once: true })
    })
    location.hash = fragment
    await over
    return {
      address: location.href,
      entries: history.length - entries,
      shown,
      state: router.page.state,
      heading: document.querySelector('hashbang-outlet h1')?.textContent,
      text: document.querySelector('hashbang-outlet p')?.textContent,
      images: document.images.length,
    }
  }, fragment)

/** The state that a server reads from the URL that a crawler makes of an address. */
const onServer = (address: string) => toPrettyUrl(toUglyUrl(address) ?? '')?.split('#!')[1]

for (const { name, fragment, state } of [
  {
    name: 'a fragment of two million characters is one visit',
    fragment: `#!${'x'.repeat(2_200_000)}`,
    state: 'x'.repeat(2_200_000),
  },
  {
    name: 'a fragment that the browser escapes is one visit, and markup in it is text',
    fragment: '#!/x"><img src=x onerror=alert(1)>',
    state: '/x%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  },
]) {
  test(name, async () => {
    const { address, text, ...got } = await visit(fragment)
    expect(got).toEqual({ entries: 1, shown: 1, state, heading: 'Not found', images: 0 })
    expect(text).toBe(state)
    expect(onServer(address)).toBe(state)
  })
}

test('a fragment without ! is left to the browser', async () => {
  const { address, ...got } = await visit('#/items/1')
  expect(address).toBe(`${site.origin}/#/items/1`)
  expect(got).toMatchObject({ entries: 1, shown: 0, state: '', heading: 'Home' })
  expect(onServer(address)).toBeUndefined()
})
