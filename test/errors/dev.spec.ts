/**
 * Mistakes in development: the terminal names each, and where there is no page, the response does
 * too. Examples that work have no message.
 */
import { expect, test } from '@playwright/test'
import type { Files } from '../project.ts'
import { type DevServer, developExamples, Examples } from './dev-server.ts'
import {
  appModule,
  expectLines,
  PREAMBLE,
  readErrorSections,
  readMistakes,
  shell,
} from './sections.ts'

/** By code, the state that shows the example, and the status of its snapshot; 0 if it waits. */
const OF_PAGES: Readonly<Record<string, readonly [state: string, status: number]>> = {
  HB004: ['/shop', 500],
  HB005: ['/word/ajax', 500],
  HB008: ['/word?id=1', 503],
  HB010: ['/word/ajax', 500],
  HB020: ['/word/ajax', 500],
  HB104: ['/word/ajax', 0],
  HB115: ['/word/ajax', 500],
  HB118: ['/word/ajax', 500],
  HB119: ['/word/ajax', 404],
  HB120: ['/word/ajax', 200],
  HB121: ['/word/ajax/inner', 200],
  HB122: ['/word/ajax', 200],
  HB123: ['/word/ajax', 500],
  HB124: ['/word/ajax', 200],
  HB126: ['/word/ajax', 200],
}

/** A fault of a table or its module, which all pages of a server have: each has a server. */
const OF_TABLES: typeof OF_PAGES = { HB127: ['/word/ajax', 200] }

/** The table of an example that is a module of a view. */
const OF_VIEW = `${PREAMBLE}export const routes = defineRoutes({
  word: route('/word/:lemma', {
    load: () => 'a Greek hero',
    view: () => import('./view.jsx'),
    children: () => ({ inner: route('/inner', { view }) }),
  }),
})
`

function pageOf(block: string): Files {
  const page = { 'index.html': shell() }
  if (/^(?:defineRoutes|\w+: route)|export const routes/.test(block))
    return { ...page, 'app.ts': appModule(block) }
  return {
    ...page,
    'app.ts': OF_VIEW,
    'view.jsx': `import { html, htmlView } from 'hashbang-router'\n${block}`,
    'main.js': `import { start } from 'hashbang-router/browser'
import { routes } from './app.ts'
export const router = start(routes)`,
    'nav.js': 'export const nav = {}',
  }
}

interface Example {
  readonly name: string
  readonly block: string
  readonly state: string
  readonly status: number
  readonly lines: readonly string[]
}

const sectionsOf = (places: typeof OF_PAGES) =>
  readErrorSections().filter(({ code }) => code in places)

const examplesOf = (places: typeof OF_PAGES, kind: 'dev' | 'module'): readonly Example[] => [
  ...sectionsOf(places).map(({ code, fails, message }) => {
    const [state = '', status = 0] = places[code] ?? []
    return { name: code, block: fails, state, status, lines: [message] }
  }),
  ...readMistakes(kind).map(({ title, place, block, lines }) => {
    const [state = '', status] = place.split(' ')
    return { name: title, block, state, status: Number(status), lines }
  }),
]

const faults = examplesOf(OF_PAGES, 'dev')
const working = sectionsOf(OF_PAGES)

const examples = new Examples()
for (const { name, block } of faults) examples.add(name, pageOf(block))
for (const { code, works } of working) examples.add(`${code} works`, pageOf(works))
const files = {
  ...examples.files,
  'public/words.json': '[]',
  'hashbang.config.js': 'export default { purgeToken: "0123456789abcdef" }\n',
}

let dev: DevServer
test.beforeAll(async () => {
  const pages = examples.folders.map((folder) => [`/${folder}/`, `${folder}/app.ts`])
  dev = await developExamples(files, Object.fromEntries(pages))
})
test.afterAll(() => dev.server.close())

/** Messages name pages by their folders; the page of errors has one page. */
const withOnePage = (text: string) => text.replaceAll(/"\/page-\d+\/"/g, '"/"')

const SIGNS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
}

/** The text of a response: it is plain, or in a script of Vite's error page. */
const textOf = (body: string) =>
  body
    .replace(body.startsWith('<') ? /<[^>]+>/g : '', '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => SIGNS[name] ?? '')
    .replaceAll('\\"', '"')
    .replaceAll('\\n', '\n')

/** Asks a dev server for a page with a fault, and finds all lines of its message. */
async function expectFault(server: DevServer, folder: string, fault: Example): Promise<void> {
  const { state, status, lines } = fault
  const terminal = () => withOnePage(server.terminal.join('\n'))
  const abort = new AbortController()
  const url = `${server.origin}/${folder}?_escaped_fragment_=${state}`
  const asked = fetch(url, { signal: abort.signal, headers: { accept: 'text/html' } })
  if (status !== 0) {
    const response = await asked
    expect(response.status).toBe(status)
    if (status >= 500) expectLines(withOnePage(textOf(await response.text())), lines)
  }
  await expect.poll(terminal).toContain(lines[0]?.split('…')[0])
  expectLines(terminal(), lines)
  abort.abort()
  await asked.catch(() => undefined)
}

for (const fault of faults)
  test(`the terminal names the mistake: ${fault.name}`, () =>
    expectFault(dev, `${examples.folderOf(fault.name)}/`, fault))

for (const fault of examplesOf(OF_TABLES, 'module'))
  test(`the terminal names the mistake of a module: ${fault.name}`, async () => {
    const server = await developExamples(pageOf(fault.block), { '/': 'app.ts' })
    await expectFault(server, '', fault)
    await server.server.close()
  })

for (const { code } of working)
  test(`${code} works as in its section`, { tag: '@nightly' }, async () => {
    dev.terminal.length = 0
    const folder = examples.folderOf(`${code} works`)
    const [state] = OF_PAGES[code] ?? []
    const response = await fetch(`${dev.origin}/${folder}/?_escaped_fragment_=${state}`)
    expect((await response.text()) + dev.terminal.join('\n')).not.toContain(code)
  })

test('the terminal has the address of a snapshot, and names a missing index.html', async () => {
  const app = appModule("home: route('', { view })")
  const { server, terminal } = await developExamples({ 'app.ts': app }, { '/': 'app.ts' })
  server.printUrls()
  expectLines(terminal.join('\n'), [
    'The page "/" needs the file index.html…has none…Write it with <hashbang-outlet></hashbang-outlet>',
    '/?_escaped_fragment_=',
  ])
  await server.close()
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
    const response = await fetch(dev.origin + path)
    expect(response.status).toBe(403)
    expect(await response.text()).toMatch(
      /^hashbang\.config(?:\..s)? is not sent .* may hold secrets/,
    )
  }
  for (const path of ['/page-0/app.ts', '/page-0/app.ts?of=/hashbang.config.js'])
    expect((await fetch(dev.origin + path)).status, path).toBe(200)
})
