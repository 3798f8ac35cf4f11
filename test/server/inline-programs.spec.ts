/** The programs in pages, in a browser: of the home, and of the readable page of an adopted app. */
import { expect, type Page, test } from '@playwright/test'
import { homeScript, openAppScript } from '../../dist/server/html/inline-scripts.js'

const ORIGIN = 'http://a.test'

async function serve(page: Page, html: string): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html>${html}` }),
  )
}

const HOME = `<html lang="de"><head><title>Page</title><meta data-hashbang name="description" content="p">
<script type="application/json" id="hashbang-head">{"lang":"en","tags":[["title",[],"Site"],["meta",[["name","description"],["content","Of the <b>site"]],""]]}</script></head>
<body><a href="/s/x" data-hashbang-href="#!/x">x</a><a href="/y" data-hashbang-href="//b.test/#!/y">y</a>
<hashbang-outlet>${homeScript('/s/')}<h1>Home</h1></hashbang-outlet>
<script>globalThis.shown = document.querySelector('h1').checkVisibility()</script>`

/** When the document has been read, before the modules of an app run. */
const SHELL = {
  ...{ shown: false, heading: undefined, content: 0, display: '', title: 'Site', lang: 'en' },
  description: ['Of the <b>site'],
  links: ['#!/x', '/y'],
}
const PAGE = {
  ...{ shown: true, heading: 'Home', content: 2, display: '', title: 'Page', lang: 'de' },
  description: ['p'],
  links: ['/s/x', '/y'],
}
for (const [hash, expected] of [
  ['#!/x', SHELL],
  ['#%21/x', SHELL],
  ['#!', PAGE],
  ['#x', PAGE],
  ['', PAGE],
] as const) {
  test(`while the app loads, the home at "${hash}" is ${expected === SHELL ? 'the shell alone' : 'the page'}`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const attributes = (selector: string, name: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getAttribute(name))
      document.addEventListener('DOMContentLoaded', () => {
        const outlet = document.querySelector<HTMLElement>('hashbang-outlet')
        const seen = {
          shown: Reflect.get(globalThis, 'shown'),
          heading: document.querySelector('h1')?.textContent,
          content: outlet?.childElementCount,
          display: outlet?.style.display,
          title: document.title,
          lang: document.documentElement.lang,
          description: attributes('[name=description]', 'content'),
          links: attributes('a', 'href').slice(0, 2),
        }
        Object.assign(globalThis, { seen })
      })
    })
    await serve(page, HOME)
    await page.goto(`${ORIGIN}/${hash}`)
    expect(await page.evaluate('seen')).toEqual(expected)
    await expect(page.getByRole('link', { name: 'Read it without scripts' })).toHaveCount(
      expected === SHELL ? 1 : 0,
    )
  })
}

test('the home that an app has replaced before the parser ends stays as the app has made it', async ({
  page,
}) => {
  const app = `<script>
    customElements.define('hashbang-outlet', class extends HTMLElement {})
    document.querySelector('hashbang-outlet').innerHTML = '<h1>App</h1>'
  </script>`
  await serve(page, HOME + app)
  await page.goto(`${ORIGIN}/#!/x`)
  await expect(page.locator('h1')).toHaveText('App')
  await expect(page).toHaveTitle('Site')
})

const AT = '/app/#/at'
const READABLE = `<title>Page</title>
<a id="link" href="/s/b" data-hashbang-href="#/b?c=1"><b>in</b></a>
<a id="ugly" href="/s/c" data-hashbang-href="/app/?_escaped_fragment_=/c%26d">c</a>
<a id="own" href="/s/d">d</a>
<a id="blank" href="/s/e" target="_blank" data-hashbang-href="#/e">e</a>
<a id="self" href="/s/f" target="_self" data-hashbang-href="#/f">f</a>
<a id="file" href="/s/g" download data-hashbang-href="#/g">g</a>
<svg width="20" height="20"><a id="drawn" href="/s/h"><rect width="20" height="20"/></a></svg>
<p>text</p><button>button</button><i role="tab">tab</i><i tabindex="0">stop</i>
<label>box <input id="box" type="checkbox"></label>
<form action="/s/form"><input id="text" name="q"></form>
${openAppScript('/app/#', AT)}`

for (const [gesture, selector, url] of [
  ['a click in a link', '#link b', '/app/#/b?c=1'],
  ['a click on a link to an ugly URL', '#ugly', '/app/#/c&d'],
  ['a click on a link with target=_self', '#self', '/app/#/f'],
  ['a click on a link without a state', '#own', '/s/d'],
  ['a click on a link in SVG', '#drawn', '/s/h'],
  ['a click on a button', 'button', AT],
  ['a click on a tab', '[role=tab]', AT],
  ['a click on an element with tabindex', '[tabindex]', AT],
  ['a click on a checkbox', '#box', AT],
] as const) {
  test(`${gesture} of a readable page leads to ${url}`, async ({ page }) => {
    await serve(page, READABLE)
    await page.goto(`${ORIGIN}/s/a`)
    await page.click(selector)
    await expect(page).toHaveURL(ORIGIN + url)
  })
}

test('input by the keyboard and a form that is sent open the app at the state of the page', async ({
  page,
}) => {
  await serve(page, READABLE)
  for (const [selector, key] of [
    ['#text', 'x'],
    ['#text', 'Enter'],
    ['#box', 'Space'],
  ] as const) {
    await page.goto(`${ORIGIN}/s/a`)
    await page.focus(selector)
    expect(page.url()).toBe(`${ORIGIN}/s/a`)
    await page.keyboard.press(key)
    await expect(page).toHaveURL(ORIGIN + AT)
  }
})

test('a click for a new window, a download, a click on text and events of scripts leave the page', async ({
  page,
  context,
}) => {
  await serve(page, READABLE)
  await page.goto(`${ORIGIN}/s/a`)
  for (const [selector, modifiers] of [
    ['#blank', []],
    ['#link', ['Control']],
    ['#link', ['Shift']],
  ] as const) {
    const opened = context.waitForEvent('page')
    await page.click(selector, { modifiers: [...modifiers] })
    await (await opened).close()
  }
  const download = page.waitForEvent('download')
  await page.click('#file')
  expect((await download).url()).toBe(`${ORIGIN}/s/g`)
  await page.click('p')
  await page.evaluate(() => {
    document.querySelector('button')?.click()
    document.querySelector('#box')?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(page.url()).toBe(`${ORIGIN}/s/a`)
})
