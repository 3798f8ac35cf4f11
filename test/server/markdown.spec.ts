/** Pages as Markdown: their addresses, and the clients that get them. */
import { expect, test } from '@playwright/test'
import {
  type Backend,
  pagesOf,
  type StartedSite,
  startBackend,
  startSite,
} from '../fixtures/site/site.ts'

let backend: Backend
let site: StartedSite
let plain: StartedSite
test.beforeAll(async () => {
  backend = await startBackend()
  site = await startSite({ pages: pagesOf('app-readable.js'), limits: { deadline: 60_000 } })
  plain = await startSite({ pages: pagesOf('app-readable-homeless.js') })
})
test.afterAll(() => Promise.all([site.stop(), plain.stop(), backend.close()]))

const get = (path: string, accept?: string, more: Record<string, string> = {}, from = site) =>
  fetch(from.url + path, {
    redirect: 'manual',
    headers: { ...(accept === undefined ? {} : { accept }), ...more },
  })

const ITEM = `---
title: "Item 1"
description: "An item"
canonical: "http://a.test/s/items/1"
---

# Item 1

[search](http://a.test/s/search?q=1)
`

test('a page is Markdown at its address with .md, and at its own for a client that prefers Markdown', async () => {
  for (const response of [await get('/s/items/1.md'), await get('/s/items/1', 'text/markdown')]) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('link')).toBe(
      '<http://a.test/s/items/1>; rel="canonical", <http://a.test/s/items/1>; rel="alternate"; type="text/html"',
    )
    expect(response.headers.get('vary')).toMatch(/^Accept, /)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toBe(ITEM)
  }
})

test('the HTML page links its Markdown, and varies by Accept', async () => {
  const response = await get('/s/items/1', 'text/html')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('vary')).toMatch(/^Accept, /)
  expect(response.headers.get('link')).toContain(
    '<http://a.test/s/items/1.md>; rel="alternate"; type="text/markdown"',
  )
  expect(await response.text()).toContain(
    '<link data-hashbang rel="alternate" type="text/markdown" href="http://a.test/s/items/1.md">',
  )
})

test('with markdown: false there is no Markdown and no link to it', async () => {
  const response = await get('/s/items/1', 'text/markdown', {}, plain)
  const text = await response.text()
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect(text + response.headers.get('link')).not.toContain('markdown')
  expect((await get('/s/items/1.md', undefined, {}, plain)).status).toBe(404)
})

test('each form has its own ETag, which returns 304 for that form only', async () => {
  const tags = new Set<string>()
  for (const accept of ['text/html', 'text/markdown']) {
    const tag = (await get('/s/items/1', accept)).headers.get('etag') ?? ''
    tags.add(tag)
    expect((await get('/s/items/1', accept, { 'if-none-match': tag })).status).toBe(304)
  }
  expect(tags.size).toBe(2)
  const [html = ''] = tags
  expect((await get('/s/items/1', 'text/markdown', { 'if-none-match': html })).status).toBe(200)
})

test('each form is rendered once and then cached for all clients', async () => {
  const before = site.renders
  for (let at = 0; at < 3; at += 1) {
    await get('/s/items/kept', 'text/markdown')
    await get('/s/items/kept.md')
    await get('/s/items/kept', 'text/html')
  }
  expect(site.renders - before).toBe(2)
  expect(await (await get('/s/items/kept')).text()).toContain('<h1')
})

const STATUSES: [path: string, status: number, location: string | null][] = [
  ['/s/nowhere.md', 404, null],
  ['/s/gone.md', 410, null],
  ['/s/old.md', 301, 'http://a.test/s/items/1.md'],
  ['/s/moved.md', 302, 'http://a.test/s/items/%E6%97%A5%E6%9C%AC.md'],
  [`/s/items/${'x'.repeat(3000)}.md`, 414, null],
  ['/s/items/1.md.md', 404, null],
]
for (const [path, status, location] of STATUSES) {
  test(`${path.slice(0, 30)} is answered ${status}`, async () => {
    const response = await get(path)
    expect([response.status, response.headers.get('location')]).toEqual([status, location])
    if (status === 404 && path.includes('nowhere')) {
      expect(await response.text()).toContain('# Nothing here')
      expect(response.headers.get('content-type')).toContain('text/markdown')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })
}

test('the home is Markdown at the page itself and at its .md address', async () => {
  for (const response of [await get('/', 'text/markdown'), await get('/s/!index.md')]) {
    const text = await response.text()
    expect(text).toContain('canonical: "http://a.test/"')
    expect(text).toContain('# Home\n\nThe page without a state.\n')
  }
  const html = await get('/')
  expect(html.headers.get('vary')).toMatch(/^Accept, /)
  expect(await html.text()).toContain('href="http://a.test/s/!index.md"')
})
