/** Pages as Markdown: where they are, who gets them, what HTML becomes, and that no data can pass for markup. */
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { cacheKeyOf, inPlaceOf } from '../../dist/server/cache/cache-key.js'
import { recordCodec } from '../../dist/server/cache/record-codec.js'
import { redirectResponse, snapshotResponse } from '../../dist/server/http/responses.js'
import { htmlToMarkdown } from '../../dist/server/snapshot/markdown/to-markdown.js'
import {
  type Backend,
  type StartedSite,
  siteConfig,
  startBackend,
  startSite,
} from '../fixtures/site/site.ts'
import { seed } from '../run/seed.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/site/${name}`, import.meta.url))
const { shell } = siteConfig.pages['/'] as { shell: string }

let backend: Backend
let site: StartedSite
let plain: StartedSite
test.beforeAll(async () => {
  backend = await startBackend()
  const pagesOf = (app: string) => ({ '/': { shell, app: fixture(app) } })
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

test('a page is Markdown at its address with .md, and at its own for who prefers that', async () => {
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

test('the HTML page says where its Markdown is, and that it depends on Accept', async () => {
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

test('where it is off there is none of it', async () => {
  const response = await get('/s/items/1', 'text/markdown', {}, plain)
  const text = await response.text()
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect(text + response.headers.get('link')).not.toContain('markdown')
  expect((await get('/s/items/1.md', undefined, {}, plain)).status).toBe(404)
})

test('each form has a tag of its own, by which it is known and the other is not', async () => {
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

test('each form is made once and then kept, whoever asks', async () => {
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

test('a loader that fails is answered 500, and nothing is kept of it', async () => {
  backend.answer('/asked/7', { status: 500 })
  expect((await get('/s/asked/7.md')).status).toBe(500)
  backend.answer('/asked/7', { body: 'well\n---\n# now <b>' })
  await expect
    .poll(async () => (await get('/s/asked/7.md')).text())
    .toContain('title: "well --- # now <b>"')
})

test('the home is Markdown at the page itself and at an address of its own', async () => {
  for (const response of [await get('/', 'text/markdown'), await get('/s/!index.md')]) {
    const text = await response.text()
    expect(text).toContain('canonical: "http://a.test/"')
    expect(text).toContain('# Home\n\nThe page without a state.\n')
  }
  const html = await get('/')
  expect(html.headers.get('vary')).toMatch(/^Accept, /)
  expect(await html.text()).toContain('href="http://a.test/s/!index.md"')
})

test('a state that has changed says when, and one of 250 paragraphs is compressed', async () => {
  const dated = await get('/s/dated.md')
  expect(await dated.text()).toContain('date: 2020-02-02T02:02:02.000Z\n')
  expect(dated.headers.get('last-modified')).toBe('Sun, 02 Feb 2020 02:02:02 GMT')
  const big = await get('/s/big.md', undefined, { 'accept-encoding': 'br' })
  expect(big.headers.get('content-encoding')).toBe('br')
  expect((await big.text()).split('\n\n')).toHaveLength(252)
})

test('Markdown that was kept beyond the process comes back as it was, and as nothing else', async () => {
  const { read, write } = recordCodec({ scope: 'a', most: 1e6 })
  const kept = (entry: ReturnType<typeof snapshotResponse>) => ({ entry, maxAge: 1000, age: 0 })
  const facts = {
    ...{ status: 200, lang: 'en', canonical: 'http://a.test/s/a', indexable: true, tags: {} },
    ...{ lastModified: undefined, alternate: 'http://a.test/s/a' },
  }
  const markdown = cacheKeyOf('/', '', '/a', { markdown: true })
  const live = cacheKeyOf('/', '', '/a', { live: true })
  for (const [entry, address, vary, other] of [
    [
      snapshotResponse('# a\n', { ...facts, live: false, markdown: true }),
      ...([markdown, 'Accept', live] as const),
    ],
    [
      snapshotResponse('<p>a', { ...facts, live: true, byNavigation: true }),
      ...([live, 'Accept, Sec-Fetch-Mode', inPlaceOf(live)] as const),
    ],
    [redirectResponse(301, 'http://a.test/s/a.md', true), markdown, 'Accept', live],
  ] as const) {
    const record = await write(address, kept(entry), '1')
    const { page } = (await read(address, record)) ?? {}
    expect({ ...page?.entry.headers }).toEqual({ ...entry.headers })
    expect(page?.entry.headers.vary).toBe(vary)
    expect(await read(other, record)).toBeUndefined()
  }
})

const URL_OF_PAGE = 'https://a.test/s/x'
const md = (html: string) => htmlToMarkdown(html, URL_OF_PAGE)

const VECTORS: [what: string, html: string, markdown: string][] = [
  ['headings', '<h1>A</h1><h3>B <i>c</i></h3>', '# A\n\n### B *c*\n'],
  ['a link', '<a href="/s/y?a=1&amp;b">y</a>', '[y](https://a.test/s/y?a=1\\&b)\n'],
  ['a link to a place of the page', '<a href="#p">p</a>', '[p](https://a.test/s/x#p)\n'],
  ['lists', '<ol><li>a<ul><li>b</ul><li>c</ol>', '1. a\n   - b\n2. c\n'],
  ['tasks', '<ul><li><input type=checkbox checked> a</ul>', '- [x] a\n'],
  ['terms', '<dl><dt>t<dd>d</dl>', '- t\n\n  d\n'],
  [
    'a table',
    '<table><tr><th>a<th>b<tr><td>1<td>2|3</table>',
    '| a | b |\n| - | - |\n| 1 | 2\\|3 |\n',
  ],
  ['the caption of a table', '<table><caption>C<tr><th>a</table>', 'C\n\n| a |\n| - |\n'],
  ['blocks in a cell', '<table><tr><th><p>a</p><ul><li>b</ul></table>', '| a b |\n| - |\n'],
  ['a table in a cell', '<table><tr><th><table><tr><td>a<td>b</table></table>', '| a b |\n| - |\n'],
  ['code', '<pre><code class="language-js">a\n```\nb\n</code></pre>', '````js\na\n```\nb\n````\n'],
  ['code in a line', '<code>a`b</code>', '``a`b``\n'],
  ['a picture', '<img src="/a b.png" alt="x]y">', '![x\\]y](https://a.test/a%20b.png)\n'],
  ['a picture that is data', '<p>a <img src="data:image/png,x" alt="b">', 'a b\n'],
  ['an area of a map', '<map><area href=/s/y alt=y></map>', '[y](https://a.test/s/y)\n'],
  ['a quote', '<blockquote><p>a<p>b</blockquote>', '> a\n>\n> b\n'],
  ['custom elements', '<x-a><h2>a</h2><x-b>b</x-b></x-a>', '## a\n\nb\n'],
  ['blocks in bold', '<b><p>a</p><p>b</p></b>', 'a\n\nb\n'],
  ['bold in bold', '<b>a <strong>b</strong></b>', '**a b**\n'],
  ['controls', '<button>a</button><button>b</button>', 'a b\n'],
  ['a dialog that is open', '<dialog>a</dialog><dialog open>b</dialog>', 'b\n'],
  ['what is hidden', '<p hidden>a</p><p style="display: none">b</p><p>c', 'c\n'],
  ['what is for nobody to see', '<script>a</script><style>b</style><template>c</template>d', 'd\n'],
  ['a password', '<input type=password value=a><input value=b>', 'b\n'],
  ['a video without a source', '<video></video>a', 'a\n'],
  ['a link that runs script', '<a href="java&#9;script:x">a</a>', 'a\n'],
  ['a link of an unknown kind', '<a href="data:text/html,x">a</a>', 'a\n'],
  ['a link without an address', '<a>a</a> <a href="http://[">b</a>', 'a b\n'],
  ['a comment', 'a<!-- b -->', 'a\n'],
  ['nothing', '', ''],
]
for (const [what, html, markdown] of VECTORS) {
  test(`${what}: HTML becomes Markdown`, () => expect(md(html)).toBe(markdown))
}

// A URL in plain text may be a link to where it says, as GitHub makes it after reading: that is no lie.
const mdastExtensions = gfmFromMarkdown().map(({ transforms: _, ...one }) => one)

/** What a reader of Markdown makes of it: kinds of nodes, and all of the text. */
function structureOf(markdown: string): { kinds: string[]; text: string } {
  const kinds: string[] = []
  let text = ''
  const walk = (node: { type: string; value?: string; children?: unknown[] }) => {
    if (node.type === 'text') text += node.value
    else kinds.push(node.type)
    for (const child of node.children ?? []) walk(child as never)
  }
  walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions }) as never)
  return { kinds, text }
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const PLACES: [html: (text: string) => string, kinds: string[]][] = [
  [(text) => `<p>${text}</p>`, ['root', 'paragraph']],
  [(text) => `<h2>${text}</h2>`, ['root', 'heading']],
  [(text) => `<ul><li>${text}</ul>`, ['root', 'list', 'listItem', 'paragraph']],
  [(text) => `<table><tr><th>${text}</table>`, ['root', 'table', 'tableRow', 'tableCell']],
  [(text) => `<blockquote>${text}</blockquote>`, ['root', 'blockquote', 'paragraph']],
  [(text) => `<a href="/y">${text}</a>`, ['root', 'paragraph', 'link']],
]
const HOSTILE = [
  ...['# ', '## ', '- ', '* ', '+ ', '1. ', '1) ', '> ', '---', '===', '```', '~~~', '    '],
  ...['\n', '\n\n', '[a](javascript:x)', '![a](b)', '<script>', '</p>', '<!--', '-->', '&lt;'],
  ...['&amp;', '\\', '`', '*', '_', '|', '~~', 'http://b.test', 'www.b.test', 'a@b.test', '@'],
  ...['[ ]', '[x]', '[^1]', '[^1]: ', ': ', '$$', 'x', ' '],
]

test('no text of a page passes for markup: a reader finds the same text and nothing else', () => {
  const hostile = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 3 })), { maxLength: 6 })
    .map((parts) => `x${parts.join('')}x`)
  const inner = fc
    .array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '')
  const shown = (text: string) => text.replace(/[ \t\n\f\r]+/g, ' ').trim()
  fc.assert(
    fc.property(fc.oneof(hostile, inner), fc.constantFrom(...PLACES), (text, [html, kinds]) => {
      const found = structureOf(md(html(escapeHtml(text))) ?? '')
      return found.text === shown(text) && String(found.kinds) === String(kinds)
    }),
    { numRuns: process.env.LONG_PROPERTIES === '1' ? 500 : 150, seed },
  )
})

const HEAVY: [what: string, html: string, isThere: boolean][] = [
  ['20,000 elements in each other', '<div>'.repeat(19_000), true],
  ['letters in italics in each other', `${'<i>'.repeat(15_000)}x`, true],
  ['lists in each other', `${'<ul><li>'.repeat(2000)}x`, true],
  ['links without text', '<a href=x>'.repeat(15_000), true],
  ['spaces in spans', '<span> </span>'.repeat(15_000), true],
  ['a cell across a million columns', '<table><tr><td colspan=1000000>x', true],
  ['cells across thousands', `<table>${'<tr><td rowspan=1000 colspan=1000>x'.repeat(500)}`, true],
  ['one long row over many', `<table><tr>${'<td>'.repeat(5000)}${'<tr><td>'.repeat(5000)}`, true],
  ['too many elements', '<p>x'.repeat(30_000), false],
  ['too many characters', 'x'.repeat(600_000), false],
]
for (const [what, html, isThere] of HEAVY) {
  test(`${what} cost no more than they may`, () => {
    const text = md(html)
    expect(text !== undefined).toBe(isThere)
    expect(text?.length ?? 0).toBeLessThan(1_000_000)
  })
}
