/**
 * The examples of docs/errors.md: each "Fails" prints the message of its section, and no "Works"
 * does.
 */
import { expect, type Page, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createLogger, type Plugin } from 'vite'
import { setVariable } from './environment.ts'
import { type ErrorSection, messagePattern, readErrorSections } from './error-sections.ts'
import { shell } from './mistakes/mistake.ts'
import { develop, type Files, project } from './project.ts'
import { hashbang as command } from './tools/command.ts'

const KINDS = ['fails', 'works'] as const
type Kind = (typeof KINDS)[number]

const SECTIONS = readErrorSections()
const PREAMBLE = `import { defineRoutes, gone, html, htmlView, int, notFound, oneOf, redirect, route } from 'hashbang-router'
import { z } from 'zod'
const view = async () => ({ default: htmlView(() => html\`<p>fine</p>\`) })
const exists = async (id) => id !== ''
`

/** The state at which a snapshot shows the example, by code. */
const AT_STATE: Readonly<Record<string, string>> = {
  HB004: '/shop',
  HB005: '/word/ajax',
  HB008: '/word?id=1',
  HB010: '/word/ajax',
  HB020: '/word/ajax',
  HB104: '/word/ajax',
  HB115: '/word/ajax',
  HB118: '/word/ajax',
  HB119: '/word/ajax',
  HB121: '/word/ajax/inner',
  HB122: '/word/ajax',
  HB123: '/word/ajax',
  HB124: '/word/ajax',
  HB126: '/word/ajax',
}
const OF_VIEW = `export const routes = defineRoutes({
  word: route('/word/:lemma', {
    load: () => 'a Greek hero',
    view: () => import('./view.jsx'),
    children: () => ({ inner: route('/inner', { view }) }),
  }),
})
`

/** A table or its routes, or a module of a view. */
function appOf(block: string): Files {
  if (block.startsWith('defineRoutes')) return { 'app.js': `export const routes = ${block}` }
  if (/^\w+: route/.test(block))
    return { 'app.js': `export const routes = defineRoutes({${block}})` }
  const imports = "import { html, htmlView } from 'hashbang-router'\n"
  return {
    'app.js': OF_VIEW,
    'view.jsx': imports + block,
    'main.js': `import { start } from 'hashbang-router/browser'
import { routes } from './app.js'
export const router = start(routes)`,
    'nav.js': 'export const nav = {}',
  }
}

const examplesOf = (codes: readonly string[]) =>
  codes.flatMap((code) =>
    KINDS.map((kind) => {
      const section = SECTIONS.find((one) => one.code === code) as ErrorSection
      return { code, kind, block: section[kind], section }
    }),
  )
const folderOf = (code: string, kind: Kind) => `${code.toLowerCase()}-${kind}`
const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))

function check(kind: Kind, { code, message }: ErrorSection, output: string): void {
  if (kind === 'fails') expect(output).toMatch(messagePattern(message))
  else expect(output).not.toContain(code)
}

const SILENT: Plugin = {
  name: 'silent',
  configureServer: ({ middlewares }) => void middlewares.use('/api/slow', () => undefined),
}

/** A dev server over folders of examples. */
async function developExamples(files: Files, folders: readonly string[]) {
  const terminal: string[] = []
  const note = (text: string) => void terminal.push(text)
  const restore = setVariable('NODE_ENV', 'development')
  const app = Object.fromEntries(folders.map((one) => [`/${one}/`, `${one}/app.js`]))
  const { server, origin } = await develop(project(files, 'errors'), {
    configFile: false,
    mode: 'development',
    customLogger: { ...createLogger('silent'), warn: note, error: note, info: note },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [...(folders.length > 0 ? [hashbang({ app, devtools: false })] : []), SILENT],
  })
  restore()
  return { server, origin, terminal }
}

test('examples of pages fail and work as in their sections', async () => {
  const examples = examplesOf(Object.keys(AT_STATE))
  const folders = examples.map(({ code, kind }) => folderOf(code, kind))
  const files = examples.map(({ block }, at) => {
    const { 'app.js': app = '', ...more } = appOf(block)
    const bare = shell()
    return inFolder(folders[at] ?? '', { 'index.html': bare, ...more, 'app.js': PREAMBLE + app })
  })
  const shared = { 'public/words.json': '[]' }
  const { server, origin, terminal } = await developExamples(
    Object.assign(shared, ...files),
    folders,
  )
  for (const { code, kind, section } of examples)
    await test.step(`${code} ${kind}`, async () => {
      terminal.length = 0
      const url = `${origin}/${folderOf(code, kind)}/?_escaped_fragment_=${AT_STATE[code]}`
      const broken = new AbortController()
      let text = ''
      const answered = fetch(url, { signal: broken.signal }).then(async (response) => {
        text = await response.text()
      })
      const output = () => `${text}\n${terminal.join('\n')}`
      if (kind === 'works') await answered
      else await expect.poll(output).toContain(code)
      // One waits for an answer that never comes.
      broken.abort()
      await answered.catch(() => undefined)
      check(kind, section, output())
    })
  await server.close()
})

test('examples of a table in the dev server fail and work as in their section', async () => {
  for (const { code, kind, block, section } of examplesOf(['HB120', 'HB127'])) {
    const files = { 'index.html': shell(), 'app.js': PREAMBLE + appOf(block)['app.js'] }
    const { server, origin, terminal } = await developExamples(inFolder(kind, files), [kind])
    await fetch(`${origin}/${kind}/?_escaped_fragment_=/word/ajax`)
    if (kind === 'fails') await expect.poll(() => terminal.join('\n')).toContain(code)
    check(kind, section, terminal.join('\n').replaceAll(`"/${kind}/"`, '"/"'))
    await server.close()
  }
})

