/**
 * Who may import what: the folders depend on each other one way only. Read from the sources, so that a forbidden import fails even
 * when nothing runs it. The doors load in imports.spec.ts.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'

const test = suite('imports')

interface Import {
  readonly from: string
  readonly to: string
  readonly types: boolean
  /** Loaded only when it is reached. */
  readonly lazy: boolean
}

/** Every import of a source file, with paths from the package's folder. */
function importsOf(file: string): Import[] {
  // Without the examples of docstrings.
  const text = readFileSync(file, 'utf8').replace(/^ *\*.*$/gm, '')
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  )
  return [...found].map(([, types, from, bare, lazy]) => {
    const to = from ?? bare ?? lazy ?? ''
    return {
      from: file,
      to: to.startsWith('.') ? join(dirname(file), to) : to,
      types: Boolean(types),
      lazy: lazy !== undefined,
    }
  })
}

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/'))

const all = ['src', 'server', 'demo'].flatMap(sources).flatMap(importsOf)
const breaking = (rule: (one: Import) => boolean) =>
  all.filter(rule).map(({ from, to }) => `${from} imports ${to}`)

const RULES: { what: string; breaks(one: Import): boolean }[] = [
  {
    what: 'src never imports server',
    breaks: ({ from, to }) => from.startsWith('src/') && to.startsWith('server/'),
  },
  {
    what: 'src never imports Node',
    breaks: ({ from, to }) => from.startsWith('src/') && to.startsWith('node:'),
  },
  {
    what: 'src outside of src/dom imports src/dom only through the browser door',
    breaks: ({ from, to }) =>
      /^src\/[^/]+$/.test(from) && to.startsWith('src/dom/') && from !== 'src/browser.ts',
  },
  {
    what: 'only the doors of development reach devtools',
    breaks: ({ from, to }) =>
      to.startsWith('src/devtools/') &&
      !from.startsWith('src/devtools/') &&
      from !== 'src/devtools.ts' &&
      from !== 'src/watched.ts',
  },
  {
    what: 'devtools depend on @lit/reactive-element and diff and no other package',
    breaks: ({ from, to }) =>
      from.startsWith('src/devtools/') &&
      !to.startsWith('src/') &&
      to !== '@lit/reactive-element' &&
      to !== 'diff',
  },
  {
    what: 'outside of src/dom, src depends on no package',
    breaks: ({ from, to }) => /^src\/[^/]+$/.test(from) && !to.startsWith('src/'),
  },
  {
    what: 'src/dom depends on @lit/reactive-element and no other package',
    breaks: ({ from, to }) =>
      from.startsWith('src/dom/') && !to.startsWith('src/') && to !== '@lit/reactive-element',
  },
  {
    what: 'a door for components loads a framework only with what mounts it, and nothing else of src but types',
    breaks: ({ from, to, types, lazy }) =>
      /^src\/views\/[^/]+$/.test(from) &&
      !types &&
      !to.startsWith(lazy ? 'src/views/mount/' : 'src/views/component.ts'),
  },
  {
    what: 'what mounts components of a framework imports that framework',
    breaks: ({ from, to, types }) =>
      from.startsWith('src/views/mount/') &&
      !types &&
      !/^(?:react(?:-dom.*)?|preact|vue|svelte(?:\/.*)?|solid-js(?:\/web)?|angular|@angular\/(?:core|platform-browser))$/.test(
        to,
      ),
  },
  {
    what: 'only the set-up of the DOM reaches happy-dom',
    breaks: ({ from, to }) => to === '#happy-dom' && !from.startsWith('server/happy-dom/'),
  },
  {
    what: 'happy-dom is reached where it is built in, and else by that build only',
    breaks: ({ from, to }) =>
      to.startsWith('happy-dom') && from !== 'server/happy-dom/bundle/happy-dom.ts',
  },
  {
    what: 'only styled.ts colours what a terminal shows: it lets nothing else command it',
    breaks: ({ from, to }) => to === 'picocolors' && from !== 'server/cli/styled.ts',
  },
  {
    what: 'the demo imports the package by its doors',
    breaks: ({ from, to }) => from.startsWith('demo/') && /^(src|server)\//.test(to),
  },
]

for (const { what, breaks } of RULES) {
  test(what, () => expect(breaking(breaks)).toEqual([]))
}

