/**
 * What a reader meets who clicks, goes back, and reloads: focus, announcement, scroll, anchors, head. It takes over 20 s: each test
 * loads pages and goes through their history in a real browser.
 */
import { expect, type Page, test } from '@playwright/test'
import { OFTEN, type Site, startSite } from './site.ts'

const soon = (ask: () => Promise<unknown>) => expect.poll(ask, OFTEN)

declare const browser: typeof import('../../dist/src/browser.js')
declare const router: { navigate(to: string, ...args: object[]): Promise<string> }

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site?.close())

const heading = (page: Page) => page.locator('hashbang-outlet h1')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const hash = (page: Page) => page.evaluate(() => location.hash)
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

for (const without of [false, true]) {
  test.describe(without ? 'without the Navigation API' : 'with the Navigation API', () => {
    test.skip(
      ({ browserName }) => without && browserName !== 'chromium',
      'WebKitGTK, which really is without, walks too',
    )
    /** Without it, `npm test` walks those ways on which the two histories differ most. */
    const rarely = without ? { tag: '@nightly' } : {}
    // One for all: a context of its own for each test takes longer than the test.
    let page: Page
    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage()
      if (!without) return
      await page.addInitScript(() => {
        Object.defineProperty(window, 'navigation', { value: undefined })
      })
    })
    test.afterAll(() => page?.close())

    async function open(url: string): Promise<void> {
      await page.goto('about:blank')
      await page.goto(url)
      await expect(heading(page)).toBeVisible()
    }

    test('focuses the new heading and announces its title', async () => {
      await open(site.page('/'))
      expect(await focused(page)).not.toBe('Home')
      await expect(page.getByRole('status')).toHaveText('')
      await page.click('text="#!/long/1"')
      await expect(heading(page)).toBeFocused()
      await expect(page.getByRole('status')).toHaveText('Long 1')
      await page.click('text="#!/form"')
      await expect(page.getByLabel('Name')).toBeFocused()
      await expect(page.getByRole('status')).toHaveText('Form')
      await page.evaluate(() => history.back())
      await expect(heading(page)).toBeFocused()
      await expect(page.getByRole('status')).toHaveText('Long 1')
    })

    test(
      'leaves the focus in a field while its page is replaced by the same with another query',
      rarely,
      async () => {
        await open(site.page('/', { body: '<input id="q"><hashbang-outlet></hashbang-outlet>' }))
        await page.evaluate(() => router.navigate('search'))
        await page.focus('#q')
        await page.evaluate(() => router.navigate('#!/search?q=a', { replace: true }))
        await expect(page.locator('#q')).toBeFocused()
      },
    )

    test(
      'begins a new page at its top and comes back to where the reader was',
      rarely,
      async () => {
        await open(`${site.page('/')}#!/long/1`)
        await page.evaluate(() => window.scrollTo(0, 2000))
        await page.evaluate(() => router.navigate('long', { n: 'slow' }))
        expect(await scrollY(page)).toBe(0)
        await page.evaluate(() => window.scrollTo(0, 700))
        await page.evaluate(() => history.back())
        await expect(heading(page)).toHaveText('Long 1')
        await soon(() => scrollY(page)).toBe(2000)
        await page.evaluate(() => history.forward())
        await expect(heading(page)).toHaveText('Long slow')
        await soon(() => scrollY(page)).toBe(700)
      },
    )

    test('scrolls to an id in the page and keeps the state', async () => {
      await open(`${site.page('/')}#!/long/1`)
      const before = await page.evaluate(() => history.length)
      await page.click('text="#sec"')
      await soon(() => hash(page)).toBe('#!/long/1?~=sec')
      await soon(() => scrollY(page)).toBeGreaterThan(2900)
      await expect(heading(page)).toHaveText('Long 1')
      await expect(page.locator('#sec')).toBeFocused()
      expect(await page.evaluate(() => history.length)).toBe(before + 1)
      await page.evaluate(() => history.back())
      await soon(() => hash(page)).toBe('#!/long/1')
      await soon(() => scrollY(page)).toBe(0)
      await page.evaluate(() => history.forward())
      await soon(() => scrollY(page)).toBeGreaterThan(2900)
      await page.click('text="#top"')
      await soon(() => scrollY(page)).toBe(0)
      await page.reload()
      await expect(heading(page)).toHaveText('Long 1')
    })

    test('comes to an id of a page that has to be loaded first', rarely, async () => {
      await open(`${site.page('/')}#!/long/slow?~=sec`)
      await soon(() => scrollY(page)).toBeGreaterThan(2900)
      await page.evaluate(() => router.navigate('long', { n: '5' }))
      expect(await scrollY(page)).toBe(0)
      await page.evaluate(() => router.navigate('long', { n: '6' }, { anchor: 'sec' }))
      await soon(() => scrollY(page)).toBeGreaterThan(2900)
    })

    test('leaves an id to the browser on the page without a state', rarely, async () => {
      await open(site.page('/'))
      await page.click('text="#sec"')
      expect(await hash(page)).toBe('#sec')
      await expect(heading(page)).toHaveText('Home')
      await page.click('text="#!/form"')
      await expect(heading(page)).toHaveText('Form')
      await page.evaluate(() => history.back())
      await expect(heading(page)).toHaveText('Home')
      expect(await hash(page)).toBe('#sec')
    })

    test('never shows what the reader has turned away from', async () => {
      await open(site.page('/'))
      const seen = await page.evaluate(async () => {
        const texts = new Set<string | undefined>()
        const outlet = document.querySelector('hashbang-outlet') as HTMLElement
        const observer = new MutationObserver(() =>
          texts.add(outlet.querySelector('h1')?.textContent ?? ''),
        )
        observer.observe(outlet, { childList: true, subtree: true })
        const turns = async (count: number) => {
          for (let n = 0; n < count; n++) await new Promise((resolve) => setTimeout(resolve))
        }
        location.hash = '!/long/held'
        while (!('end' in window)) await turns(1)
        history.back()
        while (location.hash !== '') await turns(1)
        // By then the events of the step back are told.
        await turns(20)
        const { end } = window as unknown as { end(): void }
        end()
        await turns(20)
        return [...texts]
      })
      expect(seen).not.toContain('Long held')
      await expect(heading(page)).toHaveText('Home')
      expect(await hash(page)).toBe('')
    })

    test('shows only the last of several changes at once', rarely, async () => {
      await open(site.page('/'))
      await page.evaluate(() => {
        for (const n of [1, 2, 3]) location.hash = `!/long/${n}`
      })
      await expect(heading(page)).toHaveText('Long 3')
      await page.evaluate(() => history.pushState(null, '', '#!/form'))
      await page.evaluate(() => history.back())
      await expect(heading(page)).toHaveText('Long 3')
      expect(await hash(page)).toBe('#!/long/3')
    })

    test('goes home without a fragment and without a reload', async () => {
      const url = site.page('/', {
        body: '<a href="/">home</a><hashbang-outlet></hashbang-outlet>',
      })
      await open(`${url}#!/form`)
      await page.evaluate(() => Object.assign(window, { same: true }))
      await page.click('text="home"')
      await expect(heading(page)).toHaveText('Home')
      expect(page.url()).toBe(url)
      expect(await page.evaluate(() => 'same' in window)).toBe(true)
    })

    test('leaves other uses of a link to the browser', rarely, async () => {
      const body =
        '<a href="#!/form" target="_blank">blank</a> <a href="#!/form" download>save</a> <a href="/other#!/form">other</a><hashbang-outlet></hashbang-outlet>'
      site.page('/other', { body: '<h1>Other</h1>', script: '' })
      await open(site.page('/', { body }))
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.click('text="blank"'),
      ])
      await expect(heading(opened)).toHaveText('Form')
      await opened.close()
      await expect(heading(page)).toHaveText('Home')
      await page.click('text="other"')
      await expect(page.locator('h1')).toHaveText('Other')
    })

    test('shows nothing of a page that a guard turns away from', rarely, async () => {
      await open(site.page('/'))
      const urls: string[] = []
      page.on('framenavigated', (frame) => urls.push(new URL(frame.url()).hash))
      await page.evaluate(() => {
        location.hash = '!/secret'
      })
      await expect(heading(page)).toHaveText('Form')
      await soon(() => hash(page)).toBe('#!/form')
      if (!without) expect(urls).not.toContain('#!/secret')
    })

    test('keeps the reader with unsaved work, whichever way out is taken', async () => {
      await open(`${site.page('/')}#!/form`)
      await page.evaluate(() => router.navigate('long', { n: '1' }))
      await page.evaluate(() => {
        const asked: string[] = []
        const undo = browser.block(router as never, (state) => {
          asked.push(state)
          return false
        })
        Object.assign(window, { asked, undo })
        location.hash = '!/form'
      })
      const stays = async (asked: readonly string[]) => {
        await soon(() =>
          page.evaluate(() => (window as unknown as { asked: string[] }).asked),
        ).toEqual(asked)
        await soon(() => hash(page)).toBe('#!/long/1')
      }
      await stays(['/form'])
      await page.click('text="#!/long/2"')
      await stays(['/form', '/long/2'])
      await page.evaluate(() => history.back())
      await stays(['/form', '/long/2', '/form'])
      await page.click('text="#sec"')
      await soon(() => hash(page)).toBe('#!/long/1?~=sec')
      await expect(heading(page)).toHaveText('Long 1')
      await page.evaluate(() => (window as unknown as { undo(): void }).undo())
      await page.click('text="#!/form"')
      await expect(heading(page)).toHaveText('Form')
    })

    test('works under <base>, where "#!" alone would lead away', rarely, async () => {
      await open(site.page('/', { head: '<base href="/assets/">' }))
      await page.click('text="#!/long/1"')
      await expect(heading(page)).toHaveText('Long 1')
      await page.click('text="#sec"')
      await soon(() => hash(page)).toBe('#!/long/1?~=sec')
      await page.evaluate(() => router.navigate('form'))
      await expect(heading(page)).toHaveText('Form')
      expect(new URL(page.url()).pathname).toBe('/')
    })

    test('moves to #! from #/, at the start and later', rarely, async () => {
      const script =
        'window.router = browser.start(routes, { context: null, upgrade: browser.fromHash })'
      await open(`${site.page('/', { script })}#/long/1`)
      await expect(heading(page)).toHaveText('Long 1')
      expect(await hash(page)).toBe('#!/long/1')
      await page.evaluate(() => {
        location.hash = '/form'
      })
      await expect(heading(page)).toHaveText('Form')
      await soon(() => hash(page)).toBe('#!/form')
      await page.evaluate(() => history.back())
      await expect(heading(page)).toHaveText('Long 1')
    })
  })
}
