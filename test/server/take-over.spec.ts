/** Takes over the page that the server sent, as a person sees it, on a slow machine too. */
import { expect, type Page, type Route, test } from '@playwright/test'
import { FORMS, formAt } from '../fixtures/taken-over/forms.ts'
import { APPS, pathOf } from '../fixtures/taken-over/project.ts'
import { serveTakenOver, type TakenOver } from '../fixtures/taken-over/serve.ts'
import { keepScrollbar, slow, watch } from '../fixtures/taken-over/watch.ts'

// A document that becomes too tall for a moment is seen by its scrollbar, which is not shown
// otherwise.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

const tagOf = (isShort: boolean) => ({ tag: isShort ? [] : ['@nightly'] })

let server: TakenOver
let origin: string
test.beforeAll(async () => {
  server = await serveTakenOver()
  origin = server.origin
})
test.afterAll(() => server?.stop())

const STILL = { shifts: [], empty: 0, places: 1, loading: 0 }

const ready = (page: Page) => page.waitForSelector('html[data-ready=done]')
const loadsOf = (page: Page) => page.evaluate('asked')

async function expectWord(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveText('A long word')
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
  expect(await loadsOf(page)).toEqual([])
}

for (const { framework, kind } of APPS) {
  const at = () => origin + pathOf(framework, 'word/long')

  for (const isSlow of [false, true]) {
    const where = isSlow ? 'on a slow machine' : 'here'
    const details = tagOf(!isSlow && framework !== 'vue')
    test(
      `${framework}, ${kind}: every frame shows the content, and nothing moves, ${where}`,
      details,
      async ({ page }) => {
        const fast = isSlow ? await slow(page) : () => undefined
        await keepScrollbar(page)
        const seen = await watch(page)
        await page.goto(at())
        await ready(page)
        await seen.next()
        expect(await seen.end()).toEqual(STILL)
        await expectWord(page)
        expect(await page.locator('hashbang-outlet').count()).toBe(1)
        await expect(page.getByText('At the end')).toHaveCount(framework === 'lit' ? 1 : 0)
        await fast()
      },
    )
  }

  test(
    `${framework}, ${kind}: typed text, selection and scroll position from before stay`,
    tagOf(framework === 'vue'),
    async ({ page }) => {
      await keepScrollbar(page)
      const seen = await watch(page)
      const view = held(page, /\/assets\/word-[^/]*\.js/)
      await page.goto(at(), { waitUntil: 'commit' })
      const scripts = await view
      await expect(page.locator('h1')).toHaveText('A long word')
      await page.getByLabel('find').pressSequentially('typed')
      await select(page, 'find')
      await page.mouse.wheel(0, 500)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(500)
      // Longer than a view for the meantime waits.
      await page.waitForFunction(() => document.querySelector('[aria-busy]'))
      await seen.next()
      scripts.go()
      await ready(page)
      await seen.next()
      expect(await seen.end()).toEqual(STILL)
      expect(await page.evaluate(() => scrollY)).toBe(500)
      await expect(page.getByLabel('find')).toHaveValue('typed')
      await expectSelected(page, 'find')
      expect(await loadsOf(page)).toEqual([])
    },
  )
}

test('a navigation gets declarative shadow trees, other readers the same text in place', async ({
  request,
}) => {
  const get = async (framework: 'lit' | 'vue', headers = {}) => {
    const answer = await request.get(origin + pathOf(framework, 'word/short'), { headers })
    const html = await answer.text()
    const [, body = ''] = /<hashbang-outlet>(.*)<\/hashbang-outlet>/s.exec(html) ?? []
    const text = body.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, '')
    const { vary, etag } = answer.headers()
    return {
      vary,
      etag,
      text,
      isDeclared: body.includes('<template shadowrootmode="open"><!--hashbang-->'),
    }
  }
  const navigation = { 'sec-fetch-mode': 'navigate' }
  const declared = await get('lit', navigation)
  const inPlace = await get('lit')
  const vary = 'Accept, Sec-Fetch-Mode, Accept-Encoding'
  expect(declared).toMatchObject({ isDeclared: true, vary })
  expect(inPlace).toEqual({ ...declared, isDeclared: false, etag: inPlace.etag })
  expect(inPlace.text).toMatch(/^A short word(Line \d){9}$/)
  expect(inPlace.etag).not.toBe(declared.etag)
  const plain = await get('vue', navigation)
  expect(plain.vary).toBe('Accept, Accept-Encoding')
  expect(await get('vue')).toEqual(plain)
})