/** Which rooms of `server/` each room may import; `happy-dom/fixes` and `happy-dom/bundle` are of one with `happy-dom`. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  // What anything may stand on.
  runtime: [],
  diagnostics: [],
  html: [],
  objects: [],
  bundle: [],
  site: ['runtime', 'diagnostics', 'objects'],
  http: ['runtime', 'site', 'diagnostics', 'html'],
  // A real browser, and what it is asked.
  chromium: ['http', 'site', 'pool'],
  compare: ['crawl'],
  // Which engine makes a snapshot of an adopted page.
  engines: ['http', 'site', 'pool', 'crawl', 'chromium', 'compare'],
  // The worker's side. Markup of a page is written by `serialize`, which reads the page's own nodes: the two are one floor.
  'happy-dom': ['runtime', 'html', 'serialize', 'pool', 'bundle'],
  serialize: ['html', 'happy-dom'],
  adopt: [
    ...['runtime', 'html', 'http', 'serialize', 'happy-dom', 'site', 'pool', 'render', 'markdown'],
    'bundle',
  ],
  markdown: ['html', 'bundle'],
  render: [
    ...['runtime', 'diagnostics', 'html', 'http', 'serialize', 'happy-dom', 'site', 'pool'],
    ...['handler', 'markdown', 'bundle', 'modules'],
  ],
  modules: [],
  // The server's side.
  pool: ['runtime', 'html', 'http'],
  walk: ['runtime', 'html', 'http', 'site', 'pool'],
  observe: ['diagnostics', 'http', 'pool'],
  cache: ['runtime', 'http', 'pool', 'observe', 'export', 'objects'],
  cdn: ['diagnostics', 'html', 'http', 'site', 'cache'],
  handler: ['diagnostics', 'html', 'http', 'site', 'pool', 'observe', 'cache'],
  production: [
    ...['runtime', 'diagnostics', 'http', 'site', 'pool', 'observe', 'cache', 'handler'],
    ...['walk', 'sitemap', 'cdn', 'objects', 'crawl', 'chromium', 'compare', 'engines', 'html'],
  ],
  // Tools.
  export: ['runtime', 'http', 'site', 'objects'],
  sitemap: ['http', 'html', 'runtime', 'site', 'export', 'markdown'],
  crawl: ['runtime'],
  warm: [],
  ledger: [],
  verify: [
    ...['runtime', 'diagnostics', 'site', 'pool', 'production', 'crawl', 'chromium', 'compare'],
    ...['http', 'handler', 'engines'],
  ],
  vite: [
    ...['runtime', 'diagnostics', 'html', 'http', 'site', 'pool', 'render', 'happy-dom'],
    ...['handler', 'modules', 'production'],
  ],
  cli: [
    ...['runtime', 'diagnostics', 'site', 'render', 'observe', 'production', 'export', 'sitemap'],
    ...['crawl', 'verify', 'html', 'http', 'compare', 'cache', 'objects', 'ledger', 'engines'],
    'warm',
  ],
}

const roomOf = (file: string): string => /^server\/([^/]+)\//.exec(file)?.[1] ?? 'index'

test('a room of server imports those rooms only that it may', () => {
  const wrong = breaking(({ from, to }) => {
    if (!from.startsWith('server/') || !to.startsWith('server/')) return false
    const [of, at] = [roomOf(from), roomOf(to)]
    return of !== 'index' && of !== at && !ROOMS[of]?.includes(at)
  })
  expect(wrong).toEqual([])
  const used = new Set(all.map(({ from }) => roomOf(from)))
  expect(Object.keys(ROOMS).filter((room) => !used.has(room))).toEqual([])
})

/** Circles of imports that are there when a module is loaded. */
function circles(): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to, types, lazy } of all) {
    if (!types && !lazy && /^(src|server|demo)\//.test(to)) {
      next.set(from, [...(next.get(from) ?? []), to])
    }
  }
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) found.push(path.slice(at))
    if (at >= 0 || done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return found
}

test('no imports go round in a circle, but those of the grammar of selectors, which nest', () => {
  const room = 'server/happy-dom/fixes/selectors'
  expect(circles().map((files) => files.toSorted())).toEqual([
    [`${room}/parse.ts`, `${room}/pseudo.ts`],
  ])
})

test('no file is longer than 250 lines, and no two of a folder differ by an "s"', () => {
  const files = ['src', 'server', 'demo'].flatMap(sources)
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
  expect(files.filter((file) => lines(file) > 250)).toEqual([])
  expect(files.filter((file) => files.includes(file.replace(/\.ts$/, 's.ts')))).toEqual([])
})

/** The files and packages that a file loads when it is loaded. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { from, to, types, lazy } of all)
    if (from === file && !types && !lazy) loadedWith(to, seen)
  return seen
}

for (const door of [
  'server/index.ts',
  'server/render/worker.ts',
  'server/adopt/worker.ts',
  'server/cli/main.ts',
]) {
  test(`${door} loads without Vite, a browser driver, Redis and S3: those are imported where they are used`, () => {
    const optional = [...loadedWith(door)].filter((to) =>
      /^(vite|playwright(-core)?|@playwright|@?redis|aws4fetch|@opentelemetry|crawler-user-agents)(\/|$)/.test(
        to,
      ),
    )
    expect(optional).toEqual([])
  })
}

test('the browser door loads without devtools', () => {
  expect([...loadedWith('src/browser.ts')].filter((to) => to.includes('devtools'))).toEqual([])
  expect(loadedWith('src/watched.ts')).toContain('src/devtools/started.ts')
  expect([...loadedWith('src/watched.ts')]).not.toContain('src/devtools/element.ts')
})

test('the rules see the imports that there are', () => {
  expect(all.length).toBeGreaterThan(100)
  expect(all).toContainEqual({
    from: 'src/browser.ts',
    to: 'src/dom/outlet.ts',
    types: false,
    lazy: false,
  })
})
