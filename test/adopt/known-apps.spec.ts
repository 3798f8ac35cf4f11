// The pages of docs/apps: the command of each runs on such an app, prints the lines on the page,
// and serves the HTML on the page. docsify, Swagger UI and Redoc come from npm, as their users have
// them.
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import vue from '@vitejs/plugin-vue'
import { build, type PluginOption } from 'vite'
import { installPackages, npmProject } from '../npm-project.ts'
import { expect, test } from './fixtures.ts'

const FIXTURES = resolve('test/fixtures/known-apps')
const packages = npmProject(FIXTURES, 'known-apps')

/** By the name of its page: the state that the page shows as HTML. */
const STATES: Readonly<Record<string, string>> = {
  ...{ docsify: '/tomatoes', angularjs: '/plants/leek', 'hash-router': '/plants/leek' },
  ...{ 'vue-router': '/plants/leek', 'swagger-ui': '/plants/getPlant', redoc: 'tag/plants' },
}

const PLUGINS: Readonly<Record<string, PluginOption>> = {
  'hash-router': react(),
  'vue-router': vue(),
}

/** The OpenAPI document of Swagger UI and Redoc, beside the packages. */
const GARDEN = { 'garden.json': '../garden.json' }

/**
 * Files of packages, by where the others have them: of this project for AngularJS, of npm's for all
 * else.
 */
const VENDOR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  docsify: {
    'lib/docsify.min.js': 'docsify/dist/docsify.min.js',
    'lib/core.min.css': 'docsify/dist/themes/core.min.css',
  },
  angularjs: {
    'angular.min.js': 'angular/angular.min.js',
    'angular-route.min.js': 'angular-route/angular-route.min.js',
  },
  'swagger-ui': {
    ...GARDEN,
    ...Object.fromEntries(
      'index.html index.css swagger-ui.css swagger-ui-bundle.js swagger-ui-standalone-preset.js'
        .split(' ')
        .map((name) => [name, `swagger-ui-dist/${name}`]),
    ),
  },
  redoc: { ...GARDEN, 'redoc.standalone.js': 'redoc/bundles/redoc.standalone.js' },
}

/** The command of a page, the output and the HTML that it shows. */
function readPage(name: string) {
  const text = readFileSync(`docs/apps/${name}.md`, 'utf8')
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)]
  const block = (language: string) => blocks.find(([, one]) => one === language)?.[2]?.trim() ?? ''
  return { command: block('sh'), output: block(''), html: block('html').split('\n') }
}

async function makeApp(name: string, folder: string): Promise<void> {
  const [root, plugin] = [join(FIXTURES, name), PLUGINS[name]]
  if (plugin) {
    const outDir = { outDir: folder, emptyOutDir: true }
    await build({ configFile: false, logLevel: 'error', root, plugins: [plugin], build: outDir })
    return
  }
  cpSync(root, folder, { recursive: true })
  for (const [path, from] of Object.entries(VENDOR[name] ?? {})) {
    const home = name === 'angularjs' ? resolve('node_modules') : `${packages.folder}/node_modules`
    cpSync(join(home, from), join(folder, path))
  }
}

test.beforeAll(() => {
  expect(installPackages(packages)).toBe(null)
})

for (const [name, state] of Object.entries(STATES)) {
  test(`docs/apps/${name}.md has the output of its command, and the HTML of its snapshot`, async ({
    adopt,
  }, info) => {
    const { command, output, html } = readPage(name)
    const [, site = ''] = /adopt (\S+)/.exec(command) ?? []
    const root = info.outputPath('run')
    mkdirSync(root, { recursive: true })
    await makeApp(name, join(root, site))
    // `npx hashbang adopt` comes first.
    const args = command.replaceAll("'", '').split(' ').slice(3)
    const { origin, lines } = await adopt([...args, '--no-compare'], root)
    expect(lines.join('\n').replaceAll(origin, 'http://localhost:3000')).toBe(output)
    const answer = await fetch(`${origin}/?_escaped_fragment_=${encodeURIComponent(state)}`)
    const body = await answer.text()
    expect(answer.status, body).toBe(200)
    for (const shown of html) expect(body).toContain(shown)
  })
}
