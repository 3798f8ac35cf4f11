/**
 * `hashbang init` leads to a snapshot: in empty folders, in projects of create-vite, by the guides
 * that go on from there, and in apps that stay as they are. Its units: server/cli/init.test.ts.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { TEMPLATES } from './init/templates.ts'
import { npm, PACKAGE, tarball } from './installed.ts'
import { temporaryFolder } from './memory-folder.ts'
import { type Files, write } from './project.ts'
import { filesOf, readSteps, type Step } from './steps.ts'
import { run, served } from './terminal.ts'
import { hashbang } from './tools/command.ts'
import { test, type ViteProject } from './vite-project.ts'

const ROOT = join(import.meta.dirname, '..')
const HELLO = '/?_escaped_fragment_=/hello/ajax'

const newFolder = () => temporaryFolder('hashbang-init')
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const get = async (url: string) => (await fetch(url)).text()
const textOf = (html: string) =>
  html.replace(/<!--.*?-->|\s(?:data-|_ng|class)[^ >]*/g, '').replace(/\s+/g, ' ')
const expectHello = (html: string) =>
  expect(textOf(html)).toMatch(/<title>Hello, ajax<\/title>.*<h1[^>]*>Hello, ajax<\/h1>/)

/** Runs the scripts that a project has for its own checks. */
async function pass(folder: string): Promise<void> {
  const { scripts } = manifestOf(folder)
  for (const script of ['build', 'check', 'lint', 'typecheck'])
    if (script in scripts) await run(`npm run ${script}`, folder)
}

/** The compiler refuses a name of a route that the table of the project lacks. */
async function expectTypes(folder: string): Promise<void> {
  const slip = "import { routes } from './routes.ts'\nroutes.href('helo', { name: 'ajax' })\n"
  write(folder, { 'src/slip.ts': slip })
  await expect(run('npm run typecheck', folder)).rejects.toThrow('"helo"')
}

test.describe('in an empty folder', () => {
  test.describe.configure({ mode: 'parallel' })
  const folders = readdirSync(join(ROOT, 'templates'))
  for (const framework of folders.filter((name) => name !== 'adopted'))
    test(`init --framework ${framework} writes an app that builds and starts, and prints how`, async ({
      page,
    }) => {
      test.slow()
      const folder = newFolder()
      // As from the registry. For each framework, npm would install the package once more.
      const program =
        framework === 'none'
          ? `npx --yes 'file:${await tarball()}'`
          : `node '${join(PACKAGE, 'dist/server/cli/main.js')}'`
      const printed = await run(`${program} init --framework ${framework}`, folder)
      if (framework === 'none')
        expect(readFileSync(join(ROOT, 'docs/commands/init.md'), 'utf8')).toContain(printed)
      const next = printed.slice(printed.indexOf('Next:'))
      const [install, develop, ...reads] = [...next.matchAll(/^ {2}(.+)$/gm)].map(
        ([, line = '']) => line,
      )
      expect([install, develop, reads.length]).toEqual(['npm install', 'npm run dev', 2])
      await npm('install hashbang-router', folder)
      await pass(folder)
      for (const line of ['npm start', 'npm run dev'])
        await served(line, folder, async (origin) => {
          for (const read of reads) {
            const here = read.replace('http://localhost:5173', origin)
            expectHello(await run(here.replace('curl ', 'curl --silent --fail '), folder))
          }
          await page.goto(`${origin}/#!`)
          await page.getByRole('link', { name: 'Hello' }).click()
          await expect(page.getByRole('heading', { name: 'Hello, ajax' })).toBeVisible()
        })
      if (manifestOf(folder).scripts.typecheck === 'tsc') await expectTypes(folder)
    })
})

