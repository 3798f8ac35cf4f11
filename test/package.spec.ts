/** What npm publishes, as `npm pack --dry-run` lists it: what a user needs, and nothing of how it was made. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

let files: readonly string[] = []

test.beforeAll(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const listed = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }))
  files = listed[0].files.map(({ path }: { path: string }) => path)
})

test('it holds the README, the changes and the licence, and the documents that a user needs', () => {
  expect(files.filter((file) => !file.includes('/')).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'package.json',
  ])
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`)
  const reference = readdirSync(join(ROOT, 'docs/reference')).map(
    (name) => `docs/reference/${name}`,
  )
  expect(guides.length).toBeGreaterThan(5)
  expect(reference.length).toBeGreaterThan(5)
  expect(files).toEqual(
    expect.arrayContaining([
      ...['docs/getting-started.md', 'docs/errors.md', 'docs/limits.md', 'docs/architecture.svg'],
      ...guides,
      ...reference,
    ]),
  )
})

test('it holds the licence of everything that is built in', () => {
  const builtIn = [...read('README.md').matchAll(/^\| (.*) \(built in\) \|/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  )
  expect(builtIn).toContain('happy-dom')
  const named = [
    'dist/server/happy-dom.licenses.md',
    'dist/server/markdown.licenses.md',
    'dist/server/adopt.licenses.md',
    'dist/server/render.licenses.md',
  ]
  expect(files).toEqual(expect.arrayContaining(named))
  const licenses = named.map(read).join()
  const unsaid = builtIn.filter((name) => !licenses.includes(`## ${name} -`))
  expect(unsaid).toEqual([])
})

test('it holds no test, no bench, no example and nothing that only the build needs', () => {
  const foreign = files.filter((file) =>
    /(?:^|\/)(?:test|bench|fixtures|examples|demo)\/|\.(?:spec|test|test-d)\.|\.tsbuildinfo$|\.patch$|^docs\/(?:generate|happy-dom)\/|\/bundle\//.test(
      file,
    ),
  )
  expect(foreign).toEqual([])
})

test('it holds every file that package.json names', () => {
  const { exports, imports, bin } = JSON.parse(read('package.json'))
  const named = [...JSON.stringify([exports, imports, bin]).matchAll(/"\.\/([^"]+\.(?:js|ts))"/g)]
    .map(([, file]) => file ?? '')
    // Types of a module that only the package itself imports.
    .filter((file) => !file.includes('/bundle/'))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !files.includes(file))).toEqual([])
})
