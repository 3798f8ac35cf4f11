/** The published package, as `npm pack --dry-run` lists it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from '@playwright/test'
import type { ServerEvent, Site } from 'hashbang-router/server'
import { shell } from './errors/sections.ts'
import { project } from './project.ts'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'dist/package')
const read = (file: string) => readFileSync(join(PACKAGE, file), 'utf8')

let files: readonly string[] = []
let bytes = 0

test.beforeAll(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const listed = JSON.parse(execFileSync('npm', args, { cwd: PACKAGE, encoding: 'utf8' }))
  files = listed[0].files.map(({ path }: { path: string }) => path)
  bytes = listed[0].unpackedSize
})

test('the package has fewer than 500 files and is smaller than 4.7 MB', () => {
  expect(files.length).toBeLessThan(500)
  expect(bytes).toBeLessThan(4.7e6)
})

test('the package contains the README, the changes, the licence, and the documents for users', () => {
  expect(files.filter((file) => !file.includes('/')).sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
  ])
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((name) => `guides/${name}`)
  const others = ['dependencies', 'commands/serve', 'errors', 'limits', 'reference/server']
  expect(guides.length).toBeGreaterThan(5)
  const all = [...guides, ...others.map((name) => `${name}.md`), 'architecture.svg']
  expect(files).toEqual(expect.arrayContaining(all.map((it) => `docs/${it}`)))
})

test('the package contains each template of init, whole', () => {
  const templates = readdirSync(join(ROOT, 'templates'), { recursive: true, withFileTypes: true })
  const paths = templates
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).replaceAll('\\', '/'))
  expect(paths).toContain('templates/angular/_gitignore')
  expect(files.filter((file) => file.startsWith('templates/')).sort()).toEqual(paths.sort())
})

test('the package contains the licence of everything that is built in', () => {
  const [, section = ''] = /^## Built in$([\s\S]*?)^## /m.exec(read('docs/dependencies.md')) ?? []
  const builtIn = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  expect(builtIn).toContain('happy-dom')
  const licenses = ['happy-dom', 'css-grammar', 'worker-programs', 'server']
    .map((name) => read(`dist/server/${name}.licenses.md`))
    .join()
  expect(builtIn.filter((name) => !licenses.includes(`## ${name} -`))).toEqual([])
})

test('the modules of the server import only packages that the package depends on', () => {
  const { dependencies, peerDependencies } = JSON.parse(read('package.json'))
  const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies }))
  const imports = files
    .filter((file) => /^dist\/server\/.*\.js$/.test(file) && !/bundle/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^import (?:[^"';]* from )?"((?:@[\w-]+\/)?[\w-]+)[^":]*";$/gm)].map(
        ([, name = '']) => name,
      ),
    )
  expect(imports).toContain('commander')
  expect(imports.filter((name) => !declared.has(name))).toEqual([])
})

test('an error of the packed worker names the browser API that is missing', async () => {
  const folder = project({
    'index.html': shell(),
    'app.js': `import { defineRoutes, htmlView, route } from 'hashbang-router'
const view = async () => ({ default: htmlView(() => navigator.storage.persist()) })
export const routes = defineRoutes({ home: route('', { view }) })
`,
  })
  const { createHandler } = await import(join(PACKAGE, 'dist/server/index.js'))
  const page = { shell: join(folder, 'index.html'), app: join(folder, 'app.js') }
  const warnings: string[] = []
  const observe = (event: ServerEvent) =>
    event.type === 'warning' && warnings.push(...event.warnings)
  const site: Site = await createHandler(
    { origin: 'http://a.test', pages: { '/': page }, workers: 1 },
    { observers: [observe] },
  )
  await site({ method: 'GET', target: '/?_escaped_fragment_=', headers: {} })
  await site.close()
  expect(warnings.join()).toContain('HB115: `navigator.storage` is missing here')
})

test('the package contains no test, no bench, no example and no file of the build', () => {
  const foreign =
    /(?:^|\/)(?:test|bench|fixtures|examples|demo)\/|\.(?:spec|test|test-d)\.|\.tsbuildinfo$|\.patch$|^docs\/(?:generate|happy-dom)\/|\/bundle\//
  expect(files.filter((file) => foreign.test(file))).toEqual([])
})

const documents = () =>
  files
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, read(file).replace(/^ *```[\s\S]*?^ *```/gm, '')] as const)

test('each link of the documents leads to a packed file, or to a file in the repository', () => {
  const { homepage } = JSON.parse(read('package.json'))
  const repository = new RegExp(`^${homepage.replace(/#.*/, '')}/(?:blob|tree)/HEAD/`)
  const broken: string[] = []
  let inRepository = 0
  for (const [file, text] of documents())
    for (const [, href = ''] of text.matchAll(/(?:\]\(| src=")([^)"\s]+)[)"]/g)) {
      const [path = ''] = href.split('#')
      const isOwn = repository.test(path)
      if (isOwn) inRepository += 1
      else if (/^https?:/.test(path)) continue
      const target = isOwn ? join(ROOT, path.replace(repository, '')) : join(dirname(file), path)
      if (path !== '' && !existsSync(isOwn ? target : join(PACKAGE, target)))
        broken.push(`${file}: ${href}`)
    }
  expect(broken).toEqual([])
  expect(inRepository).toBeGreaterThan(20)
})

test('the documents name no script that only the repository has', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const usual = ['start', 'dev', 'build', 'test']
  const own = Object.keys(scripts).filter((name) => !usual.includes(name))
  const run = new RegExp(`npm run (?:${own.join('|')})\\b`)
  const found = documents().flatMap(([file, text]) =>
    text
      .split(/\n\n/)
      .filter((part) => run.test(part) && !/in a clone of the\s+repository/i.test(part))
      .map((part) => `${file}: ${part}`),
  )
  expect(found).toEqual([])
})
