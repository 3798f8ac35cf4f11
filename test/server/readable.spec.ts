/** Readable addresses as the server answers them: links, data, the home, what is refused, and what markup becomes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { homeScript, homeScriptHash } from '../../dist/server/html/home-script.js'
import { pageData } from '../../dist/server/html/page-data.js'
import { allowHomeScript } from '../../dist/server/html/policy.js'
import { keepLinksAs, readableRewrite } from '../../dist/server/html/readable-links.js'
import { rewriteLinks } from '../../dist/server/html/rewrite-links.js'
import { readableScheme } from '../../dist/src/index.js'
import {
  type Backend,
  type StartedSite,
  siteConfig,
  startBackend,
  startSite,
} from '../fixtures/site/site.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/site/${name}`, import.meta.url))
const { shell } = siteConfig.pages['/'] as { shell: string }
const pagesOf = (app: string) => ({ '/': { shell, app: fixture(app) } })

let backend: Backend
let site: StartedSite
let homeless: StartedSite
test.beforeAll(async () => {
  backend = await startBackend()
  site = await startSite({ pages: pagesOf('app-readable.js') })
  homeless = await startSite({ pages: pagesOf('app-readable-homeless.js') })
})
test.afterAll(() => Promise.all([site.stop(), homeless.stop(), backend.close()]))

const get = (path: string, from = site) => fetch(from.url + path, { redirect: 'manual' })

test('a state is at its path with its scripts, its links and its head readable', async () => {
  const response = await get('/s/items/1')
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('link')).toMatch(/^<http:\/\/a\.test\/s\/items\/1>; rel="canonical"/)
  expect(text).toContain('<a href="/s/search?q=1">search</a>')
  expect(text).toContain('<script type="module"')
  expect(text).not.toMatch(/#!|noscript|name="fragment"/)
})

test('the pretty and the ugly URL of the same state are as they were', async () => {
  const text = await (await site.snapshot('/items/1')).text()
  expect(text).toContain('<link rel="canonical" href="http://a.test/#!/items/1">')
  expect(text).toContain('<a href="#!/search?q=1">search</a>')
  expect(text).not.toContain('<script')
})

const ANSWERS: [path: string, status: number, location: string | null][] = [
  ['/s/nowhere', 404, null],
  ['/s/gone', 410, null],
  ['/s/old', 301, 'http://a.test/s/items/1'],
  ['/s/moved', 302, 'http://a.test/s/items/%E6%97%A5%E6%9C%AC'],
  [`/s/items/${'x'.repeat(3000)}`, 414, null],
  ['/sitems/1', 404, null],
  ['/s', 404, null],
]
for (const [path, status, location] of ANSWERS) {
  test(`${path.slice(0, 40)} is answered ${status}`, async () => {
    const response = await get(path)
    expect([response.status, response.headers.get('location')]).toEqual([status, location])
  })
}

test('the page itself holds its empty state, and keeps the fragment tag', async () => {
  const response = await get('/')
  const text = await response.text()
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(text).toContain(`<hashbang-outlet>${homeScript}<h1>Home</h1>`)
  expect(text).toContain('<meta name="fragment" content="!">')
  // What the page's head has replaced of the shell, for the app to put back.
  expect(text).toContain('<template id="hashbang-head"><title>Fixture</title></template>')
  expect(text).toContain('<link data-hashbang rel="canonical" href="http://a.test/">')
  // Who is at a state gets the same answer: what it is canonical to, only the document says.
  expect(response.headers.get('link')).not.toContain('canonical')
})

test('the page with a query of its own is the app alone, as is a home that is switched off', async () => {
  for (const response of [await get('/?lang=de'), await get('/', homeless)])
    expect(await response.text()).toContain('<hashbang-outlet></hashbang-outlet>')
  expect((await get('/s/items/1', homeless)).status).toBe(200)
})

test('what the loaders gave travels with the page, where that is not switched off', async () => {
  const data = (text: string) => /id="hashbang-data">(.*?)<\/script>/.exec(text)?.[1]
  const sent = data(await (await get('/s/asked/1')).text()) ?? ''
  expect(JSON.parse(sent)).toEqual({ state: '/asked/1', data: { asked: 'answer /asked/1' } })
  expect(data(await (await get('/s/asked/1', homeless)).text())).toBeUndefined()
  expect(data(await (await get('/s/items/1')).text())).toBeUndefined()
})

test('a loader that fails is answered 500 without data, and the home then is the app alone', async () => {
  backend.answer('/asked/9', { status: 500 })
  const response = await get('/s/asked/9')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('hashbang-data')
})

test('the script of the home has the hash that is told of it', () => {
  const source = homeScript.replace(/<\/?script>/g, '')
  expect(homeScriptHash).toBe(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
  expect(readFileSync('docs/readable-addresses.md', 'utf8')).toContain(homeScriptHash)
  expect(homeScript).not.toMatch(/[\n\u0080-\uffff]/)
})

class Thing {
  a = 1
}
const cycle: { self?: object } = {}
cycle.self = cycle
const DATA: [what: string, data: unknown, isSent: boolean][] = [
  ['plain data', { a: [1, 'x', null, true, { b: undefined }] }, true],
  ['text that would end the script', '</script><!--<script>\u2028', true],
  ['a date', { at: new Date(0) }, false],
  ['a map', new Map(), false],
  ['an instance of a class', new Thing(), false],
  ['what has toJSON', { toJSON: () => 1 }, false],
  ['NaN', [Number.NaN], false],
  ['a cycle', cycle, false],
  ['a function', { f: () => 1 }, false],
  ['a key __proto__', JSON.parse('{"__proto__":{"x":1}}'), false],
  ['nothing', undefined, false],
  ['more than the bound', 'x'.repeat(70_000), false],
]
for (const [what, data, isSent] of DATA) {
  test(`${what} ${isSent ? 'is' : 'is not'} sent`, () => {
    const level = { name: 'a', params: {}, search: {}, data, view: undefined }
    const text = pageData({ state: '/x', levels: [level] })
    const json =
      /^<script type="application\/json" id="hashbang-data">([^<\u2028]*)<\/script>$/.exec(text)
    expect(isSent ? JSON.parse(json?.[1] ?? '') : text).toEqual(
      isSent ? { state: '/x', data: { a: data } } : '',
    )
  })
}

const readables = new Map([
  ['/', readableScheme('/s/')],
  ['/d.html', readableScheme('/d/', { page: '/d.html' })],
])
const MARKUP: [what: string, before: string, after: string][] = [
  ['a link', '<a href="#!/x">', '<a href="/s/x">'],
  ['a link without quotes', '<a class=b href=#!/x id=c>', '<a class=b href="/s/x" id=c>'],
  ['a link with references', "<a href='#!/x?a=1&amp;b=&quot;'>", '<a href="/s/x?a=1&amp;b=%22">'],
  ['a link to an anchor', '<a href="#!/x?a=1&~=part">', '<a href="/s/x?a=1#part">'],
  ['a link to the empty state', '<a href="#!">', '<a href="/">'],
  ['an absolute link', '<a href="http://a.test/#!/x">', '<a href="http://a.test/s/x">'],
  ['a link from the root', '<a href="/#!x=1">', '<a href="/s/!/x=1">'],
  ['a link to another page of the site', '<a href="/d.html#!/x">', '<a href="/d/x">'],
  ['an area', '<area href="#!/x">', '<area href="/s/x">'],
  ['a form', '<form action="#!/search">', '<form action="/s/search">'],
  ['a button', '<button formaction="#!/x">', '<button formaction="/s/x">'],
  ['a link in SVG', '<svg><a xlink:href="#!/x">', '<svg><a xlink:href="/s/x">'],
  [
    'og:url',
    '<meta property="og:url" content="http://a.test/#!/x">',
    '<meta property="og:url" content="http://a.test/s/x">',
  ],
  [
    'the canonical link',
    '<link rel=canonical href="http://a.test/#!/x">',
    '<link rel=canonical href="http://a.test/s/x">',
  ],
  [
    'linked data',
    '<script type="application/ld+json">{"@id": "http://a.test/#!/x", "a":"#!"}</script>',
    '<script type="application/ld+json">{"@id": "http://a.test/s/x", "a":"http://a.test/"}</script>',
  ],
  ['a relative picture', '<img src="a.png" alt="#!/x">', '<img src="/a.png" alt="#!/x">'],
  ['a relative script', '<script src="./a.js"></script>', '<script src="/a.js"></script>'],
]
for (const [what, before, after] of MARKUP) {
  test(`${what} becomes readable`, () => {
    expect(rewriteLinks(before, readableRewrite(readables, 'http://a.test/'))).toBe(after)
  })
}

test('the page itself keeps its links as they were, and no other page does', () => {
  const html = '<link href="a.css" rel=stylesheet><a href="#!/x"></a><form action=\'/#!/"\'></form>'
  const at = (state: string) =>
    rewriteLinks(html, readableRewrite(readables, 'http://a.test/'), keepLinksAs(state))
  expect(at('')).toBe(
    '<link href="/a.css" rel=stylesheet><a href="/s/x" data-hashbang-href="#!/x"></a><form action="/s/%22" data-hashbang-action="/#!/&quot;"></form>',
  )
  expect(at('/x')).not.toContain('data-hashbang')
})

const SAME = [
  '<a href="#id">',
  '<a href="">',
  '<a>',
  '<a href="http://b.test/#!/x">',
  '<a href="/other#!/x">',
  '<a href="/?q#!/x">',
  '<a href="mailto:a@b">',
  '<a href="javascript:x#!">',
  '<p title="#!/x">#!/x</p>',
  '<script>"#!/x"</script>',
  '<style>a[href="#!/x"]{}</style>',
  '<textarea><a href="#!/x"></textarea>',
  '<!--<a href="#!/x">-->',
  '<script type="application/json">"#!/x"</script>',
  '<img src="data:,x">',
  '<a href="/s/x">',
  '<a href="http://[">',
]
for (const html of SAME) {
  test(`${html} stays`, () => {
    expect(rewriteLinks(html, readableRewrite(readables, 'http://a.test/'))).toBe(html)
  })
}

const POLICIES: [policy: string, after: string][] = [
  ["script-src 'self'", `script-src 'self' ${homeScriptHash}`],
  [
    "default-src 'self'; img-src *",
    `default-src 'self'; img-src *; script-src 'self' ${homeScriptHash}`,
  ],
  ["script-src 'none'", `script-src ${homeScriptHash}`],
  ["script-src 'self' 'unsafe-inline'", "script-src 'self' 'unsafe-inline'"],
  [
    "script-src 'self'; script-src-elem x.test",
    `script-src 'self'; script-src-elem x.test ${homeScriptHash}`,
  ],
  ["style-src 'self'", "style-src 'self'"],
]
for (const [policy, after] of POLICIES) {
  test(`the policy ${policy} lets the script of the home run, and no other`, () => {
    const shell = (content: string) =>
      `<head><meta http-equiv="Content-Security-Policy" content="${content}"></head><p id=a>`
    expect(allowHomeScript(shell(policy))).toBe(shell(after))
    expect(allowHomeScript(shell(after))).toBe(shell(after))
  })
}
