/** `hashbang init` leads to a snapshot. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { temporaryFolder } from '../memory-folder.ts'
import { developed, type Files, project } from '../project.ts'
import { type Running, run, serve } from '../projects/command.ts'
import { pack } from '../projects/pack.ts'
import { hashbang } from '../tools/command.ts'
import { TEMPLATES } from './templates.ts'

const ROOT = join(import.meta.dirname, '../..')
const HELLO = /<title>Hello, ajax<\/title>/

/**
 * Runs the command in a project. Its package.json would hide the package from the project, so it
 * goes then.
 */
async function initialised(files: Files | undefined, ...args: string[]) {
  const root = project(files ?? {}, 'init')
  const { code, stdout, stderr } = await hashbang(['init', ...args], root)
  expect([code, stderr]).toEqual([0, ''])
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  rmSync(join(root, 'package.json'))
  return { root, stdout, manifest }
}

const get = async (url: string) => (await fetch(url)).text()

for (const [name, home] of [
  ['vanilla-ts'],
  ['react-ts', /Get started/],
  ['vue-ts', /Get started/],
  ['svelte-ts', /Get started/],
  ['lit-ts'],
] as const)
  test(`in a fresh ${name} project, init leads to a snapshot and a page in the browser`, async ({
    page,
  }) => {
    const { root, stdout } = await initialised(TEMPLATES[name], '--readable')
    expect(stdout).toContain('Next:')
    await developed(root, async (origin) => {
      const hello = await get(`${origin}/?_escaped_fragment_=/hello/ajax`)
      expect(hello).toMatch(HELLO)
      expect(hello.replace(/<!--.*?-->/g, '')).toContain('Hello, ajax</h1>')
      expect(await get(`${origin}/s/hello/ajax`)).toMatch(HELLO)
      if (home) expect(await get(`${origin}/?_escaped_fragment_=`)).toMatch(home)
      await page.goto(`${origin}/#!/hello/ajax`)
      await expect(page.getByRole('heading', { name: 'Hello, ajax' })).toBeVisible()
    })
  })

for (const framework of ['none', 'react', 'lit'])
  test(`in an empty folder, init --framework ${framework} writes a project that checks its types`, async () => {
    const { root, stdout, manifest } = await initialised({}, '--framework', framework)
    if (framework === 'none')
      expect(readFileSync(join(ROOT, 'docs/commands/init.md'), 'utf8')).toContain(stdout)
    expect(stdout).toMatch(/^created {2}tsconfig\.json$/m)
    expect(manifest.scripts.typecheck).toBe('tsc')
    expect(manifest.devDependencies).toHaveProperty('typescript')
    const tsc = [join(ROOT, 'node_modules/typescript-6/bin/tsc')]
    const check = () => spawnSync(process.execPath, tsc, { cwd: root, encoding: 'utf8' }).stdout
    expect(check()).toBe('')
    writeFileSync(
      join(root, 'src/slip.ts'),
      `import { routes } from './routes.ts'\nroutes.href('helo', { name: 'ajax' })\n`,
    )
    expect(check()).toContain('"helo"')
  })

test('init prints no npm install where the package is installed', async () => {
  const own = { name: 'installed', dependencies: { 'hashbang-router': '^0.1.0' } }
  const files = { 'package.json': JSON.stringify(own), 'vite.config.ts': 'export default {}\n' }
  const first = await initialised(files, '--adopt', '--yes')
  expect(first.stdout).toContain('  npm install\n')
  const there = { 'node_modules/hashbang-router/package.json': '{}' }
  const { stdout } = await initialised({ ...files, ...there }, '--adopt', '--yes')
  expect(stdout).not.toContain('npm install')
})

test('init keeps an app that needs no build as it is, in a folder of the project too', async () => {
  const page = '<div id="app"></div><script>window.$docsify = {}</script>'
  const { stdout } = await initialised({ 'docs/index.html': page }, '--yes')
  expect(stdout).toContain('Your app stays as it is')
})

test('init keeps an existing tsconfig.json, and adds nothing for the check of types', async () => {
  const own = '{ "compilerOptions": { "noEmit": true } }\n'
  const files = { ...TEMPLATES['react-ts'], 'tsconfig.json': own }
  const { root, stdout, manifest } = await initialised(files, '--yes')
  expect(stdout).not.toContain('tsconfig.json')
  expect(stdout).toMatch(/\n\nNext:\n {2}npm install\n/)
  expect(stdout).toContain('If Vite prints another port than 5173, use that one.')
  expect(stdout).toContain('Run curl in a second terminal')
  expect(readFileSync(join(root, 'tsconfig.json'), 'utf8')).toBe(own)
  expect(manifest.scripts).not.toHaveProperty('typecheck')
  expect(manifest.devDependencies).not.toHaveProperty('typescript')
})

test('init keeps an app with hash routes as it is, and the app has snapshots', async () => {
  const { root, stdout } = await initialised(TEMPLATES['hash-router'])
  expect(stdout).toContain('Your app stays as it is')
  await developed(root, async (origin) => {
    expect(await get(`${origin}/?_escaped_fragment_=/about`)).toContain('About us</h1>')
  })
  const again = await hashbang(['init'], root)
  expect([again.code, again.stderr]).toEqual([
    2,
    expect.stringContaining('vite.config.ts has the plugin already'),
  ])
})

test('in an empty folder, the commands that init of the packed package prints lead to a snapshot', async () => {
  const folder = temporaryFolder('hashbang-init')
  const own = join(folder, 'app')
  mkdirSync(own)
  let server: Running | undefined
  try {
    const tarball = await pack(folder)
    // As `npx hashbang-router init` runs the package from the registry.
    const printed = await run(`npx --yes 'file:${tarball}' init`, own)
    const next = printed.slice(printed.indexOf('Next:'))
    const commands = [...next.matchAll(/^ {2}(.+)$/gm)].map(([, line = '']) => line)
    expect(commands.slice(0, 2)).toEqual(['npm install', 'npm run dev'])
    await run(`npm install '${tarball}'`, own)
    server = await serve('npm run dev', own)
    const { origin } = server
    for (const line of commands.slice(2)) {
      const here = line.replace('http://localhost:5173', origin)
      expect(await run(here.replace('curl ', 'curl --silent --fail '), own)).toMatch(HELLO)
    }
    expect(await get(`${origin}/s/hello/ajax.md`)).toContain('# Hello, ajax')
    expect(readFileSync(join(own, 'package.json'), 'utf8')).toContain('"dev": "vite"')
  } finally {
    await server?.stop()
  }
})
