/**
 * The files that `hashbang init` finds in a folder, and those that it plans to write.
 * test/init/init.spec.ts runs the result.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { addPlugin, editPage } from '../../../server/cli/init/edit-config.ts'
import { packageManager, writePlan } from '../../../server/cli/init/plan.ts'
import { planAdopted } from '../../../server/cli/init/plan-adopted.ts'
import { planApp } from '../../../server/cli/init/plan-app.ts'
import { readProject } from '../../../server/cli/init/project.ts'
import { TEMPLATES } from '../../init/templates.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('init')

const projectOf = async (files: Readonly<Record<string, string>> = {}) =>
  readProject(await folderWith(files))
const none = { isAdopted: false, framework: 'none', readable: undefined } as const

for (const framework of ['none', 'react', 'vue', 'svelte', 'solid', 'preact', 'lit']) {
  const template = `${framework === 'none' ? 'vanilla' : framework}-ts`
  test(`finds the framework of ${template}`, async () => {
    const found = { framework, hasVite: true, hash: undefined }
    expect(await projectOf(TEMPLATES[template])).toMatchObject(found)
  })
}

test('finds no framework in an empty folder, and asks for one', async () =>
  expect(await projectOf()).toMatchObject({ framework: undefined, hasVite: false }))

test('finds hash routes, and how their states begin', async () => {
  const hash = { file: 'src/main.tsx', router: 'HashRouter', states: '#/' }
  expect((await projectOf(TEMPLATES['hash-router'])).hash).toEqual(hash)
})

test('refuses a package.json that is no JSON', async () =>
  expect(projectOf({ 'package.json': '{' })).rejects.toThrow(/package\.json is no JSON/))

for (const [what, config, expected] of rows`
  an empty list   | plugins: []                  | plugins: [X]
  a list          | plugins: [react()]           | plugins: [react(), X]
  a nested list   | plugins: [vue([1]), b()]     | plugins: [vue([1]), b(), X]
  a list of lines | plugins: [\n    react(),\n  ] | plugins: [\n    react(),\n    X,\n  ]
`)
  test(`adds the plugin to ${what}`, () =>
    expect(addPlugin(`export default { ${config} }`, 'X')).toBe(
      `import { hashbang } from 'hashbang-router/vite'\n\nexport default { ${expected} }`,
    ))

test('adds plugins to a configuration that has none, behind its imports', () => {
  const vite = `import { defineConfig } from 'vite';\n`
  expect(addPlugin(`${vite}\nexport default defineConfig({})`, 'X')).toBe(
    `${vite}import { hashbang } from 'hashbang-router/vite';\n\nexport default defineConfig({\n  plugins: [X],})`,
  )
})

test('leaves a configuration alone in which it finds no place', () =>
  expect(addPlugin('export default makeConfig()', 'X')).toBe(undefined))

test('puts the outlet into the element that the app was mounted in, which styles may name', () => {
  const { text, replaced } = editPage(TEMPLATES['vue-ts']?.['index.html'] ?? '', 'src/start.ts')
  expect(replaced).toBe('src/main.ts')
  expect(text).toContain('<div id="app"><hashbang-outlet></hashbang-outlet></div>')
  expect(text).toContain('src="/src/start.ts"')
  expect(text).not.toContain('main.ts')
})

test('adds the outlet to a page without such an element', () => {
  const { text, replaced } = editPage(TEMPLATES['lit-ts']?.['index.html'] ?? '', 'src/start.ts')
  expect(replaced).toBe(undefined)
  expect(text).toMatch(/my-element\.ts[\s\S]*<hashbang-outlet>[\s\S]*start\.ts[\s\S]*<\/body>/)
})

test('keeps files that are there, and says so', async () => {
  const folder = await folderWith({ 'src/routes.ts': 'mine' })
  const plan = planApp(readProject(folder), { ...none, readable: '/s/' })
  const { created, kept } = writePlan(folder, plan)
  expect(kept).toEqual(['src/routes.ts'])
  expect(created).toContain('package.json')
  expect(readFileSync(join(folder, 'src/routes.ts'), 'utf8')).toBe('mine')
})

test('keeps the version of this package that is installed, and its scripts', async () => {
  const dependencies = { 'hashbang-router': 'file:a.tgz' }
  const scripts = { dev: 'mine', test: 'echo "Error: no test specified"' }
  const project = await projectOf({ 'package.json': JSON.stringify({ scripts, dependencies }) })
  const { changed } = planApp(project, { ...none, framework: 'vue' })
  const manifest = JSON.parse(changed['package.json'] ?? '')
  const kept = { dev: 'mine', build: 'vite build' }
  expect(manifest).toMatchObject({ type: 'module', scripts: kept, dependencies })
  expect(manifest.scripts.test).toBe(undefined)
  expect(manifest.dependencies.vue).toBeDefined()
})

test('refuses a project of another build tool, and names the way out', async () => {
  const project = await projectOf({ 'index.html': '<body></body>' })
  expect(() => planApp(project, none)).toThrow(/--adopt/)
})

test('adopts a built app of another tool by its folder', async () => {
  const project = await projectOf({ 'dist/index.html': '<body></body>' })
  const { created, changed } = planAdopted(project, { ...none, isAdopted: true, readable: '/s/' })
  expect(created['hashbang.config.mjs']).toContain(`{ site: 'dist', readable: '/s/' }`)
  expect(Object.keys(changed)).toEqual(['package.json'])
})

test('adopts an app of Vite by its plugin alone: no second file has the same settings', async () => {
  const project = await projectOf(TEMPLATES['hash-router'])
  const plan = planAdopted(project, { ...none, isAdopted: true, readable: '/s/' })
  expect(Object.keys(plan.created)).toEqual([])
  expect(plan.changed['vite.config.ts']).toContain(`adopt: { states: '#/', readable: '/s/' }`)
  expect(plan.commands.at(-1)).toContain('serve --origin')
})

test('names the package manager that runs it', () =>
  expect(['pnpm/9.1.0 npm/? node/v22', ''].map(packageManager)).toEqual(['pnpm', 'npm']))
