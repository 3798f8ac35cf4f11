/** README, guides and examples are true as far as they can be read. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@playwright/test'
import { parseAllDocuments } from 'yaml'
import { fastly } from '../dist/server/index.js'
import { ADOPTED_PAGE, SETTINGS, TABLE_PAGE } from '../dist/server/site/setting-rules.js'
import { commandNames, commandOf } from '../docs/generate/options.js'
import { project, write } from './project.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** The files below a folder with this ending, without built or installed ones. */
const below = (folder: string, end: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !/node_modules|dist\//.test(name))
    .map((name) => join(folder, name))

const FILES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples'].flatMap((folder) => below(folder, '.md')),
]

/** The ids of the headings of a document, as GitHub makes them. */
const anchors = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link leads to a file that exists, and to a heading in it', () => {
  expect(FILES.length).toBeGreaterThan(30)
  const broken: string[] = []
  for (const file of FILES) {
    const text = read(file).replace(/```[\s\S]*?```/g, '')
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(href)) continue
      const [path = '', id] = href.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      // The anchors of the reference are elements.
      const isHeading =
        id === undefined || file.startsWith('docs/reference/') || anchors(read(target)).includes(id)
      if (!existsSync(join(ROOT, target)) || !isHeading) broken.push(`${file}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})

test('a document leaves out no level of headings, and each column of a table has a heading', () => {
  const faults = FILES.flatMap((file) => {
    const text = read(file).replace(/```[\s\S]*?```/g, '')
    const headings = [...text.matchAll(/^(#+) .*/gm)]
    const tables = [...text.matchAll(/^(\|.*)\n\|[-:| ]+\|$/gm)].map(([, row = '']) => row)
    return [
      ...headings
        .filter(([, { length } = ''], at) => length > (headings[at - 1]?.[1]?.length ?? length) + 1)
        .map(([heading]) => `${file}: ${heading}`),
      ...tables.filter((row) => /\|\s*\|/.test(row)).map((row) => `${file}: ${row}`),
    ]
  })
  expect(faults).toEqual([])
})

test('documents quote files of examples and tables of benches as `npm run docs` writes them', () => {
  const args = [join(ROOT, 'docs/generate/embed.js'), '--check']
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})

test('messages in "Not working?" are messages of the code', () => {
  // Each value of a template is a NUL.
  const source = ['src', 'server']
    .flatMap((folder) => below(folder, '.ts').map(read))
    .join('\n')
    .replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '\0')
  const unknown: string[] = []
  let checked = 0
  for (const file of FILES) {
    const [, section = ''] = read(file).split('## Not working?')
    for (const [, cell = ''] of section.matchAll(/^\| (.*?) \| /gm))
      for (const [, span = ''] of cell.matchAll(/`([^`]+)`/g)) {
        // A single word is a name.
        if (!span.includes(' ')) continue
        // A message quotes values: a name, a number, a version.
        const parts = span
          .replace(/^HB\d{3}:? ?/, '')
          .split(/"[^"]*"|…|v?\d+(?:\.\d+)*|the function Word/)
          .map((part) => part.replace(/^[\s:,]+|[\s:,]+$/g, ''))
          .filter((part) => part.length > 5)
        checked += parts.length
        for (const part of parts) if (!source.includes(part)) unknown.push(`${file}: ${span}`)
      }
  }
  expect(checked).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})

interface Line {
  readonly where: string
  readonly name: string
  readonly flags: readonly string[]
}