/** What surrounds an example of a browser. */
const BROWSER = `${PREAMBLE}import { start } from 'hashbang-router/browser'
const routes = defineRoutes({ home: route('', { view }), word: route('/word/:lemma', { view }) })
`
const HTML = shell('<script type="module" src="./main.js"></script>')

function pageOf(block: string): Files {
  if (block.startsWith('<body>')) {
    const html = HTML.replace('<hashbang-outlet></hashbang-outlet>', block.slice(6, -7))
    return { 'index.html': html, 'main.js': `${BROWSER}start(routes)` }
  }
  if (block.startsWith('<')) {
    const view = `const link = async () => ({ default: htmlView(() => html\`${block}\`) })`
    const main = `${BROWSER}${view}\nstart(defineRoutes({ home: route('', { view: link }) }))`
    return { 'index.html': HTML, 'main.js': main }
  }
  if (/^\w+: route/.test(block)) {
    const main = `${BROWSER}start(defineRoutes({${block}, home: route('', { view })}))`
    return { 'index.html': HTML, 'main.js': main }
  }
  const router = block.includes('router.navigate') ? 'const router = start(routes)\n' : ''
  return { 'index.html': HTML, 'main.js': BROWSER + router + block }
}

async function outputOf(page: Page, url: string): Promise<string> {
  const output: string[] = []
  page.on('pageerror', (error) => output.push(error.message))
  page.on('console', (message) => output.push(message.text()))
  await page.goto(url, { waitUntil: 'networkidle' })
  page.removeAllListeners('pageerror')
  page.removeAllListeners('console')
  return output.join('\n')
}

test('examples of browsers fail and work as in their sections', async ({ page }) => {
  const examples = examplesOf(['HB011', 'HB012', 'HB013', 'HB014', 'HB015', 'HB017', 'HB125'])
  const files = examples.map(({ code, kind, block }) => {
    return inFolder(folderOf(code, kind), pageOf(block))
  })
  const { server, origin } = await developExamples(Object.assign({}, ...files), [])
  await page.route('https://example.org/', (route) => route.fulfill({ body: 'x' }))
  for (const { code, kind, section } of examples)
    await test.step(`${code} ${kind}`, async () => {
      check(
        kind,
        section,
        await outputOf(
          page,
          `${origin}/${folderOf(code, kind)}/index.html#!${code === 'HB017' ? '/account' : ''}`,
        ),
      )
    })
  await server.close()
})

const CONFIG = `export default {
  origin: 'https://example.com',
  pages: { '/': { shell: 'index.html', app: 'app.js' } },
}
`
const TWO_PAGES = CONFIG.replace(
  "'/': ",
  "'/admin.html': { shell: 'index.html', app: 'app.js' }, '/': ",
)
const APP = `${PREAMBLE}export const routes = defineRoutes({
  home: route('', { view }),
  users: route('/users', { view }),
  shop: route('/shop', { search: { sort: oneOf('name', 'price').optional('name') }, view }),
})
`
const COMMON: Files = {
  'index.html': shell(),
  'dist/client/index.html': shell(),
  'app.js': APP,
  'hashbang.config.js': CONFIG,
  'word.js': "throw new Error('a view needs a document')",
}

/** The files and the command of an example, by code. */
const COMMANDS: Readonly<Record<string, (block: string) => readonly [Files, string]>> = {
  HB019: (block) => [
    { 'app.js': `${PREAMBLE}export const routes = defineRoutes({${block}})` },
    LIST,
  ],
  HB101: (block) => [{ 'app.js': PREAMBLE + block }, 'inspect /'],
  HB102: (block) => [{ 'app.js': PREAMBLE + block }, LIST],
  HB103: (block) => [{ 'app.js': APP + block }, 'inspect /'],
  HB106: (block) => [{ 'hashbang.config.js': configOf(block) }, 'inspect /'],
  HB108: (block) => [{ 'hashbang.config.js': configOf(block) }, 'inspect /'],
  HB109: (block) => [{ 'hashbang.config.js': configOf(block) }, 'inspect /'],
  HB110: (block) => [
    { 'app.js': `${PREAMBLE}export const routes = defineRoutes({${block}})` },
    LIST,
  ],
  HB111: (block) => [{}, `inspect ${/#!([^"]+)/.exec(block)?.[1]}`],
  HB113: (block) => [{ 'hashbang.config.js': TWO_PAGES }, block.replace(/.*npx hashbang /, '')],
}
const LIST = 'sitemap --list'
const configOf = (block: string): string =>
  `import { defineConfig } from 'hashbang-router/server'\n${block}`.replace(
    /(origin: [^,}]+?)( ?[,}])/,
    "$1, pages: { '/': { shell: 'index.html', app: 'app.js' } }$2",
  )

for (const { code, kind, block, section } of examplesOf(Object.keys(COMMANDS)))
  test(`the command of ${code} ${kind} as in its section`, async () => {
    const [files, line] = COMMANDS[code]?.(block) ?? [{}, '']
    const root = project({ ...COMMON, ...files }, 'errors')
    const { stdout, stderr } = await command(line.split(' '), root)
    check(kind, section, stdout + stderr)
  })

test('examples of commands without a site fail as in their sections', async () => {
  const root = project({}, 'errors')
  const of = (code: string) => SECTIONS.find((one) => one.code === code) as ErrorSection
  for (const code of ['HB107', 'HB112']) {
    const line = of(code).fails.replace(/.*npx hashbang /, '')
    const { stdout, stderr } = await command(line.split(' '), root)
    check('fails', of(code), stdout + stderr)
  }
})
