/** The site of the documents, built and exported as `npm run site` does it, on a host of files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { readChromiumCost } from '../docs/site/build/chromium-cost.ts'
import { violations } from './demo/axe.ts'
import type { Listening } from './listening.ts'
import { installPackages, npmProject } from './npm-project.ts'
import { OUT, ROOT, run, serveBuilt } from './site/built.ts'

const CLI = join(ROOT, 'dist/server/cli/main.js')
const LIGHTHOUSE = npmProject(join(import.meta.dirname, 'site/project'), 'lighthouse')

let server: Listening
let origin: string

test.beforeAll(async () => {
  server = await serveBuilt()
  origin = server.origin
})
test.afterAll(() => server?.close())

const read = (name: string) => readFileSync(join(OUT, name), 'utf8')
/** The paths of the sitemap. */
const paths = () =>
  [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
const heading = (page: Page) => page.locator('hashbang-outlet h1').first()

test('links reach every page without script, and a document has Markdown beside it', async () => {
  const entries = paths()
  for (const path of ['guides/start', 'errors/HB001', 'reference/server', 'happy-dom'])
    expect(entries).toContain(`/docs/${path}`)
  const codes = [...readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').matchAll(/^## (HB\d+)/gm)]
  expect(entries.filter((path) => path.startsWith('/docs/errors/')).toSorted()).toEqual(
    codes.map(([, code]) => `/docs/errors/${code}`).toSorted(),
  )
  const seen = new Set<string>()
  const next = ['/']
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await fetch(origin + path, { redirect: 'error' })
    expect(answer.status, path).toBe(200)
    const html = await answer.text()
    expect(html, path).toMatch(/<h1/)
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), origin + path)
      if (target.origin !== origin || href.startsWith('#')) continue
      expect(target.hash, `${path} links to ${href}`).not.toMatch(/^#!/)
      next.push(target.pathname)
    }
  }
  expect(entries.filter((path) => !seen.has(path))).toEqual([])
  const title = '# Keep your app as it is'
  const markdown = await (await fetch(`${origin}/docs/guides/adopt.md`)).text()
  expect(markdown).toContain(title)
  expect(markdown).not.toMatch(/On this page|Link to/)
  expect(markdown).toContain('\n```sh\n')
  expect(read('llms-full.txt')).toContain(title)
  expect(read('llms.txt')).toContain('/docs/documents.md')
})

test('crawl, crawl --as plain and verify find no fault in the site', async () => {
  await run(process.execPath, [CLI, 'crawl', `${origin}/`])
  const plain = await run(process.execPath, [CLI, 'crawl', `${origin}/`, '--as', 'plain'])
  const { length } = paths()
  expect(plain.stdout).toContain(`${length} distinct pages, ${length} of ${length} entries`)
  const flags = ['--sample', String(length), '--no-sandbox', '--timeout', '60000']
  const command = [CLI, 'verify', `${origin}/`, ...flags]
  const verified = await run(process.execPath, command, { maxBuffer: 1e8 })
  // Only the browser runs the playground.
  expect(stripVTControlCharacters(verified.stdout)).toContain(
    `${length} states: ${length - 1} same, 1 subset, 0 different, 0 failed`,
  )
})

test('an address without a page has status 404, and a page with links', async ({ page }) => {
  for (const path of ['/docs/nosuch', '/elsewhere']) {
    const answer = await page.goto(origin + path)
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('There is no such page')
    await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', /noindex/)
  }
  await page.getByRole('link', { name: 'Get started' }).click()
  await expect(heading(page)).toHaveText('Start')
  await page.goto(`${origin}/guides/data`)
  await expect(page).toHaveURL(`${origin}/docs/guides/data`)
})

test('an address of an error in the whole document leads to the page of that error', async ({
  page,
}) => {
  for (const id of ['hb105', 'HB105', 'hb105-a-page-was-not-ready-in-time']) {
    await page.goto(`${origin}/docs/errors#${id}`)
    await expect(heading(page)).toContainText('HB105')
    await expect(page).toHaveURL(`${origin}/docs/errors/HB105`)
  }
})

