/**
 * The published package, as `npm pack --dry-run` lists it: all that a user needs, and nothing that only the build needs. That the
 * files of its doors are in it, `npm run check` finds out by publint.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

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

test('it is fewer than 500 files and smaller than 6 MB', () => {
  expect(files.length).toBeLessThan(500)
  expect(bytes).toBeLessThan(6e6)
})

test('it holds the README, the changes and the licence, and the documents that a user needs', () => {
  expect(files.filter((file) => !file.includes('/')).sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
  ])
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((name) => `guides/${name}`)
  const others = ['dependencies.md', 'commands/serve.md', 'errors.md', 'limits.md']
  expect(guides.length).toBeGreaterThan(5)
  expect(files).toEqual(
    expect.arrayContaining([...guides, ...others, 'architecture.svg'].map((it) => `docs/${it}`)),
  )
})

test('it holds the licence of everything that is built in', () => {
  const [, section = ''] = /^## Built in$([\s\S]*?)^## /m.exec(read('docs/dependencies.md')) ?? []
  const builtIn = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  expect(builtIn).toContain('happy-dom')
  const licenses = ['happy-dom', 'markdown', 'adopt', 'render']
    .map((name) => read(`dist/server/${name}.licenses.md`))
    .join()
  expect(builtIn.filter((name) => !licenses.includes(`## ${name} -`))).toEqual([])
})

test('it holds no test, no bench, no example and nothing that only the build needs', () => {
  const foreign =
    /(?:^|\/)(?:test|bench|fixtures|examples|demo)\/|\.(?:spec|test|test-d)\.|\.tsbuildinfo$|\.patch$|^docs\/(?:generate|happy-dom)\/|\/bundle\//
  expect(files.filter((file) => foreign.test(file))).toEqual([])
})
