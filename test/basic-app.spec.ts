/** What an app does not use costs it nothing: readable addresses and paths are in the bundle of those alone that import them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'

// Inside the package, so that the apps find it by its name.
const CACHE = join(import.meta.dirname, '../.cache')

const app = (scheme: string, option: string) =>
  `import { defineRoutes, html, htmlView, route${scheme && `, ${scheme}`} } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const view = async () => ({ default: htmlView(() => html\`<h1>Home</h1>\`) })
start(defineRoutes({ home: route('', { view }) }${option && `, { ${option} }`}))`

/** Text that only the module has, whatever a minifier makes of its names. */
const MARKS = { readable: 'HB016', path: 'Cannot write the state' }

let root: string
test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true })
  root = mkdtempSync(join(CACHE, 'basic-'))
  const files = {
    'basic.js': app('', ''),
    'readable.js': app('readableScheme', 'readable: readableScheme()'),
    'path.js': app('pathScheme', 'scheme: pathScheme()'),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
})
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The code that is loaded at once by entries that are built together. */
async function loadedBy(names: readonly string[]): Promise<Record<string, string>> {
  const input = Object.fromEntries(names.map((name) => [name, join(root, `${name}.js`)]))
  const built = await build({
    ...{ root, configFile: false, logLevel: 'silent' },
    build: { write: false, rollupOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  const output = ([built].flat()[0] as { output: { type: string }[] }).output
  const chunks = new Map(
    output.flatMap((one) => {
      const chunk = one as {
        type: string
        fileName: string
        name: string
        code: string
        imports: string[]
      }
      return chunk.type === 'chunk' ? [[chunk.fileName, chunk] as const] : []
    }),
  )
  const closure = (file: string, seen: Set<string>): string => {
    const chunk = chunks.get(file)
    if (chunk === undefined || seen.has(file)) return ''
    seen.add(file)
    return chunk.code + chunk.imports.map((one) => closure(one, seen)).join('')
  }
  return Object.fromEntries(
    names.map((name) => {
      const entry = [...chunks.values()].find((chunk) => chunk.name === name)
      return [name, closure(entry?.fileName ?? '', new Set())]
    }),
  )
}

test('an app without readable addresses and paths has no code of them', async () => {
  const { basic = '' } = await loadedBy(['basic'])
  const { readable = '' } = await loadedBy(['readable'])
  const { path = '' } = await loadedBy(['path'])
  const has = (code: string) => Object.values(MARKS).map((mark) => code.includes(mark))
  expect([has(basic), has(readable), has(path)]).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
  expect(basic.length).toBeGreaterThan(10_000)
})
