/** Forms whose action is a state. */
import { expect, type Page } from '@playwright/test'
import { OFTEN, overHistories, type Site, test } from './site.ts'

const APP = {
  script: `const { defineRoutes, html, htmlView, route } = await import('hashbang-router')
    const show = (view) => async () => ({ default: view })
    window.router = browser.start(defineRoutes({
      home: route('', { view: show(htmlView(() => html\`<h1>Home</h1>\`)) }),
      search: route('/search', { view: show(htmlView(() => html\`<h1>Search</h1>\`)) }),
    }), {})`,
}

const FIELDS = `<input name="q" value="a b&amp;c"><input type="checkbox" name="box" value="1" checked>
  <input type="checkbox" name="off"><select name="list" multiple><option selected>1<option selected>2</select>
  <input name="gone" disabled value="x"><input type="file" name="file"><button id="go" name="by" value="enter">Go</button>
  <button id="other" formaction="#!/search?all" name="by" value="other">Other</button>`

async function show(page: Page, site: Site, form: string): Promise<void> {
  await page.goto(site.page('/', APP))
  await page.locator('h1', { hasText: 'Home' }).waitFor()
  await page.evaluate((form) => {
    document.body.insertAdjacentHTML('beforeend', form)
  }, form)
}

const hash = (page: Page) => page.evaluate(() => location.hash)
const search = (page: Page) => page.evaluate(() => location.search)

overHistories((rarely) => {
  test('a form leads to its state, with its fields as search params', async ({ page, site }) => {
    await show(page, site, `<form action="#!/search?page=9">${FIELDS}</form>`)
    await page.click('#go')
    await page.locator('h1', { hasText: 'Search' }).waitFor()
    expect(await hash(page)).toBe('#!/search?q=a%20b%26c&box=1&list=1&list=2&by=enter')
    expect(await search(page)).toBe('')
    await page.evaluate(() => history.back())
    await page.locator('h1', { hasText: 'Home' }).waitFor()
  })

  test('the button decides, and so does the Enter key', rarely, async ({ page, site }) => {
    await show(page, site, `<form action="#!/nowhere">${FIELDS}</form>`)
    await page.click('#other')
    await page.locator('h1', { hasText: 'Search' }).waitFor()
    expect(await hash(page)).toContain('#!/search?q=a%20b%26c&')
    await page.locator('[name=q]').fill('x')
    await page.locator('[name=q]').press('Enter')
    await expect.poll(() => hash(page), OFTEN).toContain('#!/nowhere?q=x&')
  })

  test('a form in a shadow tree is led as well', rarely, async ({ page, site }) => {
    await show(page, site, '<div id="host"></div>')
    await page.evaluate(() => {
      const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
      if (root) root.innerHTML = '<form action="#!/search"><input name="q" value="deep"></form>'
    })
    await page.locator('[name=q]').press('Enter')
    await expect.poll(() => hash(page), OFTEN).toBe('#!/search?q=deep')
  })

  test('another window gets the state as well', rarely, async ({ page, site, context }) => {
    for (const form of [
      `<form action="#!/search" target="_blank">${FIELDS}</form>`,
      `<form action="#!/search">${FIELDS}</form>`,
    ]) {
      await show(page, site, form)
      const opened = context.waitForEvent('page')
      await page.click('#go', form.includes('_blank') ? {} : { modifiers: ['ControlOrMeta'] })
      const other = await opened
      await expect.poll(() => hash(other), OFTEN).toMatch(/^#!\/search\?q=a%20b%26c&/)
      expect(await hash(page)).toBe('')
      await other.close()
    }
  })

  test(
    'forms of the view, of a server and of dialogs stay theirs',
    rarely,
    async ({ page, site }) => {
      const forms = [
        '<form method="post" action="#!/search"><button>Go</button></form>',
        '<dialog open><form method="dialog" action="#!/search"><button>Go</button></form></dialog>',
        '<form action="/empty"><button>Go</button></form>',
        '<form action="#!/search" onsubmit="event.preventDefault()"><button>Go</button></form>',
      ]
      for (const form of forms) {
        await show(page, site, form)
        const isLed = await page.evaluate(async () => {
          const prevented = new Promise<boolean>((resolve) => {
            window.addEventListener('submit', (event) => {
              resolve(event.defaultPrevented)
              event.preventDefault()
            })
          })
          document.querySelector('button')?.click()
          return prevented
        })
        expect(isLed, form).toBe(form.includes('onsubmit'))
        expect(await hash(page)).toBe('')
      }
    },
  )
})