test('Lighthouse finds no fault, and measures at least 95 for performance', async () => {
  const failure = installPackages(LIGHTHOUSE)
  if (failure !== null) throw new Error(failure)
  const urls = [
    ...['/', '/docs/guides/data', '/docs/guides/react', '/docs/errors/HB002'],
    ...['/docs/playground', '/docs/reference/hashbang-router'],
  ]
  const script = join(LIGHTHOUSE.folder, 'measure.js')
  const { stdout } = await run(process.execPath, [script, ...urls.map((path) => origin + path)])
  const results = JSON.parse(stdout) as { performance: number; shift: number; page: string }[]
  expect(results).toHaveLength(2 * urls.length)
  for (const { performance, shift, ...others } of results) {
    expect(others).toEqual({ page: others.page, faults: [] })
    expect(performance, others.page).toBeGreaterThanOrEqual(0.95)
    expect(shift, others.page).toBeLessThan(0.02)
  }
})

/** Link texts that name no page. Lighthouse refuses them too. */
const VAGUE = /^(?:click here|here|this|go|start|more|read more|see more|learn more|information)$/i

test('each link names its page', () => {
  const vague = paths().flatMap((path) => {
    const html = read(path === '/' ? 'index.html' : `${path.slice(1)}.html`)
    return [...html.matchAll(/<a [^>]*>(.*?)<\/a>/g)]
      .map(([, text = '']) => text.replace(/<[^>]+>/g, '').trim())
      .filter((text) => VAGUE.test(text))
      .map((text) => `${path}: ${text}`)
  })
  expect(vague).toEqual([])
})

test('the first screen has the claim, two ways in, the picture, a figure and the frameworks', async ({
  page,
}) => {
  const { ours, chromium } = readChromiumCost()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${origin}/`)
  const hero = page.locator('.hero')
  const parts = [
    heading(page),
    hero.getByRole('link', { name: 'Get started' }),
    hero.getByRole('link', { name: 'hashbang adopt' }),
    hero.getByText(`1/${Math.floor(chromium / ours)}`),
    hero.getByRole('link', { name: 'the bench' }),
    hero.getByRole('img', { name: 'A browser opens' }),
  ]
  const lists = ['React', 'plain elements', 'Node', 'CDN'].map((name) =>
    hero.getByRole('link', { name, exact: true }),
  )
  for (const part of [...parts, ...lists]) await expect(part).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const part of [...parts, lists[0] ?? hero]) await expect(part).toBeInViewport()
  const picture = await parts.at(-1)?.boundingBox()
  expect(picture?.width).toBe(320)
  expect((picture?.y ?? 0) + (picture?.height ?? 740)).toBeLessThan(740)
})

test('every page shows the version, and the date of the commit', async ({ page }) => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const args = ['log', '-1', '--format=%ct']
  const seconds = Number((await run('git', args, { cwd: ROOT })).stdout)
  for (const path of ['/', '/docs/guides/react', '/docs/nosuch']) {
    await page.goto(origin + path)
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(`hashbang-router ${version}, `)
    await expect(footer.locator('time')).toHaveAttribute(
      'datetime',
      new Date(seconds * 1000).toISOString().slice(0, 10),
    )
  }
})

test('the guide of all frameworks keeps its headings, and leads to a page for each', async ({
  page,
}) => {
  const names = ['react', 'vue', 'svelte', 'solid', 'preact', 'lit', 'angular', 'angularjs']
  const others = ['without-a-framework', 'in-every-framework', 'options-of-the-plugin']
  await page.goto(`${origin}/docs/guides/add-to-your-app#svelte`)
  await expect(page.locator('h3#svelte')).toBeInViewport()
  for (const id of [...names, ...others, 'without-init', 'not-working', 'next'])
    await expect(page.locator(`#${id}`)).toBeAttached()
  for (const name of names)
    await expect(
      page.locator(`article a[href$="#!/guides/${name}"], article a[href="/docs/guides/${name}"]`),
    ).toBeAttached()
})

const DARK = 'rgb(13, 17, 23)'
const LIGHT = 'rgb(255, 255, 255)'
const paper = (page: Page) => expect(page.locator('body'))

test('a chosen theme colours a page before its scripts, and no snapshot holds one', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const path of ['/', '/docs/guides/react', '/docs/nosuch']) {
    await page.goto(origin + path)
    await paper(page).toHaveCSS('background-color', DARK)
  }
  for (const name of ['index.html', '404.html', 'docs/guides/react.html']) {
    expect(read(name)).toMatch(/<html lang="en">/)
    expect(read(name)).toMatch(/<site-theme><\/site-theme>/)
  }
})

