/** Which imports are allowed: the folders depend on each other one way only. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { suite } from './run/suite.ts'
import { rows } from './server/helpers/rows.ts'

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

const KINDS: Readonly<Record<string, (one: Import) => boolean>> = {
  all: () => true,
  'no types': ({ types }) => !types,
  'at once': ({ types, lazy }) => !types && !lazy,
  'on demand': ({ types, lazy }) => !types && lazy,
}

const FRAMEWORK =
  '(react(-dom.*)?|preact|vue|svelte(/.*)?|solid-js(/web)?|angular|@angular/(core|platform-browser))'
/** The folders that `server/dom` may import: the grammar of HTML, and clocks. */
const HOUSE = '(dom|html|diagnostics/runtime)/'

// No file whose path is of the second column imports a file or a package of the third.
for (const [rule, from, to, kind] of rows`
  src never imports server           | ^src/                         | ^server/
  src never imports Node             | ^src/                         | ^node:
  src/dom is behind the browser door | ^src/(?!(browser|watched).ts$)[^/]+$ | ^src/dom/
  workers load src/dom last          | ^server/(?!snapshot/worker/)  | ^src/dom/ | no types
  outside of src/dom, no packages    | ^src/[^/]+$                   | ^(?!src/)
  src/dom needs one package          | ^src/dom/                     | ^(?!src/|@lit/reactive-element$)
  devtools need two packages         | ^src/devtools/                | ^(?!src/|@lit/reactive-element$|diff$)
  devtools are for development       | ^(?!src/(devtools|watched)\b)  | ^src/devtools/
  a door of views holds one function | ^src/views/[^/]+$             | ^(?!src/views/component) | at once
  a view imports mount on demand     | ^src/views/[^/]+$             | ^(?!src/views/mount/) | on demand
  mount imports its framework alone  | ^src/views/mount/             | ^(?!${FRAMEWORK}$) | no types
  the DOM alone reaches happy-dom    | ^(?!server/dom/)              | ^#happy-dom$
  one file builds happy-dom in       | ^(?!server/dom/bundle/happy-) | ^happy-dom
  server/dom has four doors          | ^server/(?!dom/)              | ^server/dom/(?!(index|install-on-import|internals|types)\.ts$|bundle/)
  internals leave for the serializer | ^server/(?!dom/|snapshot/(serialize/|document/live|worker/outlet-content)) | ^server/dom/internals
  happy-dom is bundled at the build  | ^server/(?!dom/|snapshot/bundle/) | ^server/dom/bundle/
  server/dom can be used alone       | ^server/dom/                  | ^(src/|server/(?!${HOUSE}))
  the demo imports the package       | ^demo/                        | ^(src|server)/
`) {
  test(rule, () => {
    const [here, there] = [new RegExp(from), new RegExp(to)]
    const isOf = KINDS[kind || 'all'] as (one: Import) => boolean
    expect(breaking((one) => isOf(one) && here.test(one.from) && there.test(one.to))).toEqual([])
  })
}

/** The house of `server/`, from the ground up: each wing with its rooms. */
const HOUSE_OF_SERVER: readonly (readonly [wing: string, ...rooms: string[]])[] = [
  ['diagnostics', 'runtime'],
  ['html'],
  ['site'],
  ['dom'],
  ['cache', 'response', '.', 'cdn'],
  ['snapshot', 'bundle', 'fetch', 'modules', 'serialize', 'markdown', 'pool', 'document', 'worker'],
  ['adopted', 'chromium', 'page'],
  ['serve', 'http', 'observe', 'handler', 'listing', 'start'],
  ['tools', 'crawl', 'export', 'verify'],
  ['vite'],
  ['cli'],
  // The door.
  ['.'],
]

/** The floor of a file: of its wing, and of its room in the wing. */
function floorOf(file: string): readonly [wing: number, room: number] {
  const [, first = '.', second = '.'] = file.split('/')
  const wing = HOUSE_OF_SERVER.findIndex(([name]) => name === (first.endsWith('.ts') ? '.' : first))
  const [, ...rooms] = HOUSE_OF_SERVER[wing] ?? ['']
  const room = rooms.indexOf(second.endsWith('.ts') ? '.' : second)
  // Files beside the rooms of a wing stand on all of them, if the list has no place for them.
  return [wing, room < 0 ? rooms.length : room]
}

