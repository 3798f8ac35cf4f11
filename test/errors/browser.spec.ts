/**
 * Mistakes that a browser's console names in development. An app without a mistake has no message.
 */
import { expect, type Page, test } from '@playwright/test'
import type { Files } from '../project.ts'
import { type DevServer, developExamples, Examples } from './dev-server.ts'
import { expectLines, PREAMBLE, readErrorSections, readMistakes, shell } from './sections.ts'

/** By code, the state that shows the example. */
const OF_BROWSERS: Readonly<Record<string, string>> = {
  HB011: '',
  HB012: '',
  HB013: '',
  HB014: '',
  HB015: '',
  HB017: '/account',
  HB119: '/word/ajax',
  HB121: '/word/ajax/inner',
  HB124: '/word/ajax',
  HB125: '',
}

/** The code around an example of a browser. */
const BROWSER = `${PREAMBLE}import { start } from 'hashbang-router/browser'
const routes = defineRoutes({ home: route('', { view }), word: route('/word/:lemma', { view }) })
`
const HTML = shell('<script type="module" src="./main.js"></script>')

function mainOf(block: string): string {
  if (block.startsWith('<body>')) return `${BROWSER}start(routes)`
  if (block.startsWith('<'))
    return `${BROWSER}const link = async () => ({ default: htmlView(() => html\`${block}\`) })
start(defineRoutes({ home: route('', { view: link }) }))`
  if (block.startsWith('defineRoutes')) return `${BROWSER}start(${block})`
  if (/^\w+: route/.test(block))
    return `${BROWSER}start(defineRoutes({${block}, home: route('', { view })}))`
  if (block.startsWith('export default'))
    return `${BROWSER}const outer = async () => ({ default: ${block.slice('export default '.length)} })
start(defineRoutes({ word: route('/word/:lemma', {
  view: outer, children: () => ({ inner: route('/inner', { view }) }),
}) }))`
  return (
    BROWSER + (block.includes('router.navigate') ? 'const router = start(routes)\n' : '') + block
  )
}

function pageOf(block: string): Files {
  const outlet = '<hashbang-outlet></hashbang-outlet>'
  const html = block.startsWith('<body>') ? HTML.replace(outlet, block.slice(6, -7)) : HTML
  return { 'index.html': html, 'main.js': mainOf(block) }
}

/** Pages without a mistake, with the state and the heading of each. */
const CLEAN: Readonly<Record<string, readonly [state: string, heading: string, app: string]>> = {
  'a layout with an outlet': [
    '/outer/inner',
    'outer',
    `outer: route('/outer', {
  view: async () => ({
    default: htmlView(() => html\`<h1>outer</h1><hashbang-outlet></hashbang-outlet>\`),
  }),
  children: () => ({ inner: route('/inner', { view }) }),
})`,
  ],
  'a layout whose element shows its outlet late': [
    '/outer/inner',
    'outer',
    `outer: route('/outer', {
  view: async () => {
    class LateOutlet extends HTMLElement {
      connectedCallback() {
        setTimeout(() => { this.innerHTML = '<hashbang-outlet></hashbang-outlet>' }, 100)
      }
    }
    customElements.get('late-outlet') ?? customElements.define('late-outlet', LateOutlet)
    return { default: htmlView(() => html\`<h1>outer</h1><late-outlet></late-outlet>\`) }
  },
  children: () => ({ inner: route('/inner', { view }) }),
})`,
  ],
  'an outcome that is returned': [
    '/lost',
    'Not found',
    "lost: route('/lost', { load: () => notFound(), view })",
  ],
  'an outcome that a loader creates and does not need': [
    '/unused',
    'fine',
    `unused: route('/unused', {
  load: () => { const none = notFound(); return 1 || none },
  view: async () => ({ default: htmlView(() => html\`<h1>fine</h1>\`) }),
})`,
  ],
  'a link to an element': [
    '/id',
    'fine',
    `id: route('/id', {
  view: async () => ({ default: htmlView(() => html\`<h1 id="/a">fine</h1><a href="#/a">a</a>\`) }),
})`,
  ],
}

