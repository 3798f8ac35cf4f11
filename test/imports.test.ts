/**
 * Who may import what: the folders depend on each other one way only. Read from the sources, so that a forbidden import fails even
 * when nothing runs it. The doors load in imports.spec.ts.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { suite } from './run/suite.ts'

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
    breaks: ({ from, to }) => to === '#happy-dom' && !from.startsWith('server/dom/'),
  },
  {
    what: 'server/dom is a house of its own: of the package it imports the grammar of HTML and clocks alone',
    breaks: ({ from, to }) =>
      from.startsWith('server/dom/') &&
      /^(src|server)\//.test(to) &&
      !/^server\/(?:dom|html|diagnostics\/runtime)\//.test(to),
  },
  {
    what: 'happy-dom is reached where it is built in, and else by that build only',
    breaks: ({ from, to }) =>
      to.startsWith('happy-dom') && from !== 'server/dom/bundle/happy-dom.ts',
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

/**
 * The floors of `server/`: a file imports from its own room and from floors below it. A folder of `INNER` is not one room: its
 * folders are. Three of them reach across: `cache` and `serve` read what `tools/export` writes, `serve` lists states by
 * `tools/crawl` and `tools/sitemap`, and `tools/verify` starts a whole site.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['diagnostics/runtime'],
  // What anything may stand on.
  ['diagnostics', 'html', 'bundle', 'snapshot/modules', 'adopted/chromium', 'tools/warm'],
  ['site', 'dom', 'tools/crawl', 'tools/ledger'],
  ['http', 'snapshot/serialize', 'snapshot/markdown', 'adopted/compare', 'tools/export/objects'],
  // The pool runs in the main thread; the protocol of its workers names types of the DOM.
  ['snapshot/pool', 'tools/export'],
  ['observe', 'snapshot/worker', 'adopted/engines', 'tools/sitemap'],
  ['cache', 'adopted/page'],
  ['cache/cdn', 'serve/handler'],
  ['serve/start'],
  ['tools/verify', 'vite'],
  ['cli'],
  // The door.
  ['.'],
]

const INNER = /^(?:serve|cache|snapshot|adopted|diagnostics|tools)$/

/** The room of a file: its folder, or its folder's folder. */
function roomOf(file: string): string {
  const [, first = '.', second = '', third = ''] = file.split('/')
  if (first.endsWith('.ts')) return '.'
  if (second === 'export' && third === 'objects') return 'tools/export/objects'
  return INNER.test(first) && third !== '' ? `${first}/${second}` : first
}

test('a room of server imports its own files and those of the floors below it', () => {
  const floorOf = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)))
  const wrong = breaking(({ from, to }) => {
    if (!from.startsWith('server/') || !to.startsWith('server/')) return false
    return roomOf(from) !== roomOf(to) && floorOf(from) <= floorOf(to)
  })
  expect(wrong).toEqual([])
  const used = new Set(sources('server').map(roomOf))
  expect(FLOORS.flat().toSorted()).toEqual([...used].toSorted())
})

/**
 * The circles of imports, of types as well. An import on demand counts in `server/` only: a view of the demo links to the
 * table that loads it, and messages of `src/` quote such imports.
 */
function circles(): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to, lazy } of all) {
    if ((!lazy || from.startsWith('server/')) && /^(src|server|demo)\//.test(to)) {
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

test('no imports go round in a circle, of types neither', () => {
  expect(circles()).toEqual([])
})

test('no file is longer than 350 lines, and no two of a folder differ by an "s"', () => {
  const files = ['src', 'server', 'demo'].flatMap(sources)
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
  expect(files.filter((file) => lines(file) > 350)).toEqual([])
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
  'server/snapshot/worker/worker.ts',
  'server/adopted/page/worker.ts',
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