test('a reader at the keyboard chooses a theme, and another tab follows', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${origin}/docs/guides/react`)
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto(`${origin}/`)
  const theme = page.getByRole('combobox', { name: 'Theme' })
  await page.getByRole('combobox', { name: 'Search' }).focus()
  await page.keyboard.press('Tab')
  await expect(theme).toBeFocused()
  await page.keyboard.type('Dark')
  await expect(theme).toHaveValue('dark')
  await paper(page).toHaveCSS('background-color', DARK)
  await paper(other).toHaveCSS('background-color', DARK)
  const bar = page.locator('meta[name=theme-color]').first()
  await expect(bar).toHaveAttribute('content', '#0d1117')
  await page.reload()
  await expect(theme).toHaveValue('dark')
  await paper(page).toHaveCSS('background-color', DARK)
  await theme.selectOption('system')
  await paper(page).toHaveCSS('background-color', LIGHT)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await paper(page).toHaveCSS('background-color', DARK)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`no page overflows or has a fault of accessibility, in ${colorScheme} colours`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    const faults: string[] = []
    for (const path of [...paths(), '/docs/nosuch']) {
      await page.goto(origin + path)
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(heading(page)).toBeVisible()
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        if (overflow !== 0) faults.push(`${path}, ${width}: ${overflow} px too wide`)
        if (width !== 320)
          faults.push(...(await violations(page)).map((one) => `${path}, ${width}: ${one}`))
      }
    }
    expect(faults).toEqual([])
  })

test('the first page loads neither the search nor the playground', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(`${origin}/`)
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /search|playground-(?!page)|trial|mdast/.test(url))).toEqual([])
})

test('a reader at the keyboard finds a document, and comes back', async ({ page }) => {
  await page.goto(`${origin}/#!/guides/data`)
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await expect(page).toHaveURL(/#!\/guides\/data/)
  await page.evaluate(() => scrollTo(0, 900))
  await page.keyboard.press('/')
  await page.keyboard.type('zzzz')
  await expect(page.getByText('Nothing found for “zzzz”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.results')).toBeHidden()
  await page.getByRole('combobox', { name: 'Search' }).fill('purge')
  const options = page.locator('.results').getByRole('option')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/purge/)
  await expect(page.locator('hashbang-outlet :is(h1, h2, h3):focus')).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Data')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
})

test('a document has its headings, neighbours, source, and code to copy', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${origin}/docs/guides/data`)
  const current = page.getByRole('navigation', { name: 'Documents' }).getByText('Data')
  await expect(current).toHaveAttribute('aria-current', 'page')
  const list = page.getByRole('navigation', { name: 'On this page' })
  await list.getByRole('link', { name: 'After a write' }).click()
  await expect(page).toHaveURL(/\/docs\/guides\/data#after-a-write$/)
  await expect(page.locator('#after-a-write')).toBeInViewport()
  await page.locator('.code').first().hover()
  await page.getByRole('button', { name: 'Copy the code' }).first().click()
  await expect(page.getByText('Copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^export interface Word/,
  )
  const edit = page.getByRole('link', { name: 'Edit this page on GitHub' })
  await expect(edit).toHaveAttribute('href', /\/edit\/main\/docs\/guides\/data\.md$/)
  await page.getByRole('link', { name: 'Next: Forms' }).click()
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveURL(/\/docs\/guides\/forms$/)
})

test('on a phone the contents fold away', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${origin}/docs/guides/data`)
  const link = page.getByRole('link', { name: 'Glossary', exact: true })
  await expect(link).toBeHidden()
  await page.getByText('Contents', { exact: true }).click()
  await link.click()
  await expect(heading(page)).toHaveText('Glossary')
  await expect(link).toBeHidden()
})

/** Opens the playground. `preview` finds text in its closed shadow tree. */
async function openPlayground(page: Page, path: string) {
  await page.addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (options) {
      const root = attachShadow.call(this, options)
      if (options.mode === 'closed') Object.assign(window, { preview: root })
      return root
    }
  })
  await page.goto(origin + path)
  const table = page.getByLabel('Route table')
  await expect(table).toBeVisible()
  return {
    ...{ table, state: page.getByLabel('State, the text after'), alert: page.getByRole('alert') },
    addresses: page.locator('dl'),
    snapshot: page.locator('[data-of=snapshot]'),
    preview: (script: string) => page.evaluate(`preview.querySelector('hashbang-outlet')${script}`),
  }
}

