/**
 * The files that `hashbang init` finds in a folder, and those that it plans to write.
 * test/init.spec.ts runs the result.
 */
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { addPlugin, hasPlugin } from '../../../server/cli/init/edit-config.ts'
import { editPage, planProject } from '../../../server/cli/init/plan.ts'
import { FRAMEWORKS, packageManager, readProject } from '../../../server/cli/init/project.ts'
import { writeFiles } from '../../../server/cli/init/write-plan.ts'
import { TEMPLATES } from '../../init/templates.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('init')

const projectOf = async (files: Readonly<Record<string, string>> = {}) =>
  readProject(await folderWith(files))
const VITE = '{ "devDependencies": { "vite": "^8.0.0" } }'
const none = { isAdopted: false, framework: 'none', readable: undefined } as const
const frameworks = Object.keys(FRAMEWORKS) as (keyof typeof FRAMEWORKS)[]

for (const framework of frameworks) {
  const template = `${framework === 'none' ? 'vanilla' : framework}-ts`
  test(`finds the framework of ${template}`, async () => {
    const found = { framework, hasVite: true, hash: undefined }
    expect(await projectOf(TEMPLATES[template])).toMatchObject(found)
  })
}

test('finds no framework in an empty folder', async () =>
  expect(await projectOf()).toMatchObject({ framework: undefined, hasVite: false }))

test('finds hash routes, and how their states begin', async () => {
  const hash = { file: 'src/main.tsx', router: 'HashRouter', states: '#/' }
  expect((await projectOf(TEMPLATES['hash-router'])).hash).toEqual(hash)
})

for (const [router, file, text, states] of rows`
  docsify              | index.html  | <script>window.$docsify = {}</script>     | #/
  Swagger UI           | index.html  | <script>SwaggerUIBundle({})</script>      | #/
  Redoc                | index.html  | <redoc spec-url="a.json"></redoc>         | #
  GWT                  | index.html  | <script src="app/app.nocache.js"></script> | #
  createWebHashHistory | src/main.js | history: createWebHashHistory()           | #/
  Angular              | src/main.ts | provideRouter(routes, withHashLocation()) | #/
  ngRoute              | app.js      | config(['$routeProvider'])                | #!/
`)
  test(`finds the hash routes of ${router}`, async () =>
    expect((await projectOf({ [file]: text })).hash).toEqual({ file, router, states }))

for (const text of ['{', '', '[]', 'null', '"words"'])
  test(`refuses a package.json that holds ${text || 'nothing'}`, async () =>
    expect(projectOf({ 'package.json': text })).rejects.toThrow(/^package\.json .+run init again$/))

