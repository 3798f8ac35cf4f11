/** The app's index.html around a page: whole for people, and without scripts for crawlers. */
import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5'
import { elementsIn, type HtmlElement } from '../../server/html/html-tree.ts'
import { parseWithSelects } from '../../server/html/select-parser.ts'
import { fixture, type OpenApp, openApp } from './open-app.ts'

let app: OpenApp
test.beforeAll(async () => {
  app = await openApp(fixture('shell/index.html'))
})
test.afterAll(() => app.site.close())

/** As a parser reads it, without comments and the space between elements. */
const read = (html: string) =>
  serialize(parse(html))
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('> <', '><')
    .replaceAll(/\/page\/(?:text|elements)/g, '/page/x')

for (const [reader, prefix] of [
  ['crawlers', '/?_escaped_fragment_=/'],
  ['people', '/s/'],
] as const)
  test(`a page of text and a page of elements are in the same document for ${reader}`, async () => {
    const [text, elements] = [
      await app.get(`${prefix}page/text`),
      await app.get(`${prefix}page/elements`),
    ]
    expect(read(elements.text)).toBe(read(text.text))
    expect(elements.outlet).toContain('<h1>Page</h1>')
  })

test('people get the scripts, handlers, templates and preloads of the shell', async () => {
  const { text } = await app.get('/s/page/elements')
  for (const part of [
    `<script>window.early = '</' + 'p>'</script>`,
    '<script type="importmap">',
    '<script type="module" src="/app.js">',
    '<body onload="start()">',
    '<p onclick="stop()">',
    '<td onclick="go()">',
    '<link rel="modulepreload" href="/app.js">',
    '<noscript><style>.js { display: none }</style></noscript>',
    '<base href="/">',
    '<linearGradient id="g">',
    '<input name="q" value="x" disabled="">',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Turn scripts on')
  expect(text).not.toContain('name="fragment"')
})

test('a view may put its outlet into an element of its own', async () => {
  const { text } = await app.get('/s/page/wrapped')
  expect(text.match(/<h1>Page<\/h1>/g)).toHaveLength(1)
  expect(text).toMatch(
    /<main>Around <hashbang-outlet class="own"><h1>Page<\/h1><\/hashbang-outlet><\/main>/,
  )
  const { text: markdown } = await app.get('/s/page/wrapped.md')
  expect(markdown.match(/# Page/g)).toHaveLength(1)
})

test('nodes that a text view appends after its text are in the page in all forms', async () => {
  for (const address of ['/?_escaped_fragment_=/page/later', '/s/page/later', '/s/page/later.md'])
    expect((await app.get(address)).text.match(/Appended later/g)).toHaveLength(1)
})

test('a page without the language of its shell gives it back to the app', async () => {
  const { text, headers } = await app.get('/s/page/unnamed')
  expect(text).toContain('<html class="shell">')
  expect(text).toContain('id="hashbang-head">{"lang":"en",')
  expect(headers['content-language']).toBeUndefined()
})

test('a view that removes the head costs no worker, and its page is there', async () => {
  const { status, text } = await app.get('/?_escaped_fragment_=/page/headless')
  expect([status, app.replaced]).toEqual([200, []])
  expect(text).toContain('<h1>Page</h1>')
})

test('a noindex of the shell is in the header, beside other robots tags', async () => {
  const { headers } = await app.get('/?_escaped_fragment_=/page/elements')
  expect(headers['x-robots-tag']).toBe('noindex')
})

test('crawlers get no script of the shell but its data', async () => {
  const { text } = await app.get('/?_escaped_fragment_=/page/elements')
  expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="data">'])
  expect(text).not.toMatch(/modulepreload|<noscript/)
})

for (const parent of ['svg', 'annotation-xml', 'select', 'option', 'tr', 'p', 'head', 'title'])
  test(`data is no markup wherever in the shell a view puts it (${parent})`, async () => {
    const states = ['style', 'script', 'xmp', 'iframe', 'section', 'title'].map((tag) => `/${tag}`)
    for (const state of ['', ...states])
      for (const address of [
        `/?_escaped_fragment_=/data/${parent}${state}`,
        `/s/data/${parent}${state}`,
      ]) {
        const { status, text } = await app.get(address)
        expect([status, text.includes('<h1>Page</h1>')]).toEqual([200, true])
        // Browsers of before 2025 know nothing but options in a <select>.
        for (const document of [parse(text), parseWithSelects<DefaultTreeAdapterMap>(text, {})])
          expect(elementsIn(document).filter(isOfData), `${address}: ${text}`).toEqual([])
      }
  })

const isOfData = ({ attrs }: HtmlElement) =>
  attrs.some(({ name, value }) => value === 'reader' || name === 'onerror')

test('an element of the body that a view puts into the head is left out', async () => {
  const { text } = await app.get('/?_escaped_fragment_=/data/head/section')
  expect(text.slice(0, text.indexOf('<body'))).not.toContain('<section')
})

test('a shell may have 600 levels, and attribute names that no script can set', async () => {
  const shell = test.info().outputPath('index.html')
  const around = ['<div>', '</div>'].map((tag) => tag.repeat(600))
  const outlet = around.join('<hashbang-outlet <e></hashbang-outlet>')
  await writeFile(shell, `<!doctype html><html <a><body <b "c'>${outlet}</body></html>`)
  const deep = await openApp(shell, { app: fixture('shell/app.js') })
  const [text, elements] = [await deep.show('/page/text'), await deep.show('/page/elements')]
  await deep.site.close()
  expect([elements.status, deep.replaced]).toEqual([200, []])
  expect(read(elements.text)).toBe(read(text.text))
  expect(elements.text).toContain(`<body <b="" "c'="">`)
})

for (const [around, fits, doesNot] of [
  ['p', 'b', 'h1'],
  ['a', 'p', 'a'],
  ['li', 'p', 'li'],
  ['form', 'p', 'form'],
  ['button', 'b', 'button'],
] as const)
  test(`an outlet in <${around}>: a <${doesNot}>, which cannot be there, is named in a warning`, async () => {
    const shell = test.info().outputPath('index.html')
    await writeFile(
      shell,
      `<!doctype html><body><ul><${around}><hashbang-outlet></hashbang-outlet></${around}></ul></body>`,
    )
    const placed = await openApp(shell, { app: fixture('shell/app.js') })
    for (const kind of ['text', 'elements']) {
      const inside = await placed.show(`/placed/${kind}/${fits}`)
      expect([inside.status, placed.warnings]).toEqual([200, []])
      expect(inside.text).toContain(`<hashbang-outlet><${fits}>`)
      const { status } = await placed.show(`/placed/${kind}/${doesNot}`)
      expect(status).toBe(200)
      // A parser of text drops it, in browsers too.
      if (doesNot === 'form' && kind === 'text') continue
      expect(placed.warnings.splice(0)).toEqual([
        `The parser would not put <${doesNot}> in <hashbang-outlet> where it is, in the <${around}> around it`,
      ])
    }
    await placed.site.close()
  })

test('a <plaintext> of a view, which would hold the rest of the page, is written as <pre>', async () => {
  const { text, status } = await app.show('/placed/elements/plaintext')
  expect([status, text]).toEqual([200, expect.stringContaining('<pre>1 &lt; 2</pre>')])
})