for (const path of ['/#!/playground', '/docs/playground'])
  test(`the playground shows a page, its addresses, snapshot and Markdown, at ${path}`, async ({
    page,
  }) => {
    const { state, addresses, snapshot, preview } = await openPlayground(page, path)
    await expect(snapshot).toContainText('<h1>ajax</h1><p>a Greek hero</p><a href="#!">')
    await expect(addresses).toContainText('https://example.com/s/word/ajax')
    await expect(addresses).toContainText('https://example.com/?_escaped_fragment_=/word/ajax')
    // Its converter loads when the reader comes near.
    await page.getByRole('heading', { name: 'Markdown' }).scrollIntoViewIfNeeded()
    await expect(page.locator('[data-of=markdown]')).toContainText('# ajax')
    await preview(`.querySelector('a').click()`)
    await expect(state).toHaveValue('')
    await expect(snapshot).toContainText('<a href="#!/word/ajax">')
    await expect(page).toHaveURL(origin + path)
    await state.fill('/word/zeus')
    await expect(addresses).toContainText('404')
    await page.reload()
    await expect(state).toHaveValue('/word/zeus')
    await expect(addresses).toContainText('404')
  })

const table = (options: string) =>
  `export const routes = defineRoutes({ a: route('/x', { ${options} }) })`
const VIEW = 'view: async () => ({ default: htmlView(() => html`shown`) })'

const MISTAKES: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  nothing: ['', /makes no route table/],
  'a bracket': ['defineRoutes({', /^SyntaxError: .*JavaScript, without types/],
  types: ['const a: string = 1', /JavaScript, without types/],
  'a thrown symbol': [`throw Symbol('no')`, /^Thrown: Symbol\(no\)/],
  'a thrown object without text': ['throw Object.create(null)', /^Thrown: an object without text/],
  'a pattern': [table(VIEW).replace('/x', '#!/x'), /HB001: Cannot parse pattern.*Read more/s],
  'an import': [`import a from './a.ts'`, /Cannot import ".\/a.ts"/],
  'a loader': [table(`load: () => Promise.reject(new Error('no data')), ${VIEW}`), /no data/],
  'a redirect': [table(`load: () => redirect('a'), ${VIEW}`), /HB017: Stopped after 10 redirects/],
  null: ['throw null', /Thrown: null/],
  'a loop': ['while (true);', /endless loop/],
  'a loop in a view': [table(VIEW.replace('=> html`shown`', '=> { for (;;); }')), /endless loop/],
}

test('the playground names each mistake, and runs the next table', async ({ page }) => {
  const playground = await openPlayground(page, '/#!/playground')
  await playground.state.fill('/x')
  for (const [name, [text, message]] of Object.entries(MISTAKES)) {
    await playground.table.fill(text)
    await expect(playground.alert, name).toHaveText(message)
    await playground.table.fill(table(VIEW))
    await expect(playground.alert, name).toBeEmpty()
    await expect(playground.snapshot, name).toContainText('shown')
  }
  await playground.table.fill(table(`load: () => new Promise(() => {}), ${VIEW}`))
  await expect(playground.addresses).toHaveText(/loading/)
  const guide = `import { defineRoutes, html, htmlView, route } from 'hashbang-router'\n${table(VIEW)}`
  await playground.table.fill(guide)
  await expect(playground.snapshot).toContainText('shown')
})

test('a shared table runs once its reader has agreed', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const first = await openPlayground(page, '/docs/playground')
  await first.table.fill(table(VIEW))
  await first.state.fill('/x')
  await expect(first.snapshot).toContainText('shown')
  await page.getByRole('button', { name: 'Copy a link to this table' }).click()
  await expect(page.getByText('Copied', { exact: true }).last()).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`${origin}/#!/playground?`)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  const second = await openPlayground(page, link.slice(origin.length))
  await expect(second.table).toHaveValue(table(VIEW))
  await expect(second.state).toHaveValue('/x')
  await expect(second.snapshot).toBeEmpty()
  await page.getByRole('button', { name: 'Run it' }).click()
  await expect(second.snapshot).toContainText('shown')
})