test('lit, shadow trees in place, as on a host of files: nothing moves, and typed text stays', async ({
  page,
}) => {
  const at = origin + pathOf('lit', 'word/long')
  const body = await (await fetch(at)).text()
  expect(body).not.toContain('<template')
  await page.route(at, (route) => route.fulfill({ contentType: 'text/html', body }))
  await keepScrollbar(page)
  const seen = await watch(page)
  const view = held(page, /\/assets\/word-[^/]*\.js/)
  await page.goto(at, { waitUntil: 'commit' })
  const scripts = await view
  await page.getByLabel('find').pressSequentially('typed')
  scripts.go()
  await ready(page)
  await seen.next()
  expect(await seen.end()).toEqual(STILL)
  await expectWord(page)
  await expect(page.getByText('Line 49')).toHaveCount(1)
  await expect(page.getByLabel('find')).toHaveValue('typed')
})

for (const framework of FORMS) {
  test(
    `${framework}: input into a form before the app starts is passed on to the form of the app`,
    tagOf(framework === 'lit' || framework === 'html'),
    async ({ page }) => {
      const faults: string[] = []
      page.on('console', (one) => one.type() === 'error' && faults.push(one.text()))
      page.on('pageerror', ({ message }) => faults.push(message))
      await keepScrollbar(page)
      const seen = await watch(page)
      const view = held(page, /\/assets\/form-[^/]*\.js/)
      await page.goto(origin + formAt(framework), { waitUntil: 'commit' })
      const scripts = await view
      await page.getByLabel('note').fill('noted')
      await page.getByLabel('box').check()
      await page.getByLabel('choice').selectOption('two')
      await page.getByLabel('plain').fill('nameless')
      await page.getByText('more').click()
      await page.getByLabel('text').pressSequentially('typed')
      await select(page, 'text')
      scripts.go()
      await ready(page)
      await seen.next()
      const { shifts, empty, loading } = await seen.end()
      expect({ shifts, empty, loading }).toEqual({ shifts: [], empty: 0, loading: 0 })
      await expect(page.getByLabel('text')).toHaveValue('typed')
      await expect(page.getByLabel('note')).toHaveValue('noted')
      await expect(page.getByLabel('box')).toBeChecked()
      await expect(page.getByLabel('choice')).toHaveValue('two')
      await expect(page.getByLabel('plain')).toHaveValue('nameless')
      await expect(page.getByText('inside')).toBeVisible()
      await expectSelected(page, 'text')
      // The app has received it, and the events after it.
      await page.getByLabel('text').press('End')
      await page.getByLabel('text').pressSequentially('!')
      const received = framework === 'html' ? '' : 'typed!,noted,true,two'
      await expect(page.locator('output')).toHaveText(received)
      // As ever, a change does not leave a shadow tree.
      if (framework !== 'lit') expect(await page.evaluate('changed')).toContain('noted')
      expect(faults).toEqual([])
    },
  )
}

const select = (page: Page, label: string) =>
  page.getByLabel(label).evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 3))

async function expectSelected(page: Page, label: string): Promise<void> {
  await expect(page.getByLabel(label)).toBeFocused()
  const caret = (input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]
  expect(await page.getByLabel(label).evaluate(caret)).toEqual([1, 3])
}

/** Keeps the answers to some requests back. @returns Settles when the first is asked for. */
function held(page: Page, urls: RegExp): Promise<{ go(): void }> {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  return new Promise((resolve) => {
    void page.route(urls, async (route: Route) => {
      resolve({ go })
      await gone
      await route.continue()
    })
  })
}
