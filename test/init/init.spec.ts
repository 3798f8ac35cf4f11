/**
 * `hashbang init` leads to a snapshot: in an empty folder and in projects as `npm create vite` makes them, by Vite's dev server.
 * The run with the packed tarball, from an empty folder on, is the one that a reader does.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { run, serve } from '../projects/command.ts'
import type { Running } from '../projects/installed.ts'
import { pack } from '../projects/pack.ts'
import { hashbang } from '../tools/command.ts'
import { TEMPLATES } from './templates.ts'

const ROOT = join(import.meta.dirname, '../..')
const HELLO = /<title>Hello, ajax<\/title>/

/** Makes a project inside the package, so that it finds the package by its name. */
function project(files: Readonly<Record<string, string>>): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const root = mkdtempSync(join(ROOT, '.cache/init-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** A package.json of its own would hide the package. */
const withoutManifest = (root: string) => rmSync(join(root, 'package.json'), { force: true })

async function developed(root: string, use: (origin: string) => Promise<void>): Promise<void> {
  const server = await createServer({
    root,
    logLevel: 'silent',
    cacheDir: join(root, '.vite'),
    server: { port: 0 },
  })
  try {
    await server.listen()
    await use(new URL(server.resolvedUrls?.local[0] ?? '').origin)
  } finally {
    await server.close()
  }
}

const get = async (url: string) => (await fetch(url)).text()

const PROJECTS: readonly [name: string, home: RegExp | undefined, level: { tag?: string }][] = [
  ['vanilla-ts', undefined, { tag: '@nightly' }],
  ['react-ts', /Get started/, {}],
  ['vue-ts', /Get started/, { tag: '@nightly' }],
  ['svelte-ts', /Get started/, { tag: '@nightly' }],
  ['lit-ts', undefined, { tag: '@nightly' }],
]

for (const [name, home, level] of PROJECTS)
  test(
    `in a fresh ${name} project it leads to a snapshot and a page in the browser`,
    level,
    async ({ page }) => {
      const root = project(TEMPLATES[name] ?? {})
      try {
        const { code, stdout, stderr } = await hashbang(['init', '--readable'], root)
        expect(stderr).toBe('')
        expect(code).toBe(0)
        expect(stdout).toContain('Next:')
        withoutManifest(root)
        await developed(root, async (origin) => {
          const hello = await get(`${origin}/?_escaped_fragment_=/hello/ajax`)
          expect(hello).toMatch(HELLO)
          expect(hello.replace(/<!--.*?-->/g, '')).toContain('Hello, ajax</h1>')
          expect(await get(`${origin}/s/hello/ajax`)).toMatch(HELLO)
          if (home) expect(await get(`${origin}/?_escaped_fragment_=`)).toMatch(home)
          await page.goto(`${origin}/#!/hello/ajax`)
          await expect(page.getByRole('heading', { name: 'Hello, ajax' })).toBeVisible()
        })
      } finally {
        rmSync(root, { recursive: true, force: true })
      }
    },
  )

for (const framework of ['none', 'react', 'lit'])
  test(`in an empty folder, with --framework ${framework}, it writes a project whose types are checked`, async () => {
    // As `npm install hashbang-router` leaves an empty folder.
    const root = project({ 'package.json': '{}' })
    const check = () =>
      spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript-6/bin/tsc')], {
        cwd: root,
        encoding: 'utf8',
      }).stdout
    try {
      const { code, stdout } = await hashbang(['init', '--framework', framework], root)
      expect(code).toBe(0)
      if (framework === 'none')
        expect(readFileSync(join(ROOT, 'docs/commands/init.md'), 'utf8')).toContain(stdout)
      expect(stdout).toMatch(/^created {2}tsconfig\.json$/m)
      const { scripts, devDependencies } = JSON.parse(
        readFileSync(join(root, 'package.json'), 'utf8'),
      )
      expect(scripts.typecheck).toBe('tsc')
      expect(devDependencies).toHaveProperty('typescript')
      withoutManifest(root)
      expect(check()).toBe('')
      writeFileSync(
        join(root, 'src/slip.ts'),
        `import { routes } from './routes.ts'\nroutes.href('helo', { name: 'ajax' })\n`,
      )
      expect(check()).toContain('"helo"')
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })

test('a tsconfig.json that is there is kept, and nothing is added for the check of types', async () => {
  const own = '{ "compilerOptions": { "noEmit": true } }\n'
  const root = project({ ...TEMPLATES['react-ts'], 'tsconfig.json': own })
  try {
    const { code, stdout } = await hashbang(['init', '--yes'], root)
    expect(code).toBe(0)
    expect(stdout).not.toContain('tsconfig.json')
    expect(stdout).toMatch(/\n\nNext:\n {2}npm install\n/)
    expect(stdout).toContain('If Vite prints another port than 5173, use that one.')
    expect(readFileSync(join(root, 'tsconfig.json'), 'utf8')).toBe(own)
    const { scripts, devDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    expect(scripts).not.toHaveProperty('typecheck')
    expect(devDependencies).not.toHaveProperty('typescript')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('an app with hash routes is kept as it is, and has snapshots', async () => {
  const root = project(TEMPLATES['hash-router'] ?? {})
  try {
    const { code, stdout } = await hashbang(['init'], root)
    expect(code).toBe(0)
    expect(stdout).toContain('Your app stays as it is')
    withoutManifest(root)
    await developed(root, async (origin) => {
      expect(await get(`${origin}/?_escaped_fragment_=/about`)).toContain('About us</h1>')
    })
    const again = await hashbang(['init'], root)
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('vite.config.ts has the plugin already'),
    ])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('from an empty folder, with the packed package, its own commands lead to a snapshot', {
  tag: '@nightly',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-init-'))
  let server: Running | undefined
  try {
    const tarball = await pack(folder)
    const own = join(folder, 'app')
    mkdirSync(own)
    await run(`npm install '${tarball}'`, own)
    const printed = await run('npx hashbang init', own)
    const next = printed.slice(printed.indexOf('Next:'))
    const commands = [...next.matchAll(/^ {2}(.+)$/gm)].map(([, line = '']) => line)
    expect(commands.slice(0, 2)).toEqual(['npm install', 'npm run dev'])
    await run('npm install', own)
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
    rmSync(folder, { recursive: true, force: true })
  }
})
