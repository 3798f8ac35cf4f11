/** An app that has left `#!`: every path that its table matches is a page without a fragment. */
import { request } from 'node:http'
import { expect, test } from '@playwright/test'
import { pagesOf, type StartedSite, startSite } from '../fixtures/site/site.ts'

let site: StartedSite
let everyone: StartedSite
test.beforeAll(async () => {
  site = await startSite({ pages: pagesOf('app-paths.js') })
  everyone = await startSite({ pages: pagesOf('app-paths.js', { audience: 'everyone' }) })
})
test.afterAll(() => Promise.all([site.stop(), everyone.stop()]))

const get = (path: string, from = site) => fetch(from.url + path, { redirect: 'manual' })

for (const path of ['/', '/items/1', '/search?q=a+b&page=2', '/items/%E6%97%A5']) {
  test(`${path} is the app, with a snapshot under the empty token that is canonical to itself`, async () => {
    const app = await get(path)
    expect(app.status).toBe(200)
    const text = await app.text()
    expect(text).toContain('<meta name="fragment" content="!">')
    expect(text).toContain('<script type="module"')
    expect(text).toContain('<hashbang-outlet></hashbang-outlet>')
    const snapshot = await get(`${path}${path.includes('?') ? '&' : '?'}_escaped_fragment_=`)
    expect(snapshot.status).toBe(200)
    const shown = await snapshot.text()
    expect(shown).toMatch(/<h1/)
    expect(shown).not.toMatch(/<script|name="fragment"/)
    const canonical = `http://a.test${path.replace('a+b', 'a%2Bb')}`
    expect(snapshot.headers.get('link')).toBe(`<${canonical}>; rel="canonical"`)
    expect(shown).toContain(`<link rel="canonical" href="${canonical.replace('&', '&amp;')}">`)
  })
}

test('a redirect leads to a path', async () => {
  const answer = await get('/old?_escaped_fragment_=')
  expect([answer.status, answer.headers.get('location')]).toEqual([301, 'http://a.test/items/1'])
})

test('the ugly URL of an old state redirects to its path', async () => {
  const answer = await get('/?_escaped_fragment_=/search?page=2%26q=x')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    301,
    'http://a.test/search?q=x&page=2',
  ])
  expect((await get('/?_escaped_fragment_=/nowhere')).status).toBe(404)
})

test('an unknown path is a 404, and files are served beside pages', async () => {
  // fetch would put the path in order before it is sent.
  const statusOf = (path: string) =>
    new Promise((resolve) => {
      request({ port: site.port, host: '127.0.0.1', path }, (response) =>
        resolve(response.resume().statusCode),
      ).end()
    })
  for (const path of [
    ...['/nowhere', '/nowhere?_escaped_fragment_=', '//evil.test/items/1', '/x/../items/1'],
    '/assets/none.js',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  expect((await get('/assets/app.js')).headers.get('content-type')).toContain('javascript')
})

test('a table that matches every path leaves the files of the app alone, missing ones too', async () => {
  const pages = pagesOf('app-catch-all.js', { audience: 'everyone' })
  const greedy = await startSite({ pages })
  try {
    const script = await get('/assets/app.js', greedy)
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ])
    for (const path of ['/assets/a.js', '/assets/none/', '/assets/app.js.map', '/assets/%2e/x']) {
      expect([path, (await get(path, greedy)).status]).toEqual([path, 404])
      expect((await get(`${path}?_escaped_fragment_=`, greedy)).status).toBe(404)
    }
    const page = await get('/a/page.js', greedy)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Page of')])
  } finally {
    await greedy.stop()
  }
})

test('everyone gets the snapshot with the scripts of the app, and a crawler the one without', async () => {
  const live = await get('/items/1', everyone)
  const text = await live.text()
  expect(text).toContain('<h1 title="1">Item 1</h1>')
  expect(text).toContain('<script type="module"')
  expect(text).toContain('<title>Item 1</title>')
  expect(text).toContain('<link data-hashbang rel="canonical" href="http://a.test/items/1">')
  expect(text).toContain(
    '<script type="application/json" id="hashbang-head">{"tags":[["title",[],"Fixture"]]}</script>',
  )
  expect(text).not.toContain('name="fragment"')
  expect(live.headers.get('content-security-policy')).toBeNull()
  const snapshot = await get('/items/1?_escaped_fragment_=', everyone)
  expect(await snapshot.text()).not.toContain('<script')
  expect(snapshot.headers.get('content-security-policy')).toContain("script-src 'none'")
  expect(await (await get('/items/1', everyone)).text()).toBe(text)
  expect((await get('/gone', everyone)).status).toBe(410)
})
