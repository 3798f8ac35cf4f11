/**
 * Views are in the app's own document, and their changes outside of the outlet reach the snapshot.
 */
import { expect, test } from '@playwright/test'
import { fixture, type OpenApp, openApp } from './open-app.ts'

let app: OpenApp
test.beforeAll(async () => {
  app = await openApp(fixture('documents/index.html'))
})
test.afterAll(() => app.site.close())
test.beforeEach(() => void app.warnings.splice(0))

const get = (state: string) => app.show(state)

test('a view sees the doctype, html, head and body of the shell, and the head of its route', async () => {
  expect(JSON.parse((await get('/reads')).outlet.replaceAll('&quot;', '"'))).toEqual([
    ['CSS1Compat', 'en', 'ltr', 'shell', 'plain', 'Route'],
    "The route's",
    'http://app.test/#!/reads',
    'Beside',
    ['own', 'main', 1],
    1,
  ])
  expect(app.warnings).toEqual([])
})

test('a module at the start of the worker is in no quirks mode, and a view sees the title of its shell', async () => {
  expect((await get('/mode')).outlet).toBe('CSS1Compat')
  const { outlet, text } = await get('/bare')
  expect(outlet).toBe('Shell')
  expect(text).toContain('<title>Shell</title>')
})

for (const [edit, held, lost] of [
  ['title', ['<title>View &amp; all</title>'], ['<title>Route', '<title>Shell']],
  ['description', ['name="description" content="The view&#39;s"'], ["The shell's"]],
  ['data', ['<script type="application/ld+json">{"@type":"Thing"}</script>'], []],
  ['script', ['<title>Route</title>'], ['alert', '<script']],
  ['refresh', ['<title>Route</title>'], ['http-equiv']],
  ['lang', ['<html lang="fr" dir="rtl" class="shell">'], ['lang="en"']],
  ['body', ['<body class="plain dark" style="margin: 0px;">'], ['<body class="plain">']],
  ['portal', ['<i>first</i>', '<div class="portal">Over &lt;all&gt;</div>'], []],
  ['beside', ['<header id="top"><p>Changed</p></header>'], ['Beside', '<footer>']],
] as const) {
  test(`a snapshot contains the shell changes of its view (${edit})`, async () => {
    const before = (await get('/bare')).text
    const { text, outlet, status } = await get(`/writes/${edit}`)
    expect(status).toBe(200)
    expect(outlet).toBe(edit)
    for (const part of held) expect(text).toContain(part)
    for (const part of lost) expect(text).not.toContain(part)
    expect((await get('/bare')).text).toBe(before)
    expect(app.warnings).toEqual([])
  })
}

for (const [state, title] of [
  ['/writes/first', 'First'],
  ['/writes/second', 'Route'],
  ['/untitled/first', 'First'],
  ['/untitled/second', 'Shell'],
] as const) {
  test(`of several titles the snapshot has the first, as document.title does (${state})`, async () => {
    const { text, outlet } = await get(state)
    expect(text.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title}</title>`])
    if (state.startsWith('/untitled')) expect(outlet).toBe(title)
  })
}

for (const state of ['/names/text', '/names/element'])
  test(`attributes of a head that no document has are left out (${state})`, async () => {
    const { text, status } = await get(state)
    expect([status, app.replaced]).toEqual([200, []])
    for (const tag of ['<meta name="first">', '<meta name="description" content="Named">'])
      expect(text).toContain(tag)
  })

test('the robots tag of a view is in the headers, too', async () => {
  const { headers, text } = await get('/writes/robots')
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(headers['x-robots-tag']).toBe('noindex')
  for (const state of ['/reads', '/writes/picture'])
    expect((await get(state)).headers['x-robots-tag']).toBeUndefined()
})

test('all robots tags are in the snapshot, as crawlers obey all', async () => {
  const { headers, text } = await get('/closed')
  expect(text.match(/<meta name="robots"[^>]*>/g)).toEqual([
    '<meta name="robots" content="noindex">',
    '<meta name="robots" content="nofollow">',
  ])
  expect(headers['x-robots-tag']).toBe('noindex')
})

test('the canonical URL is the one that the view names', async () => {
  const { headers, text } = await get('/writes/canonical')
  expect(text.match(/rel="canonical"/g)).toHaveLength(1)
  expect(headers.link).toBe('<http://app.test/elsewhere>; rel="canonical"')
})

test('head and header have the same canonical URL, with any base and relations of its link', async () => {
  const { headers, text } = await get('/writes/based')
  const url = 'https://else.test/x/based'
  expect(headers.link).toBe(`<${url}>; rel="canonical"`)
  expect(text.match(/<link[^>]*canonical[^>]*>/g)).toEqual([`<link rel="canonical" href="${url}">`])
})

for (const edit of ['empty', 'mail'])
  test(`a canonical link that names no page is that of its state (${edit})`, async () => {
    const { headers, text } = await get(`/writes/${edit}`)
    const own = `http://app.test/#!/writes/${edit}`
    expect(headers.link).toBe(`<${own}>; rel="canonical"`)
    expect(text.match(/<link[^>]*canonical[^>]*>/g)).toEqual([
      `<link rel="canonical" href="${own}">`,
    ])
  })

test('an error has no canonical URL, and not that of the shell either', async () => {
  const { headers, text, status } = await get('/nowhere')
  expect(status).toBe(404)
  expect(headers.link).toBeUndefined()
  expect(text).not.toMatch(/canonical|og:url/)
})

test('the log names the address of a file that a view has written', async () => {
  await get('/writes/file')
  expect(app.warnings).toEqual([
    expect.stringMatching(/^<link> has href="file:\/\/\/app\/icon\.svg", a file of this machine/),
  ])
})

test('a task that a module defers runs after its view is mounted, as in a browser', async () => {
  for (const _ of ['a page', 'and another']) expect((await get('/ready')).outlet).toBe('not yet')
})

test('views are unmounted while their tags are still in the head', async () => {
  for (let time = 0; time < 3; time++) {
    const { text } = await get('/hoists')
    expect(text.match(/<meta name="hoisted" content="yes">/g)).toHaveLength(1)
  }
  expect(app.warnings).toEqual([])
})

test('a worker retires after a view that could not be unmounted', async () => {
  expect((await get('/breaks')).outlet).toBe('life 0')
  expect((await get('/breaks')).outlet).toBe('life 0')
  expect(app.replaced.join()).toContain(
    'a view that could not be unmounted (Error: cannot be unmounted',
  )
})
