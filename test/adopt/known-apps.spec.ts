/**
 * The pages of docs/apps: the command of each is run on such an app, prints what the page shows, and gives the HTML that the page
 * shows. docsify, Swagger UI and Redoc come from npm, as their users have them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import react from '@vitejs/plugin-react'
import vue from '@vitejs/plugin-vue'
import { build, type PluginOption } from 'vite'
import { installPackages, npmProject } from '../npm-project.ts'

const FIXTURES = resolve('test/fixtures/known-apps')
const packages = npmProject(FIXTURES, 'known-apps')

interface KnownApp {
  /** The state that the page shows as HTML. */
  readonly state: string
  /** Files of packages, by where the app has them: of npm's project, or of this one. */
  readonly files?: Readonly<Record<string, string>>
  /** An app that Vite builds. */
  readonly plugin?: PluginOption
}

const SWAGGER = [
  'index.html',
  'index.css',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
]

const APPS: Readonly<Record<string, KnownApp>> = {
  docsify: {
    state: '/tomatoes',
    files: {
      'lib/docsify.min.js': 'docsify/dist/docsify.min.js',
      'lib/core.min.css': 'docsify/dist/themes/core.min.css',
    },
  },
  angularjs: {
    state: '/plants/leek',
    files: {
      'angular.min.js': 'angular/angular.min.js',
      'angular-route.min.js': 'angular-route/angular-route.min.js',
    },
  },
  'hash-router': { state: '/plants/leek', plugin: react() },
  'vue-router': { state: '/plants/leek', plugin: vue() },
  'swagger-ui': {
    state: '/plants/getPlant',
    files: Object.fromEntries(SWAGGER.map((name) => [name, `swagger-ui-dist/${name}`])),
  },
  redoc: {
    state: 'tag/plants',
    files: { 'redoc.standalone.js': 'redoc/bundles/redoc.standalone.js' },
  },
}

/** The command of a page, the output and the HTML that it shows. */
function readPage(name: string) {
  const text = readFileSync(`docs/apps/${name}.md`, 'utf8')
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)]
  const block = (language: string) => blocks.find(([, one]) => one === language)?.[2]?.trim() ?? ''
  return { command: block('sh'), output: block(''), html: block('html').split('\n') }
}

async function makeApp(name: string, { files = {}, plugin }: KnownApp, folder: string) {
  if (plugin) {
    const root = join(FIXTURES, name)
    const outDir = { outDir: folder, emptyOutDir: true }
    await build({ configFile: false, logLevel: 'error', root, plugins: [plugin], build: outDir })
    return
  }
  cpSync(join(FIXTURES, name), folder, { recursive: true })
  for (const [path, from] of Object.entries(files)) {
    const home = name === 'angularjs' ? resolve('node_modules') : `${packages.folder}/node_modules`
    cpSync(join(home, from), join(folder, path))
  }
}

/** Runs the command until it has said where the app is read without script. */
async function adopt(command: string, cwd: string) {
  const args = command.split(' ').slice(2)
  // A busy machine may take longer than a reader's: the page shows what comes, not when.
  const more = ['--port', '0', '--deadline', '120000']
  const child = spawn(
    process.execPath,
    [resolve('dist/server/cli/main.js'), ...args.map((arg) => arg.replaceAll("'", '')), ...more],
    { cwd, env: { ...process.env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('without script')) break
  }
  const [origin = ''] = /http:\/\/localhost:\d+/.exec(lines.join('\n')) ?? []
  return {
    origin,
    output: lines.join('\n').replaceAll(origin, 'http://localhost:3000'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

test.describe('apps that people know', { tag: '@nightly' }, () => {
  test.beforeAll(() => {
    expect(installPackages(packages)).toBe(null)
  })
  for (const [name, app] of Object.entries(APPS)) {
    test(`the page about ${name} shows what its command gives`, async ({ baseURL: _ }, info) => {
      const { command, output, html } = readPage(name)
      const [, site = ''] = /adopt (\S+)/.exec(command) ?? []
      const root = info.outputPath('run')
      mkdirSync(root, { recursive: true })
      await makeApp(name, app, join(root, site))
      const server = await adopt(command, root)
      try {
        expect(server.output).toBe(output)
        const url = `${server.origin}/?_escaped_fragment_=${encodeURIComponent(app.state)}`
        const answer = await fetch(url)
        const body = await answer.text()
        expect(answer.status, body).toBe(200)
        for (const shown of html) expect(body).toContain(shown)
      } finally {
        await server.stop()
      }
    })
  }
})
