/** Mistakes in development: told in the terminal, and by a page in the place of the snapshot. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { FAULTY, holds, type Mistake, project } from './mistake.ts'

let root: string
let server: ViteDevServer
let origin: string
const said: string[] = []

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  root = project(FAULTY)
  const note = (text: string) => void said.push(text)
  const logger = createLogger('silent')
  server = await createServer({
    configFile: false,
    root,
    customLogger: { ...logger, warn: note, error: note, info: note },
    cacheDir: join(root, '.vite'),
    server: { port: 0, host: '127.0.0.1' },
    plugins: [hashbang({ app: 'app.ts' })],
  })
  await server.listen()
  origin = new URL(server.resolvedUrls?.local[0] ?? '').origin
})
test.afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const ask = async (state: string) => {
  const response = await fetch(`${origin}/?_escaped_fragment_=${state}`, {
    headers: { accept: 'text/html' },
  })
  const html = await response.text()
  const text = html
    .replace(/<[^>]+>/g, '')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name as 'lt'],
    )
  return { status: response.status, html, text }
}

const MISTAKES: readonly (Mistake & { readonly state: string })[] = [
  {
    what: 'a loader that throws',
    state: '/throws/ajax',
    name: 'RangeError',
    value: 'no word ajax',
    remedy: '#!/throws/ajax',
    place: /app\.ts:13:\d+/,
  },
  {
    what: 'a view module without default export',
    state: '/named',
    name: 'HB005: The view module of "named"',
    value: 'has no default export',
    remedy: 'export default htmlView(…), mountView(…) or a custom element class',
    place: '#!/named',
  },
  {
    what: 'a component of a framework as a view',
    state: '/component',
    name: 'HB005: The view of "component"',
    value: 'the function Component',
    remedy: 'wrap a component of a framework, such as reactView(',
    place: '#!/component',
  },
  {
    what: 'a route without a view',
    state: '/blank/7',
    name: 'HB004: The route "blank" has no view',
    value: '"#!/blank/7"',
    remedy: `add view: () => import('./view.ts')`,
    place: '#!/blank/7',
  },
  {
    what: 'a template with a tag that is not closed',
    state: '/template/7',
    name: 'This html template cannot be used',
    value: '</ul> stands where <li> must be closed first',
    remedy: /<ul><li>\$\{…\}<\/ul>\n\s+\^/,
    place: /views\/template\.ts:8:\d+/,
  },
]

for (const mistake of MISTAKES) {
  test(`${mistake.what} is told in the terminal, and by a page with status 500`, async () => {
    said.length = 0
    const { status, html, text } = await ask(mistake.state)
    expect(status).toBe(500)
    holds(text, mistake)
    holds(said.join('\n'), mistake)
    expect(html).not.toContain('<script')
  })
}

test('a loader that hangs is named after a second, by route and state', async () => {
  said.length = 0
  const broken = new AbortController()
  const asked = fetch(`${origin}/?_escaped_fragment_=/hangs/7`, { signal: broken.signal })
  await expect.poll(() => said.join('\n'), { timeout: 60_000, intervals: [50] }).toContain('HB104')
  broken.abort()
  await asked.catch(() => undefined)
  holds(said.join('\n'), {
    what: 'a loader that hangs',
    name: 'the loader of "hangs"',
    value: '1000 ms',
    remedy: 'fetch(url, { signal })',
    place: '"#!/hangs/7"',
  })
})

test('the page of an error fits a phone, in the light and in the dark', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 700 })
    await page.goto(`${origin}/?_escaped_fragment_=/named`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('HB005')
    await expect(page.getByText('npx hashbang explain HB005')).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    const [ground, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return [backgroundColor, color].map((one) => Number(/\d+/.exec(one)?.[0]))
    })
    expect((ground ?? 0) > (ink ?? 0)).toBe(colorScheme === 'light')
  }
})

test('the terminal has an address of a snapshot to click', () => {
  said.length = 0
  server.printUrls()
  expect(said.join('\n')).toContain(`${origin}/?_escaped_fragment_=`)
})

test('a page without its index.html is told at the start, and what to write', async () => {
  const bare = project({ 'app.ts': FAULTY['app.ts'] ?? '' })
  const warned: string[] = []
  const other = await createServer({
    configFile: false,
    root: bare,
    customLogger: { ...createLogger('silent'), warn: (text) => void warned.push(text) },
    cacheDir: join(bare, '.vite'),
    server: { port: 0, host: '127.0.0.1' },
    plugins: [hashbang({ app: 'app.ts' })],
  })
  try {
    holds(warned.join('\n'), {
      what: 'no index.html',
      name: 'The page "/" needs the file index.html',
      value: 'has none',
      remedy: 'Write it with <hashbang-outlet></hashbang-outlet>',
      place: bare,
    })
  } finally {
    await other.close()
    rmSync(bare, { recursive: true, force: true })
  }
})

const APP = 'app.ts'
const broken: readonly (Mistake & { readonly app: string })[] = [
  {
    what: 'routes that defineRoutes was not called with',
    app: `import { route } from 'hashbang-router'\nexport const routes = { home: route('') }\n`,
    name: 'HB101: The app module of "/"',
    value: '{"home":',
    remedy: 'export const routes = defineRoutes({ … })',
    place: 'app.ts',
  },
  {
    what: 'a context() that throws',
    app: `${FAULTY[APP]}\nexport const context = () => { throw new Error('no database at db.test') }\n`,
    name: 'HB103: The context() of the app module of "/"',
    value: 'no database at db.test',
    remedy: 'repair the service that it connects to',
    place: 'app.ts:',
  },
  {
    what: 'a syntax error',
    app: `export const routes = defineRoutes({ home: route('' })\n`,
    name: /Expected|Unexpected/,
    value: /`,`|`\)`|\}/,
    remedy: /Expected|Unexpected/,
    place: /app\.ts:1:5\d|app\.ts/,
  },
]
for (const { app, ...mistake } of broken) {
  test(`${mistake.what} is told in the terminal and as Vite shows errors of modules`, async () => {
    said.length = 0
    writeFileSync(join(root, APP), app)
    const shown = async () => {
      const { status, text } = await ask('')
      return `${status} ${text.replaceAll('\\"', '"').replaceAll('\\n', '\n')}`
    }
    await expect.poll(shown, { timeout: 60_000, intervals: [50] }).toMatch(mistake.name)
    const text = await shown()
    expect(text).toMatch(/^500 /)
    holds(text, mistake)
    holds(said.join('\n'), mistake)
  })
}