test('reads a package.json with a byte order mark, and keeps its indentation', async () => {
  const project = await projectOf({ 'package.json': '\uFEFF{\n\t"name": "words"\n}' })
  const { changed } = await planProject(project, none)
  expect(changed['package.json']).toMatch(/^\{\n\t"name": "words",/)
})

for (const [list, config, expected] of rows`
  an empty list   | plugins: []                  | plugins: [X]
  a list          | plugins: [react()]           | plugins: [react(), X]
  a nested list   | plugins: [vue([1]), b()]     | plugins: [vue([1]), b(), X]
  a list of lines | plugins: [\n    react(),\n  ] | plugins: [\n    react(),\n    X,\n  ]
`)
  test(`adds the plugin to ${list}`, async () =>
    expect(await addPlugin(`export default { ${config} }`, 'X')).toBe(
      `import { hashbang } from 'hashbang-router/vite'\n\nexport default { ${expected} }`,
    ))

test('adds plugins to a configuration that has none, behind its imports', async () => {
  const vite = `import { defineConfig } from 'vite';\n`
  expect(await addPlugin(`${vite}\nexport default defineConfig({})`, 'X')).toBe(
    `${vite}import { hashbang } from 'hashbang-router/vite';\n\nexport default defineConfig({ plugins: [X] })`,
  )
})

test('adds plugins behind the last key in the style of the file, and moves no comment', async () => {
  const text = `import a from "a"\nexport default {\n  // Base\n  base: "/" // here\n}\n`
  expect(await addPlugin(text, "x('y')")).toBe(
    `import a from "a"\nimport { hashbang } from "hashbang-router/vite"\nexport default {\n  // Base\n  base: "/", // here\n  plugins: [x("y")]\n}\n`,
  )
})

for (const [form, config, expected] of rows`
  a callback that returns an object   | defineConfig(({ mode }) => ({ plugins: [] }))                    | plugins: [X]
  a callback with one return          | defineConfig(async () => { return { plugins: [a()] } })          | plugins: [a(), X]
  a list behind another of a tool     | { css: { postcss: { plugins: [a()] } }, plugins: [] }            | { plugins: [a()] } }, plugins: [X]
  a list with brackets in a string    | { /* plugins: [] */ plugins: [a(']')] }                          | /* plugins: [] */ plugins: [a(']'), X]
  a list that is filtered             | { plugins: [a() && b()].filter(Boolean) }                        | [a() && b(), X].filter(Boolean)
  a list with a condition in brackets | { plugins: [(a && b())] }                                        | [(a && b()), X]
  an object with its type             | { plugins: [] } satisfies UserConfig                             | { plugins: [X] } satisfies
  a list by a quoted name             | { 'plugins': [] }                                                | { 'plugins': [X] }
`)
  test(`adds the plugin to ${form}`, async () =>
    expect(await addPlugin(`export default ${config}`, 'X')).toContain(expected))

for (const declared of ['config: UserConfig = { plugins: [] }', 'plugins = []'])
  test(`adds the plugin to an object or a list by its name: ${declared}`, async () => {
    const exported = declared.startsWith('config') ? 'config' : '{ plugins }'
    const text = `const ${declared}\nexport default ${exported}\n`
    expect(await addPlugin(text, 'X')).toContain(text.replace('[]', '[X]'))
  })

for (const [form, config] of rows`
  a call                     | export default makeConfig()
  a list by its name         | export default { plugins }
  a list from elsewhere      | export default { plugins: own() }
  an object spread           | export default { ...base }
  two returns                | export default () => { if (a) return {}; return { plugins: [] } }
  two configurations merged  | export default mergeConfig(base, { plugins: [] })
  CommonJS                   | module.exports = { plugins: [] }
  a computed name            | export default { ['plugins']: [] }
  a syntax error             | export default { plugins: [
  another hashbang           | import { hashbang } from './own'\nexport default { plugins: [hashbang()] }
`)
  test(`leaves a configuration alone: ${form}`, async () =>
    expect(await addPlugin(config, 'X')).toBe(undefined))

test('adds the plugin below a comment at the end of a list', async () => {
  const text = 'export default { plugins: [a(),\n  b() // b\n] }'
  expect(await addPlugin(text, 'X')).toContain('b(), // b\nX\n]')
})

test('adds the plugin behind templates in templates', async () => {
  const text = `export default { define: { x: \`a \${\`b } \${1}\`} ]\` }, plugins: [] }`
  expect(await addPlugin(text, 'X')).toContain(text.replace('[]', '[X]'))
})

test('keeps line ends, tabs, comments, a byte order mark and the line of the interpreter', async () => {
  const lines = ['export default {', '\tplugins: [', '\t\ta(), // first', '\t],', '}', '']
  const edited = [
    `import { hashbang } from 'hashbang-router/vite'`,
    '',
    ...lines.toSpliced(3, 0, '\t\tX,'),
  ]
  expect(await addPlugin(`\uFEFF${lines.join('\r\n')}`, 'X')).toBe(`\uFEFF${edited.join('\r\n')}`)
  const run = '#!/usr/bin/env node\n'
  expect(await addPlugin(run + lines.join('\n'), 'X')).toBe(run + edited.join('\n'))
})

test('writes the configuration last, so that an interrupted run can be repeated', async () => {
  const folder = await folderWith({ 'vite.config.ts': 'export default {}\n' })
  symlinkSync('none/index.html', join(folder, 'index.html'))
  const plan = await planProject(readProject(folder), none)
  expect(() => writeFiles(folder, plan)).toThrow()
  expect(readFileSync(join(folder, 'vite.config.ts'), 'utf8')).toBe('export default {}\n')
})

test('names the lines to add to a configuration that it leaves alone', async () => {
  const plan = async (path: string, text: string) =>
    (await planProject(await projectOf({ [path]: text }), none)).notes.join()
  expect(await plan('vite.config.js', 'export default make()')).toContain('import { hashbang }')
  expect(await plan('vite.config.cjs', 'module.exports = {}')).toContain('= require(')
})

for (const [text, isFound] of [
  [`import { hashbang } from 'hashbang-router/vite'`, true],
  [`const { hashbang } = require("hashbang-router/vite")`, true],
  [`// import { hashbang } from 'hashbang-router/vite'`, false],
] as const)
  test(`finds the plugin, and not in a comment: ${text}`, async () =>
    expect(await hasPlugin(text)).toBe(isFound))

test('puts the outlet into the element that the app was mounted in, which styles may name', () => {
  const { markup, replaced } = editPage(TEMPLATES['vue-ts']?.['index.html'] ?? '', 'src/start.ts')
  expect(replaced).toBe('src/main.ts')
  expect(markup).toContain('<div id="app"><hashbang-outlet></hashbang-outlet></div>')
  expect(markup).toContain('src="/src/start.ts"')
  expect(markup).not.toContain('main.ts')
})

test('adds the outlet to a page without such an element', () => {
  const { markup, replaced } = editPage(TEMPLATES['lit-ts']?.['index.html'] ?? '', 'src/start.ts')
  expect(replaced).toBe(undefined)
  expect(markup).toMatch(/my-element\.ts[\s\S]*<hashbang-outlet>[\s\S]*start\.ts[\s\S]*<\/body>/)
})

for (const [source, files, title] of [
  ['index.html', { 'index.html': "<title>Joe's &amp; Ann's</title>" }, "Joe\\'s & Ann\\'s"],
  ['package.json', {}, 'words'],
] as const)
  test(`takes the title of the home page from ${source}`, async () => {
    const manifest = JSON.stringify({ name: 'words', ...JSON.parse(VITE) })
    const project = await projectOf({ 'package.json': manifest, ...files })
    const plan = await planProject(project, none)
    expect(plan.created['src/routes.ts'] ?? plan.created['src/routes.js']).toContain(
      `head: () => ({ title: '${title}' })`,
    )
    if (source === 'package.json')
      expect(plan.changed['index.html']).toContain('<title>words</title>')
  })

test('writes a .gitignore where there is none, and leaves another alone', async () => {
  const { created } = await planProject(await projectOf(), none)
  expect(created['.gitignore']).toBe('node_modules\ndist\n')
  const plan = await planProject(await projectOf({ '.gitignore': '*.log\n' }), none)
  expect({ ...plan.created, ...plan.changed }).not.toHaveProperty('.gitignore')
})

test('prints the readable address of an adopted app too', async () => {
  for (const files of [TEMPLATES['hash-router'], { 'index.html': '' }]) {
    const choices = { ...none, isAdopted: true, readable: '/s/' }
    const { commands } = await planProject(await projectOf(files), choices)
    expect(commands.join('\n')).toMatch(/curl 'http:\/\/localhost:\d+\/s\/!'/)
  }
})

test('names its files otherwise where a project has files of these names', async () => {
  const folder = await folderWith({ 'src/routes.ts': 'mine', 'src/Hello.ts': 'mine' })
  const plan = await planProject(readProject(folder), none)
  const { created, kept } = writeFiles(folder, plan)
  expect(kept).toEqual([])
  expect(created).toEqual(
    expect.arrayContaining(['src/hashbang-routes.ts', 'src/hashbang-Hello.ts', 'src/start.ts']),
  )
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  expect([read('src/routes.ts'), read('src/Hello.ts')]).toEqual(['mine', 'mine'])
  expect(read('vite.config.ts')).toContain(`app: 'src/hashbang-routes.ts'`)
  expect(read('src/start.ts')).toContain(`from './hashbang-routes'`)
})

test('a second run keeps the files of the first, and changes nothing', async () => {
  const folder = await folderWith({ 'vite.config.js': 'export default make()\n' })
  const again = async () => writeFiles(folder, await planProject(readProject(folder), none))
  expect((await again()).created).toContain('src/routes.js')
  expect(await again()).toMatchObject({ created: [], changed: [] })
})

test('writes nothing if it cannot write a file', async () => {
  const folder = await folderWith({ src: 'a file' })
  const plan = await planProject(readProject(folder), none)
  expect(() => writeFiles(folder, plan)).toThrow(
    /src is a file\. Move it away, .+ Nothing was written$/,
  )
  expect(readdirSync(folder)).toEqual(['src'])
})

for (const framework of frameworks.filter((name) => name !== 'angular'))
  test(`writes JavaScript without types to a project without TypeScript: ${framework}`, async () => {
    const files = { 'index.html': '<body></body>', 'src/main.js': '', 'package.json': VITE }
    const { created } = await planProject(await projectOf(files), { ...none, framework })
    expect(Object.keys(created).filter((path) => /ts/.test(path.slice(-3)))).toEqual([])
    expect(created).not.toHaveProperty('tsconfig.json')
    expect(Object.values(created).join('\n')).not.toMatch(
      /: \{ data: \{|<\{|lang="ts"|override|declare/,
    )
  })

for (const [framework, packages] of [
  ['vue', ['vue', 'vite', '@vitejs/plugin-vue']],
  ['angular', ['@angular/core', 'vite', '@analogjs/vite-plugin-angular']],
] as const)
  test(`writes the template of ${framework} with the packages that it imports`, async () => {
    const project = await projectOf()
    const { changed, created } = await planProject(project, { ...none, framework })
    const { dependencies, devDependencies } = JSON.parse(changed['package.json'] ?? '')
    const needed = Object.fromEntries(packages.map((name) => [name, expect.any(String)]))
    expect({ ...dependencies, ...devDependencies }).toMatchObject(needed)
    expect(dependencies['hashbang-router']).toMatch(/^\^\d/)
    expect(created['src/routes.ts']).toContain(`from 'hashbang-router/${framework}'`)
    expect(created['src/routes.ts']).not.toContain('readable')
  })

test('keeps the version of this package that is installed, and its scripts', async () => {
  const dependencies = { 'hashbang-router': 'file:a.tgz' }
  const scripts = { dev: 'mine', test: 'echo "Error: no test specified"' }
  const project = await projectOf({ 'package.json': JSON.stringify({ scripts, dependencies }) })
  const { changed } = await planProject(project, { ...none, framework: 'vue' })
  const manifest = JSON.parse(changed['package.json'] ?? '')
  const kept = { dev: 'mine', build: 'vite build' }
  expect(manifest).toMatchObject({ type: 'module', scripts: kept, dependencies })
  expect(manifest.scripts.test).toBe(undefined)
  expect(manifest.dependencies.vue).toBeDefined()
})

for (const [tool, file, text] of rows`
  none           | index.html   | <body></body>
  another        | package.json | { "devDependencies": { "@angular/cli": "^21.0.0" } }
  a script       | package.json | { "scripts": { "build": "make" } }
`)
  test(`refuses a project whose build tool is ${tool}, and names the way out`, async () => {
    const project = await projectOf({ [file]: text })
    await expect(planProject(project, none)).rejects.toThrow(/--adopt/)
  })

test('refuses a framework that serves paths, and names the way out', async () => {
  const packages = '{ "devDependencies": { "vite": "^8.0.0", "@sveltejs/kit": "^2.0.0" } }'
  const project = await projectOf({ 'package.json': packages })
  await expect(planProject(project, none)).rejects.toThrow(/@sveltejs\/kit.+another folder/)
})

test('adopts a built app of another tool by its folder', async () => {
  const project = await projectOf({ 'dist/index.html': '<body></body>' })
  const choices = { ...none, isAdopted: true, readable: '/s/' }
  const { created, changed } = await planProject(project, choices)
  expect(created['hashbang.config.mjs']).toContain(`{ site: 'dist', readable: '/s/' }`)
  expect(Object.keys(changed)).toEqual(['package.json'])
})

test('adopts an app of Vite by its plugin alone: no second file has the same settings', async () => {
  const project = await projectOf(TEMPLATES['hash-router'])
  const plan = await planProject(project, { ...none, isAdopted: true, readable: '/s/' })
  expect(Object.keys(plan.created)).toEqual([])
  expect(plan.changed['vite.config.ts']).toContain(`adopt: { states: '#/', readable: '/s/' }`)
  expect(plan.commands.at(-1)).toContain('serve --origin')
})

test('names the package manager that runs it', () =>
  expect(['pnpm/9.1.0 npm/? node/v22', ''].map((agent) => packageManager('.none', agent))).toEqual([
    'pnpm',
    'npm',
  ]))

test('names the package manager of the lock file first', async () =>
  expect(packageManager(await folderWith({ 'yarn.lock': '' }), 'npm/11.0.0')).toBe('yarn'))