/** The calls of `hashbang` that documents show. */
const ofDocuments = (): Line[] =>
  FILES.flatMap((file) => {
    const blocks = [...read(file).matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)]
    return blocks
      .flatMap(([, text = '']) => text.split('\n'))
      .flatMap((line) => {
        const [, name = '', rest = ''] = /\bhashbang (?!--)([a-z]+)\b([^|>#&]*)/.exec(line) ?? []
        const flags = [...rest.matchAll(/(?<= )--?[a-z][\w-]*/g)].map(([flag]) => flag)
        return name === '' ? [] : [{ where: `${file}: ${line}`, name, flags }]
      })
  })

interface Pods {
  readonly spec: {
    readonly template?: { spec: { containers: { args: string[] }[] } }
  }
}

const ofManifests = (): Line[] =>
  below('examples/kubernetes', '.yaml').flatMap((where) =>
    parseAllDocuments(read(where)).flatMap((document) => {
      const { spec } = document.toJS() as Pods
      return (spec.template?.spec.containers ?? []).map(({ args: [name = '', ...args] }) => {
        const flags = args.filter((arg) => arg.startsWith('-'))
        return { where, name, flags: flags.map((flag) => flag.replace(/=.*/, '')) }
      })
    }),
  )

test('the command accepts every command line of documents and manifests', async () => {
  const manifests = ofManifests()
  expect(manifests).toHaveLength(2)
  const wrong: string[] = []
  let checked = 0
  for (const { where, name, flags } of [...ofDocuments(), ...manifests]) {
    if (!commandNames.includes(name)) {
      wrong.push(where)
      continue
    }
    const { options } = await commandOf(name)
    const known = options.flatMap(({ long, short }) => [long, short])
    for (const flag of flags) if (!known.includes(flag)) wrong.push(`${where}: ${flag}`)
    checked += flags.length
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(20)
})

test('every command has a page, and every page a command', () => {
  const pages = readdirSync(join(ROOT, 'docs/commands')).map((name) => name.replace('.md', ''))
  expect(pages.sort()).toEqual(['README', ...commandNames].sort())
})

/** The rows of the tables below a heading of docs/settings.md, without their headings. */
const settingRows = (heading: string): string[][] => {
  const [, section = ''] = read('docs/settings.md').split(`\n## ${heading}\n`)
  const [part = ''] = section.split('\n## ')
  return [...part.matchAll(/^\| `(.*) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.replace(/^`|`$/g, '')),
  )
}

const SETTING_GROUPS = ['The site', 'The server', 'The cache'] as const

test('docs/settings.md has each setting, with an example that its check accepts', () => {
  const rows = [...SETTING_GROUPS, 'An adopted page'].flatMap(settingRows)
  const isAdopted = (name: string) => name in ADOPTED_PAGE
  const ofSite = rows.filter(([name = '']) => !isAdopted(name))
  for (const [rules, listed] of [
    [SETTINGS, ofSite],
    [TABLE_PAGE, settingRows('A page with a route table')],
    [ADOPTED_PAGE, rows.filter(([name = '']) => isAdopted(name))],
  ] as const) {
    expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(rules).sort())
    for (const [name = '', , , example = ''] of listed) {
      const scope = { fastly: () => fastly({ service: 's', token: 't' }) }
      const env = { PURGE_TOKEN: 'a-token-of-the-settings' }
      const value = runInNewContext(`(${example})`, { ...scope, process: { env } })
      const rule = (rules as typeof SETTINGS)[name as keyof typeof SETTINGS]
      expect([name, example, rule.check(value)]).toEqual([name, example, true])
    }
  }
})

test('docs/settings.md has each variable, with an example that its check accepts', () => {
  const withVariable = Object.entries(SETTINGS).flatMap(([name, { env }]) =>
    env === undefined ? [] : [[env, name]],
  )
  const rows = settingRows('Variables')
  const pairs = rows.map(([variable = '', setting = '']) => [variable, setting.replace(/`/g, '')])
  expect(pairs.sort()).toEqual(withVariable.sort())
  for (const [variable = '', setting = '', example = ''] of rows) {
    const { check, read: parse } = SETTINGS[setting as keyof typeof SETTINGS]
    expect([variable, check(parse ? parse(example) : example)]).toEqual([variable, true])
  }
})

test('a default in docs/settings.md is the default in the docstring of its type', () => {
  const source = read('server/site/config.ts')
  let compared = 0
  const differing = [...SETTING_GROUPS, 'A page with a route table', 'An adopted page']
    .flatMap(settingRows)
    .flatMap(([name = '', , fallback = '']) => {
      const member = name.replace(/^.*\./, '')
      const docstring = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*readonly ${member}\\?:`)
      const [, documented] =
        /Default: `?([\w,/-]+)`?\.\s*$/.exec(docstring.exec(source)?.[1] ?? '') ?? []
      const shown = fallback.replace(/[_'`]/g, '')
      // Some defaults are phrases.
      if (/^\d|^\w+$/.test(documented ?? '')) compared += 1
      return documented === undefined ||
        documented === 'none' ||
        documented.replace(',', '') === shown
        ? []
        : [`${name}: ${shown}, not ${documented}`]
    })
  expect(compared).toBeGreaterThan(10)
  expect(differing).toEqual([])
})

const { scripts, dependencies } = JSON.parse(read('package.json'))

test('every script that README.md and CONTRIBUTING.md name exists', () => {
  const text = read('README.md') + read('CONTRIBUTING.md')
  const named = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('every runtime dependency is justified in docs/dependencies.md', () => {
  const table = read('docs/dependencies.md')
  const missing = Object.keys(dependencies).filter((name) => !table.includes(`| \`${name}\` |`))
  expect(missing).toEqual([])
})

/** The members of an interface of `src/`, without those that a comment names. */
function membersOf(file: string, name: string): string[] {
  const text = read(file).replace(/\/\*\*[\s\S]*?\*\//g, '')
  const [, body = ''] =
    new RegExp(`^export interface ${name}\\b.* {\n([\\s\\S]*?)^}`, 'm').exec(text) ?? []
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, member = '']) => member)
}