/** The steps of a guide, or of the section below a heading of level 2. */
function stepsOf(guide: string, heading?: string): Step[] {
  const text = readFileSync(join(ROOT, 'docs/guides', `${guide}.md`), 'utf8')
  if (heading === undefined) return readSteps(text)
  const sections = text.split(/^## /m)
  return readSteps(sections.find((part) => part.startsWith(`${heading}\n`)) ?? '')
}

const COMMON = filesOf(stepsOf('add-to-your-app', 'In every framework'))

/**
 * Writes the files of a guide, and runs the commands that change files.
 * @param isOwn The project keeps the styles that its own start imports.
 */
async function follow(folder: string, guide: string, isOwn: boolean): Promise<void> {
  const steps = stepsOf(guide)
  for (const step of steps)
    if (step.kind === 'command' && /^npm /.test(step.line)) await npm(step.line.slice(4), folder)
    else if (step.kind === 'command' && /^(?:rm|mv)/.test(step.line)) await run(step.line, folder)
  const start = join(folder, 'src/start.ts')
  const styles = isOwn ? (readFileSync(start, 'utf8').match(/^import '.*css'\n/gm) ?? []) : []
  if (guide === 'lit') {
    const page = join(folder, 'index.html')
    const parts = /\s*<my-element>[\s\S]*<\/my-element>|\s*<script[^>]*my-element[^>]*><\/script>/g
    writeFileSync(page, readFileSync(page, 'utf8').replace(parts, ''))
  }
  write(folder, { ...COMMON, ...filesOf(steps) })
  writeFileSync(start, styles.join('') + COMMON['src/start.ts'])
}

/** The page of a word for readers without JavaScript, and the app for people. */
async function expectWords(origin: string, page: Page): Promise<void> {
  const read = async (state: string) => {
    const response = await fetch(`${origin}/?_escaped_fragment_=${state}`)
    return `${response.status} ${textOf(await response.text())}`
  }
  const word = await read('/word/ajax')
  expect(word).toMatch(/<header> ?<a href="#!">All words<\/a>/)
  expect(word).toMatch(/<h1[^>]*>ajax<\/h1> ?<p>a Greek hero<\/p>/)
  expect(word).toContain('The state is /word/ajax')
  expect(await read('')).toMatch(/<a[^>]* href="#!\/word\/hash"[^>]*>hash<\/a>/)
  for (const state of ['/word/zeus', '/nowhere']) {
    const missing = await read(state)
    expect(missing).toMatch(/^404 .*All words<\/a>.*<h1[^>]*>There is no such page<\/h1>/)
  }

  await page.goto(`${origin}/#!`)
  await page.getByRole('link', { name: 'ajax' }).click()
  await page.getByRole('button', { name: '0 likes' }).click()
  await page.getByRole('button', { name: '1 likes' }).click()
  await page.getByRole('button', { name: '2 likes' }).waitFor()
  // The view stays for the next state.
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-kept', ''))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.locator('h1[data-kept]')).toHaveText('hash')
  await expect(page.getByText('The state is /word/hash')).toBeVisible()
  await page.getByRole('link', { name: 'All words' }).click()
  await expect(page.getByRole('link', { name: 'hash' })).toBeVisible()
}

test.describe('in a project of create-vite', () => {
  test.describe.configure({ mode: 'parallel' })
  for (const [template, guide] of [
    ...['vanilla-ts', 'vanilla', 'react', 'vue', 'svelte', 'solid', 'preact', 'lit'].map(
      (template) => [template] as const,
    ),
    ...['react', 'vue', 'svelte', 'solid', 'preact', 'lit'].map(
      (guide) => [`${guide}-ts`, guide] as const,
    ),
  ])
    test(`${template} has snapshots after init, its own scripts pass${guide ? ', and it follows its guide' : ''}`, async ({
      page,
    }) => {
      const folder = newFolder()
      const create = `npm create --yes vite@latest app -- --template ${template} --no-interactive`
      await run(create, folder)
      const app = join(folder, 'app')
      await npm('install hashbang-router', app)
      await run('npx hashbang-router init --yes', app)
      await npm('install', app)
      await pass(app)
      await served('npm run dev', app, async (origin) => {
        expectHello(await get(origin + HELLO))
        await page.goto(`${origin}/#!/hello/ajax`)
        await expect(page.getByRole('heading', { name: 'Hello, ajax' })).toBeVisible()
      })
      if (!guide) return
      await follow(app, guide, true)
      await pass(app)
      await served('npm start', app, (origin) => expectWords(origin, page))
      await served('npm run dev', app, (origin) => expectWords(origin, page))
    })

  test('AngularJS follows its guide', async ({ page }) => {
    const folder = newFolder()
    write(folder, { 'package.json': '{ "name": "words" }' })
    mkdirSync(join(folder, 'src'))
    await follow(folder, 'angularjs', false)
    await run('npm run build', folder)
    await served('npm start', folder, (origin) => expectWords(origin, page))
    await served('npm run dev', folder, (origin) => expectWords(origin, page))
  })
})

/**
 * Runs the command in a project inside the repository. Its package.json would hide the package from
 * the project, so it goes then.
 */
async function initialised({ root }: ViteProject, ...args: string[]) {
  const { code, stdout, stderr } = await hashbang(['init', ...args], root)
  expect([code, stderr]).toEqual([0, ''])
  const manifest = manifestOf(root)
  rmSync(join(root, 'package.json'))
  return { stdout, manifest }
}

test('init prints no npm install where the package is installed', async ({ newProject }) => {
  const own = { name: 'installed', dependencies: { 'hashbang-router': '^0.1.0' } }
  const files = { 'package.json': JSON.stringify(own), 'vite.config.ts': 'export default {}\n' }
  const outputOf = async (more: Files = {}) =>
    (await initialised(newProject({ ...files, ...more }), '--adopt', '--yes')).stdout
  expect(await outputOf()).toContain('  npm install\n')
  const there = { 'node_modules/hashbang-router/package.json': '{}' }
  expect(await outputOf(there)).not.toContain('npm install')
})

test('init keeps an app that needs no build as it is, in a folder of the project too', async ({
  newProject,
}) => {
  const page = '<div id="app"></div><script>window.$docsify = {}</script>'
  const { stdout } = await initialised(newProject({ 'docs/index.html': page }), '--yes')
  expect(stdout).toContain('Your app stays as it is')
})

test('init keeps an existing tsconfig.json, and adds nothing for the check of types', async ({
  newProject,
}) => {
  const own = '{ "compilerOptions": { "noEmit": true } }\n'
  const project = newProject({ ...TEMPLATES['react-ts'], 'tsconfig.json': own })
  const { stdout, manifest } = await initialised(project, '--yes')
  expect(stdout).not.toContain('tsconfig.json')
  expect(stdout).toMatch(/\n\nNext:\n {2}npm install\n/)
  expect(stdout).toContain('If Vite prints another port than 5173, use that one.')
  expect(stdout).toContain('Run curl in a second terminal')
  expect(project.read('tsconfig.json')).toBe(own)
  expect(manifest.scripts).not.toHaveProperty('typecheck')
  expect(manifest.devDependencies).not.toHaveProperty('typescript')
})

test('init keeps an app with hash routes as it is, and the app has snapshots', async ({
  newProject,
}) => {
  const project = newProject(TEMPLATES['hash-router'] ?? {})
  const { stdout } = await initialised(project)
  expect(stdout).toContain('Your app stays as it is')
  const origin = await project.develop()
  expect(await get(`${origin}/?_escaped_fragment_=/about`)).toContain('About us</h1>')
  const again = await hashbang(['init'], project.root)
  expect([again.code, again.stderr]).toEqual([
    2,
    expect.stringContaining('vite.config.ts has the plugin already'),
  ])
})
