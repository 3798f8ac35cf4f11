/** Mistakes that leave a page without an error: the developer's console and terminal name them. */
import { expect, type Page, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createLogger, type ViteDevServer } from 'vite'
import { setVariable } from '../environment.ts'
import { develop, project } from '../project.ts'
import { readMistakes, shell } from './mistake.ts'

const APP = `import { defineRoutes, gone, html, htmlView, notFound, pathScheme, redirect, route } from 'hashbang-router'
const view = async () => ({ default: htmlView(() => html\`<h1>fine</h1>\`) })
const links = async () => ({
  default: htmlView(() => html\`<a href="#/bare/7">a</a> <a href="#!/lost">b</a> <a href="#id">c</a>\`),
})
const late = async () => {
  class LateOutlet extends HTMLElement {
    connectedCallback() {
      setTimeout(() => { this.innerHTML = '<hashbang-outlet></hashbang-outlet>' }, 100)
    }
  }
  customElements.get('late-outlet') ?? customElements.define('late-outlet', LateOutlet)
  return { default: htmlView(() => html\`<late-outlet></late-outlet>\`) }
}
const list = async () => ({
  default: htmlView(() => html\`\${Array.from({ length: 100 }, (_, id) => html\`<a href="#/bare/\${id}">a</a>\`)}\`),
})
const id = async () => ({ default: htmlView(() => html\`<h1 id="/a">fine</h1><a href="#/a">a</a>\`) })
const outer = async () => ({
  default: htmlView(() => html\`<h1>outer</h1><hashbang-outlet></hashbang-outlet>\`),
})
export const routes = defineRoutes({
  home: route('', { view }),
  bare: route('bare/:id', { view }),
  layout: route('/layout', { view, children: () => ({ inner: route('/inner', { view }) }) }),
  whole: route('/whole', { view: outer, children: () => ({ inner: route('/inner', { view }) }) }),
  late: route('/late', { view: late, children: () => ({ inner: route('/inner', { view }) }) }),
  list: route('/list', { view: list }),
  id: route('/id', { view: id }),
  lost: route('/lost', { load: () => { notFound() }, view }),
  later: route('/later', { load: async () => { await fetch('/x'); gone() }, view }),
  guarded: route('/guarded', { guard: () => { redirect('home') }, view }),
  returned: route('/returned', { load: () => notFound(), view }),
  unused: route('/unused', { load: () => { const none = notFound(); return 1 || none }, view }),
  links: route('/links', { view: links }),
})
export const paths = defineRoutes({ home: route('', { view: id }) }, { scheme: pathScheme() })
`
const FILES = {
  'hashbang.config.js': 'export default { purgeToken: "0123456789abcdef" }\n',
  'index.html': shell('<script type="module" src="/main.ts"></script>'),
  'main.ts': `import { start } from 'hashbang-router/browser'
import { paths, routes } from './app.ts'
start(location.search === '?paths' ? paths : routes)
`,
  'app.ts': APP,
}

const terminal: string[] = []
let server: ViteDevServer
let origin: string
test.beforeAll(async () => {
  const restore = setVariable('NODE_ENV', 'development')
  const note = (text: string) => void terminal.push(text)
  const app = await develop(project(FILES, 'mistakes'), {
    configFile: false,
    mode: 'development',
    customLogger: { ...createLogger('silent'), warn: note, error: note, info: note },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [hashbang({ app: 'app.ts', devtools: false })],
  })
  restore()
  server = app.server
  origin = app.origin
})
test.afterAll(() => server.close())

/** The messages of the package that a page's console gets. */
function consoleOf(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => message.text().startsWith('HB') && messages.push(message.text()))
  return messages
}

/** All messages until now, with one more at the end. */
async function end(page: Page, messages: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(() => console.log('HB: end'))
  await expect.poll(() => messages.at(-1)).toBe('HB: end')
  return messages
}

async function open(page: Page, state = ''): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${origin}/#!${state}`)
}