test('"Options of a route" has every option of the types, and its file uses every option of a route', () => {
  const page = read('docs/route-options.md')
  const [, file = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
  const sections = Object.fromEntries(
    page
      .split(/^## /m)
      .map((section): [string, string[]] => [
        section.split('\n', 1)[0] ?? '',
        [...section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
          [...cell.matchAll(/\w+/g)].map(String),
        ),
      ]),
  )
  const {
    'Options of the table': table,
    'Arguments of your functions': args = [],
    ...others
  } = sections
  const options = membersOf('src/route.ts', 'RouteOptions')
  expect(options.length).toBeGreaterThan(15)
  expect(Object.values(others).flat().sort()).toEqual(options.sort())
  expect(options.filter((name) => !new RegExp(`\\b${name}:`).test(file))).toEqual([])
  expect(table?.sort()).toEqual(membersOf('src/table.ts', 'TableOptions').sort())
  expect(args.sort()).toEqual([...membersOf('src/route.ts', 'RouteArgs'), 'data'].sort())
})

const VIEW = `import { html, htmlView } from 'hashbang-router'\nexport default htmlView(() => html\`x\`)\n`

/** Files that guides import and do not show. */
const STAND_INS: Readonly<Record<string, string>> = {
  'routes.ts': `import { defineRoutes, route } from 'hashbang-router'
const view = () => import('./views/word.ts')
export const routes = defineRoutes({
  word: route('/word/:lemma', { view }),
})
`,
  'views/word.ts': VIEW,
  'Word.tsx': 'export default function Word(_: { data: unknown }) { return null }\n',
  'theme.tsx': 'export const ThemeProvider = (_: { children: unknown }) => null\n',
  'chart.ts':
    'export class Chart { constructor(_: Element, __: unknown) {} show(_: unknown) {} destroy() {} }\n',
  'statistics.d.ts': `declare const umami: { track(change: (page: object) => object): void }
declare const _paq: unknown[][]
declare function gtag(...args: unknown[]): void
declare module 'angular'
declare module '*.css'
declare module '@plausible-analytics/tracker' { export function init(o: object): void; export function track(n: string, o: object): void }
`,
}

const TSCONFIG = JSON.stringify({
  extends: '../../tsconfig.json',
  include: ['**/*.ts', '**/*.tsx', '**/*.js'],
  references: [],
  compilerOptions: {
    ...{ noEmit: true, allowImportingTsExtensions: true, rewriteRelativeImportExtensions: false },
    ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'], jsx: 'preserve' },
    ...{ module: 'ESNext', moduleResolution: 'Bundler', allowJs: true, noImplicitOverride: false },
    ...{ declaration: false, declarationMap: false, sourceMap: false, composite: false },
  },
})

/** The guides whose files go into a project of a framework. */
const FRAMEWORK_GUIDES =
  /guides\/(?:add-to-your-app|react|vue|svelte|solid|preact|lit|angular|angularjs)\.md$/

/**
 * TypeScript by the types of the built package, JavaScript by its syntax. Files of examples/ are
 * run by examples.spec.ts, and those of a framework by init.spec.ts.
 */
test('every module of README and guides compiles', () => {
  const root = project({ 'tsconfig.json': TSCONFIG }, 'snippets')
  let count = 0
  for (const file of [
    ...['README.md', 'docs/route-options.md', 'docs/plugin-options.md'],
    ...below('docs/guides', '.md'),
  ]) {
    const folder = join(root, file.replace(/\W/g, '_'))
    write(join(folder, 'blocks'), STAND_INS)
    const isOfFramework = FRAMEWORK_GUIDES.test(file)
    const blocks = read(file).matchAll(/(?:\*\*`([^`\n]+)`\*\*\n\n)?```(tsx?|js)\n([\s\S]*?)```/g)
    for (const [, path, language, text = ''] of blocks) {
      if (
        path === undefined
          ? !/^import\b/m.test(text)
          : isOfFramework || path.startsWith('examples/')
      )
        continue
      count += 1
      // Modules with a path import each other; the others import the stand-ins.
      write(folder, {
        [path === undefined ? `blocks/block-${count}.${language}` : `project/${path}`]: text,
      })
    }
  }
  expect(count).toBeGreaterThan(40)
  const args = ['tsc', '--pretty', 'false', '-p', root]
  const { status, stdout } = spawnSync('npx', args, { cwd: ROOT, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})
