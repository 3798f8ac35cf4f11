/** What `hashbang init` finds in a folder, and what it plans to write. test/init/init.spec.ts runs the result. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { addPlugin, editPage } from '../../../server/cli/init/edit-config.ts'
import { packageManager, writePlan } from '../../../server/cli/init/plan.ts'
import { planAdopted } from '../../../server/cli/init/plan-adopted.ts'
import { planApp } from '../../../server/cli/init/plan-app.ts'
import { readProject } from '../../../server/cli/init/project.ts'
import { TEMPLATES } from '../../init/templates.ts'
import { suite } from '../../run/suite.ts'

const test = suite('init')

function inFolder(files: Readonly<Record<string, string>>, use: (folder: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'init-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const FOUND = {
  'vanilla-ts': 'none',
  'react-ts': 'react',
  'vue-ts': 'vue',
  'svelte-ts': 'svelte',
  'solid-ts': 'solid',
  'preact-ts': 'preact',
  'lit-ts': 'lit',
}

for (const [template, framework] of Object.entries(FOUND))
  test(`finds the framework of ${template}`, () =>
    inFolder(TEMPLATES[template] ?? {}, (folder) =>
      expect(readProject(folder)).toMatchObject({ framework, hasVite: true, hash: undefined }),
    ))

test('finds no framework in an empty folder, and asks for one', () =>
  inFolder({}, (folder) =>
    expect(readProject(folder)).toMatchObject({ framework: undefined, hasVite: false }),
  ))

test('finds hash routes, and how their states begin', () =>
  inFolder(TEMPLATES['hash-router'] ?? {}, (folder) =>
    expect(readProject(folder).hash).toEqual({
      file: 'src/main.tsx',
      router: 'HashRouter',
      states: '#/',
    }),
  ))

test('refuses a package.json that is no JSON', () =>
  inFolder({ 'package.json': '{' }, (folder) =>
    expect(() => readProject(folder)).toThrow(/package\.json is no JSON/),
  ))

for (const [what, config, expected] of [
  ['an empty list', 'plugins: []', 'plugins: [X]'],
  ['a list', 'plugins: [react()]', 'plugins: [react(), X]'],
  ['a nested list', 'plugins: [vue([1]), b()]', 'plugins: [vue([1]), b(), X]'],
  ['a list of lines', 'plugins: [\n    react(),\n  ]', 'plugins: [\n    react(),\n    X,\n  ]'],
] as const)
  test(`adds the plugin to ${what}`, () =>
    expect(addPlugin(`export default { ${config} }`, 'X')).toBe(
      `import { hashbang } from 'hashbang-router/vite'\n\nexport default { ${expected} }`,
    ))

test('adds plugins to a configuration that has none, behind its imports', () =>
  expect(
    addPlugin(`import { defineConfig } from 'vite';\n\nexport default defineConfig({})`, 'X'),
  ).toBe(
    `import { defineConfig } from 'vite';\nimport { hashbang } from 'hashbang-router/vite';\n\nexport default defineConfig({\n  plugins: [X],})`,
  ))

test('leaves a configuration alone in which it finds no place', () =>
  expect(addPlugin('export default makeConfig()', 'X')).toBe(undefined))

test('puts the outlet in the place of the element that the app was mounted in', () => {
  const { text, replaced } = editPage(TEMPLATES['vue-ts']?.['index.html'] ?? '', 'src/start.ts')
  expect(replaced).toBe('src/main.ts')
  expect(text).toContain('<hashbang-outlet></hashbang-outlet>')
  expect(text).toContain('src="/src/start.ts"')
  expect(text).not.toMatch(/id="app"|main\.ts/)
})

test('adds the outlet to a page without such an element', () => {
  const { text, replaced } = editPage(TEMPLATES['lit-ts']?.['index.html'] ?? '', 'src/start.ts')
  expect(replaced).toBe(undefined)
  expect(text).toMatch(/my-element\.ts[\s\S]*<hashbang-outlet>[\s\S]*start\.ts[\s\S]*<\/body>/)
})

test('keeps files that are there, and says so', () =>
  inFolder({ 'src/routes.ts': 'mine' }, (folder) => {
    const plan = planApp(readProject(folder), {
      isAdopted: false,
      framework: 'none',
      readable: '/s/',
    })
    const { created, kept } = writePlan(folder, plan)
    expect(kept).toEqual(['src/routes.ts'])
    expect(created).toContain('package.json')
    expect(readFileSync(join(folder, 'src/routes.ts'), 'utf8')).toBe('mine')
  }))

test('keeps the version of this package that is installed, and its scripts', () =>
  inFolder(
    {
      'package.json':
        '{"scripts":{"dev":"mine","test":"echo \\"Error: no test specified\\""},"dependencies":{"hashbang-router":"file:a.tgz"}}',
    },
    (folder) => {
      const { changed } = planApp(readProject(folder), {
        isAdopted: false,
        framework: 'vue',
        readable: undefined,
      })
      const manifest = JSON.parse(changed['package.json'] ?? '')
      expect(manifest).toMatchObject({
        type: 'module',
        scripts: { dev: 'mine', build: 'vite build' },
        dependencies: { 'hashbang-router': 'file:a.tgz' },
      })
      expect(manifest.scripts.test).toBe(undefined)
      expect(manifest.dependencies.vue).toBeDefined()
    },
  ))

test('refuses a project of another build tool, and names the way out', () =>
  inFolder({ 'index.html': '<body></body>' }, (folder) =>
    expect(() =>
      planApp(readProject(folder), { isAdopted: false, framework: 'none', readable: undefined }),
    ).toThrow(/--adopt/),
  ))

test('adopts a built app of another tool by its folder', () =>
  inFolder({ 'dist/index.html': '<body></body>' }, (folder) => {
    const { created, changed } = planAdopted(readProject(folder), {
      isAdopted: true,
      framework: 'none',
      readable: '/s/',
    })
    expect(created['hashbang.config.mjs']).toContain(`{ site: 'dist', readable: '/s/' }`)
    expect(Object.keys(changed)).toEqual(['package.json'])
  }))

test('names the package manager that runs it', () => {
  expect(packageManager('pnpm/9.1.0 npm/? node/v22')).toBe('pnpm')
  expect(packageManager('')).toBe('npm')
})