const MISTAKES = readMistakes(`
a link with a slash that its pattern lacks ¦ /bare/7 ¦ both
  HB119: No route takes "#!/bare/7" ¦ "bare" (bare/:id) takes "#!bare/7"
  both with "/" at the beginning, or both without
a layout without an outlet ¦ /layout/inner ¦ both
  HB121: The view of "layout" shows no <hashbang-outlet> ¦ the view of "layout.inner" is missing
  put <hashbang-outlet></hashbang-outlet>
an outcome that a loader does not return ¦ /lost ¦ both
  HB124: The load of "lost" calls notFound() ¦ for "#!/lost" ¦ write "return notFound()"
an outcome that a loader creates after a request ¦ /later ¦ both
  HB124: The load of "later" calls gone() ¦ for "#!/later" ¦ write "return gone()"
an outcome that a guard does not return ¦ /guarded ¦ both
  HB124: The guard of "guarded" calls redirect('home') ¦ for "#!/guarded"
  write "return redirect('home')"
a link without its exclamation mark ¦ /links ¦ browser
  HB125: The link "#/bare/7" leads to no page ¦ states of this app begin with "#!"
  write "#!/bare/7"
`)

test('the console of a browser in development names mistakes that throw nothing', async ({
  page,
}) => {
  const messages = consoleOf(page)
  for (const { name, columns, parts } of MISTAKES) {
    messages.length = 0
    await open(page, columns[0])
    await expect.poll(() => messages.join('\n'), name).toContain(parts[0])
    expect(messages, name).toHaveLength(1)
    for (const part of parts) expect(messages[0], name).toContain(part)
    expect(messages[0]).not.toContain('\n')
  }
})

test('the console of a browser has no message about states without a mistake', async ({ page }) => {
  const messages = consoleOf(page)
  await page.clock.install()
  for (const [state, shown] of [
    ['', 'fine'],
    ['/whole/inner', 'fine'],
    ['/returned', 'Not found'],
    ['/unused', 'fine'],
    ['/id', 'fine'],
    ['/late/inner', 'fine'],
  ]) {
    await open(page, state)
    await expect(page.getByRole('heading', { name: shown ?? '' })).toBeVisible()
    // The time that a layout has for its outlet.
    await page.clock.runFor(2000)
  }
  expect(await end(page, messages)).toEqual(['HB: end'])
})

test('the page of an app at paths has neither an error nor a message', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const messages = consoleOf(page)
  await page.goto(`${origin}/?paths`)
  await expect(page.getByRole('heading', { name: 'fine' })).toBeVisible()
  expect(await end(page, messages)).toEqual(['HB: end'])
  expect(errors).toEqual([])
})

test('the console names the first five links of a long list', async ({ page }) => {
  const messages = consoleOf(page)
  await open(page, '/list')
  await expect.poll(() => messages.length).toBeGreaterThanOrEqual(5)
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<a href="#/more">a</a>'))
  expect(await end(page, messages)).toHaveLength(6)
})

for (const { name, columns, parts } of MISTAKES)
  if (columns[1] === 'both')
    test(`the terminal names ${name}`, async () => {
      await fetch(`${origin}/?_escaped_fragment_=${columns[0]}`)
      await expect.poll(() => terminal.join('\n')).toContain(parts[0])
      for (const part of parts) expect(terminal.join('\n')).toContain(part)
    })

test('the dev server refuses the config file, which may hold a token, with status 403', async () => {
  for (const path of [
    '/hashbang.config.js',
    '/hashbang%2Econfig.js?import',
    '/@fs/x/hashbang.config.ts',
    '/hashbang%2Econfig.js?%ff',
    '/hashbang.config?import',
    '/%5Chashbang.config.js',
  ]) {
    const response = await fetch(origin + path)
    expect(response.status).toBe(403)
    expect(await response.text()).toMatch(
      /^hashbang\.config(?:\..s)? is not sent .* may hold secrets/,
    )
  }
  for (const path of ['/app.ts', '/app.ts?of=/hashbang.config.js'])
    expect((await fetch(origin + path)).status, path).toBe(200)
})