const faults = [
  ...readErrorSections()
    .filter(({ code }) => code in OF_BROWSERS)
    .map(({ code, fails, message }) => ({
      name: code,
      block: fails,
      state: OF_BROWSERS[code] ?? '',
      lines: [message],
    })),
  ...readMistakes('browser').map(({ title, place, block, lines }) => {
    return { name: title, block, state: place, lines }
  }),
]
const working = readErrorSections().filter(({ code }) => code in OF_BROWSERS)

const examples = new Examples()
const add = (name: string, block: string) => examples.add(name, pageOf(block))
for (const { name, block } of faults) add(name, block)
for (const { code, works } of working) add(`${code} works`, works)
for (const [name, [, , app]] of Object.entries(CLEAN)) add(name, app)
add(
  'a long list',
  `list: route('/list', {
  view: async () => ({
    default: htmlView(() => html\`\${Array.from({ length: 100 }, (_, id) => html\`<a href="#/bare/\${id}">a</a>\`)}\`),
  }),
}), word: route('/bare/:id', { view })`,
)
examples.add('an app at paths', {
  'index.html': HTML,
  'main.js': `import { defineRoutes, html, htmlView, pathScheme, route } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const view = async () => ({
  default: htmlView(() => html\`<h1 id="/a">fine</h1><a href="#/a">a</a>\`),
})
start(defineRoutes({ paths: route(location.pathname, { view }) }, { scheme: pathScheme() }))`,
})

let dev: DevServer
test.beforeAll(async () => {
  dev = await developExamples(examples.files, {})
})
test.afterAll(() => dev.server.close())

const addressOf = (name: string, state: string) =>
  `${dev.origin}/${examples.folderOf(name)}/index.html${state === '' ? '' : `#!${state}`}`

/** The errors and the console of a page. */
function outputOf(page: Page): string[] {
  const output: string[] = []
  page.on('pageerror', (error) => output.push(error.message))
  page.on('console', (message) => output.push(message.text()))
  return output
}

/** All messages of the package until now. */
async function messagesOf(page: Page, output: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(() => console.log('the end'))
  await expect.poll(() => output).toContain('the end')
  return output.filter((text) => text.includes('HB'))
}

for (const { name, state, lines } of faults)
  test(`the console names the mistake once: ${name}`, async ({ page }) => {
    const output = outputOf(page)
    await page.route('https://example.org/', (route) => route.fulfill({ body: 'x' }))
    await page.goto(addressOf(name, state))
    await expect.poll(() => output.join('\n')).toContain(lines[0]?.split('…')[0])
    const messages = await messagesOf(page, output)
    expect(messages).toHaveLength(1)
    expectLines(messages[0] ?? '', lines)
  })

for (const { code } of working)
  test(`${code} works in a browser as in its section`, { tag: '@nightly' }, async ({ page }) => {
    const output = outputOf(page)
    await page.route('https://example.org/', (route) => route.fulfill({ body: 'x' }))
    await page.goto(addressOf(`${code} works`, OF_BROWSERS[code] ?? ''), {
      waitUntil: 'networkidle',
    })
    expect((await messagesOf(page, output)).join('\n')).not.toContain(code)
  })

for (const [name, [state, heading]] of [
  ...Object.entries(CLEAN),
  ['an app at paths', ['', 'fine']] as const,
])
  test(`the console has no message about ${name}`, async ({ page }) => {
    const output = outputOf(page)
    await page.clock.install()
    await page.goto(addressOf(name, state))
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    // The time that a layout has for its outlet.
    await page.clock.runFor(2000)
    expect(await messagesOf(page, output)).toEqual([])
  })

test('the console names the first five links of a long list', async ({ page }) => {
  const output = outputOf(page)
  await page.goto(addressOf('a long list', '/list'))
  await expect.poll(() => output.filter((text) => text.includes('HB125')).length).toBe(5)
  const more = '<a href="#/more">a</a>'
  await page.evaluate((link) => document.body.insertAdjacentHTML('beforeend', link), more)
  expect(await messagesOf(page, output)).toHaveLength(5)
})
