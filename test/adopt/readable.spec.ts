/** Adopted pages at readable addresses. */

import { page as pageOf } from './apps.ts'
import { test as base, expect } from './fixtures.ts'

type Mark = '#' | '#!' | '#/'

const STATES = ['/a', '/', '/b/c?d=1', 'bare', '/ü~!x/../y']

/** Its end tag ends no head. */
const STYLE = '<style>/* </head> */</style>'

const filesOf = (mark: Mark) => ({
  'style.css': 'h1 { color: rgb(1, 2, 3) }',
  'index.html': pageOf(
    `<main>Loading</main><script>
      function show() {
        const state = decodeURIComponent(location.hash.replace(/^#!?/, '')) || '/'
        document.title = 'Title ' + state
        document.querySelector('main').innerHTML = '<h1>State ' + state + '</h1><button>Count</button>' +
          ${JSON.stringify(STATES)}.map((one) => '<a href="${mark.replace('/', '')}' + encodeURI(one) + '">' + one + '</a> ').join('') + '<a href="other.html">Other</a>'
        document.querySelector('button').onclick = (e) => { e.target.textContent = 'Counted' }
      }
      addEventListener('hashchange', show)
      show()
    </script>`,
    `<link rel="stylesheet" href="style.css">${STYLE}`,
  ),
})

interface Served {
  readonly origin: string
  /** Asks for a path. @returns The answer and its text. */
  readonly get: (path: string, accept?: string) => Promise<Response & { shown: string }>
}

const test = base.extend<{ mark: Mark; served: Served }>({
  mark: ['#', { option: true }],
  async served({ mark, listen, open }, use) {
    const { origin } = await listen((req, res) => site.all(req, res))
    const { site } = await open(filesOf(mark), { origin, states: mark, readable: '/s/' })
    await use({
      origin,
      async get(path, accept = '*/*') {
        const answer = await fetch(origin + path, { headers: { accept }, redirect: 'manual' })
        return Object.assign(answer, { shown: await answer.text() })
      },
    })
  },
})

for (const mark of ['#', '#!'] as const) {
  test.describe(mark, () => {
    test.use({ mark })
    test('every state has a path, and the links of a page lead to paths', async ({
      served: { get, origin },
    }) => {
      const { status, shown, headers } = await get('/s/a')
      expect(status).toBe(200)
      expect(shown).toContain('State /a')
      for (const href of ['/s/a', '/s/b/c?d=1', '/s/!/bare', '/other.html', '/style.css'])
        expect(shown).toContain(`href="${href}"`)
      expect(shown).toContain(STYLE)
      expect(shown).toContain(`<link rel="canonical" href="${origin}/s/a">`)
      expect(headers.get('link')).toContain(`<${origin}/s/a>; rel="canonical"`)
      expect(headers.get('content-security-policy')).toContain("script-src 'sha256-")
      const paths = [...shown.matchAll(/href="(\/s\/[^"]+)"/g)].map(([, path = '']) => path)
      await Promise.all(
        paths.map(async (path) => {
          const linked = await get(path.replaceAll('&amp;', '&'))
          const state = /State ([^<]*)/.exec(linked.shown)?.[1]
          expect(linked.shown, path).toContain(`<title>Title ${state}</title>`)
          expect(shown, path).toContain(`>${state}</a>`)
        }),
      )
    })
  })
}

test('Markdown, llms.txt and the sitemap have the paths, and the page has its content in <noscript>', async ({
  page,
  served: { get, origin },
}) => {
  const markdown = (await get('/s/a.md')).shown
  expect(markdown).toContain(`title: "Title /a"\ncanonical: "${origin}/s/a"`)
  expect(markdown).toContain(`# State /a`)
  expect(markdown).toContain(`(${origin}/s/b/c?d=1)`)
  expect((await get('/s/a', 'text/markdown')).shown).toBe(markdown)
  const home = (await get('/')).shown
  expect(home).toMatch(/<noscript>.*State \/<.*href="\/s\/a".*<\/noscript><\/body>/s)
  const sitemap = async () => (await get('/sitemap.xml')).shown
  await expect.poll(sitemap).toContain(`<loc>${origin}/s/a</loc>`)
  expect((await get('/llms.txt')).shown).toContain(`[Title /a](${origin}/s/a.md)`)
  // With script it is the app, as it is.
  await page.goto(origin)
  await page.click('button')
  await expect(page.locator('button')).toHaveText('Counted')
  await expect(page.locator('h1')).toHaveCount(1)
  await page.goto(`${origin}/#/a`)
  await expect(page.locator('h1')).toHaveText('State /a')
})

test('a click of a user on a readable page opens the app, at the state of the link or of the page', async ({
  page,
  served: { origin },
}) => {
  await page.goto(`${origin}/s/a`)
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
  // As scripts of crawlers do.
  await page.evaluate(() => document.querySelector('a')?.dispatchEvent(new MouseEvent('click')))
  expect(page.url()).toBe(`${origin}/s/a`)
  await page.getByRole('link', { name: '/b/c?d=1' }).click()
  await expect(page).toHaveURL(`${origin}/#/b/c?d=1`)
  await expect(page.locator('h1')).toHaveText('State /b/c?d=1')
  await page.goBack()
  await expect(page).toHaveURL(`${origin}/s/a`)
  await page.click('button')
  await expect(page).toHaveURL(`${origin}/#/a`)
  await page.click('button')
  await expect(page.locator('button')).toHaveText('Counted')
})

test.describe('#/', () => {
  test.use({ mark: '#/' })
  test('a home link leads to the page itself, and the sitemap lists that page once', async ({
    served: { get, origin },
  }) => {
    expect((await get('/s/a')).shown).toMatch(/<a [^>]*href="\/"[^>]*>\/<\/a>/)
    // Addresses from before lead there, too.
    for (const path of ['/?_escaped_fragment_=', '/?_escaped_fragment_=/', '/s/!'])
      expect((await get(path)).shown).toContain(`<link rel="canonical" href="${origin}/">`)
    await expect.poll(async () => (await get('/sitemap.xml')).status).toBe(200)
    const { shown } = await get('/sitemap.xml')
    const urls = [...shown.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    expect(urls.slice(0, 2)).toEqual([`${origin}/`, `${origin}/s/a`])
    expect(urls).toContain(`${origin}/s/b/c?d=1`)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls).not.toContain(`${origin}/s/!`)
  })
})

test('a link of a heading to itself is a fragment; a link of a list item with its id is a state', async ({
  open,
}) => {
  const files = {
    'index.html':
      pageOf(`<h2 id="x"><a href="http://[?x">broken</a></h2><h2 id="a b"><a href="#/list?x=1&at=a%20b">proof</a></h2><a href="#/list?at=end&x=1">same</a>
    <ul><li id="3"><a href="#/list?x=1&id=3">item</a></li></ul>
    <h2 id="4"><a href="#/item?id=4">item</a></h2><a href="#/item?at=a%20b">other</a>`),
  }
  const { get } = await open(files, { states: '#/', readable: '/s/' })
  const { body, headers } = await get('/list?x=1&at=a%20b')
  expect([...body.matchAll(/<a href="([^"]*)/g)].map(([, href]) => href)).toEqual([
    ...['http://[?x', '#a%20b', '#end', '/s/list?x=1&amp;id=3', '/s/item?id=4', '/s/item?at=a%20b'],
  ])
  expect(headers.link).toBe('<http://site.test/s/list?x=1>; rel="canonical"')
})