test('a file of server imports its own room and those below it', () => {
  const wrong = breaking(({ from, to }) => {
    if (!from.startsWith('server/') || !to.startsWith('server/')) return false
    const [wing, room] = floorOf(from)
    const [otherWing, otherRoom] = floorOf(to)
    return otherWing > wing || (otherWing === wing && otherRoom > room)
  })
  expect(wrong).toEqual([])
})

test('the list of folders is complete', () => {
  const wings = readdirSync('server', { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(wings.map(({ name }) => name).toSorted()).toEqual(
    HOUSE_OF_SERVER.map(([wing]) => wing)
      .filter((wing) => wing !== '.')
      .toSorted(),
  )
  for (const [wing, ...rooms] of HOUSE_OF_SERVER.filter(([, room]) => room !== undefined)) {
    const folders = readdirSync(join('server', wing), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map(({ name }) => name)
    expect(folders.toSorted()).toEqual(rooms.filter((room) => room !== '.').toSorted())
  }
})

/** What a page changes there would be that of the next page: `perPage` holds the page's. */
test('no module that workers load has a variable that changes', () => {
  const folders = ['server/dom', 'server/snapshot', 'server/adopted']
  const changing = folders
    .flatMap(sources)
    .filter((file) => /^(?:export )?(?:let|var) /m.test(readFileSync(file, 'utf8')))
  expect(changing).toEqual([])
})

/** Doors, and the modules that a door of views loads. */
const SAME_NAME = /(?:^|\/)index\.ts$|^src\/views\//

test('no two files have the same name, or names that differ by an "s"', () => {
  const names = ['src', 'server']
    .flatMap(sources)
    .filter((file) => !SAME_NAME.test(file))
    .map((file) => basename(file, '.ts'))
  const repeated = names.filter((name, at) => names.indexOf(name) !== at)
  expect([...repeated, ...names.filter((name) => names.includes(`${name}s`))]).toEqual([])
})

/** Names that two files export on purpose: the doors of development, and each `mount` of a view. */
const SAME_EXPORT =
  /^src\/(?:checked-outcomes|checked-routes|watched|dom\/mount)\.ts$|^src\/views\//

test('no two files export the same name', () => {
  const names = ['src', 'server']
    .flatMap(sources)
    .filter((file) => !SAME_EXPORT.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const exports = text.matchAll(
        /^export (?:async |abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm,
      )
      return [...new Set([...exports].map(([, name]) => name))]
    })
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.length).toBeGreaterThan(500)
})

/** Units of several sources. Their names say so. */
const SEVERAL = [
  'server/cache/fleet-model',
  'src/client-inputs',
  'src/dom/router-extras',
  'src/dom/router-model',
  'src/links-and-matches',
]

test('a unit is at the path of its source, unless it tests several', () => {
  const units = sources('test')
    .filter((file) => /^test\/(?:src|server\/(?!dom\/)).*\.test\.ts$/.test(file))
    .map((file) => file.slice('test/'.length, -'.test.ts'.length))
  const sourceFiles = new Set(['src', 'server'].flatMap(sources))
  expect(units.filter((unit) => !sourceFiles.has(`${unit}.ts`)).toSorted()).toEqual(SEVERAL)
})

/** The files and packages that a file loads when it is loaded. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { from, to, types, lazy } of all)
    if (from === file && !types && !lazy) loadedWith(to, seen)
  return seen
}

const OPTIONAL = /^(vite|playwright(-core)?|@playwright|@?redis|@opentelemetry)(\/|$)/

for (const [door, left] of [
  ['server/index.ts', OPTIONAL],
  ['server/snapshot/worker/worker-entry.ts', OPTIONAL],
  ['server/worker-programs.ts', OPTIONAL],
  ['server/cli/program.ts', OPTIONAL],
  ['server/cli/init.ts', /^magicast$/],
  ['src/browser.ts', /devtools/],
  ['src/watched.ts', /devtools\/element/],
] as const) {
  test(`${door} loads nothing that is imported where it is used: ${left.source}`, () =>
    expect([...loadedWith(door)].filter((to) => left.test(to))).toEqual([]))
}

test('the rules find the imports of the sources', () => {
  expect(loadedWith('src/watched.ts')).toContain('src/devtools/registry.ts')
  expect(all.length).toBeGreaterThan(100)
  const one = { from: 'src/browser.ts', to: 'src/dom/outlet.ts', types: false, lazy: false }
  expect(all).toContainEqual(one)
})
