/**
 * Projects with the packed tarball: each template of `hashbang init`, and fresh projects of
 * create-vite by `init` and by the guide.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { temporaryFolder } from '../memory-folder.ts'
import { write } from '../project.ts'
import { filesOf, readSteps, type Step } from '../steps.ts'
import { run, serve } from './command.ts'
import { pack } from './pack.ts'

const read = (guide: string) =>
  readFileSync(join(import.meta.dirname, '../../docs/guides', `${guide}.md`), 'utf8')

/** The steps of a guide, or of the section below a heading of level 2. */
const stepsOf = (guide: string, heading?: string): Step[] =>
  readSteps(
    heading === undefined
      ? read(guide)
      : (read(guide)
          .split(/^## /m)
          .find((part) => part.startsWith(`${heading}\n`)) ?? ''),
  )

const COMMON = filesOf(stepsOf('add-to-your-app', 'In every framework'))

const create = (name: string, template: string) =>
  `npm create --yes vite@latest ${name} -- --template ${template} --no-interactive`

/** Runs the scripts that a project has for its own checks. */
async function pass(own: string): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  for (const script of ['build', 'check', 'lint', 'typecheck'])
    if (script in scripts) await run(`npm run ${script}`, own)
}

/** Writes the files of a guide, and runs the commands that change files. */
async function follow(own: string, guide: string): Promise<void> {
  const steps = stepsOf(guide)
  for (const step of steps)
    if (step.kind === 'command' && /^(?:rm|mv|npm)/.test(step.line))
      await run(step.line.replace(' hashbang-router', ' ../hashbang-router.tgz'), own)
  const start = join(own, 'src/start.ts')
  const styles =
    guide in TEMPLATES ? (readFileSync(start, 'utf8').match(/^import '.*css'\n/gm) ?? []) : []
  if (guide === 'lit') {
    const page = join(own, 'index.html')
    const parts = /\s*<my-element>[\s\S]*<\/my-element>|\s*<script[^>]*my-element[^>]*><\/script>/g
    writeFileSync(page, readFileSync(page, 'utf8').replace(parts, ''))
  }
  write(own, { ...COMMON, ...filesOf(steps) })
  writeFileSync(start, styles.join('') + COMMON['src/start.ts'])
}

const textOf = (html: string) =>
  html.replace(/<!--.*?-->|\s(?:data-|_ng|class)[^ >]*/g, '').replace(/\s+/g, ' ')

/** The page of a word for readers without JavaScript, and the app for people. */
async function expectApp(origin: string, page: Page): Promise<void> {
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
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.locator('h1')).toHaveText('hash')
  await expect(page.getByText('The state is /word/hash')).toBeVisible()
  await page.getByRole('link', { name: 'All words' }).click()
  await expect(page.getByRole('link', { name: 'hash' })).toBeVisible()
}

/** The template of each guide. */
const TEMPLATES: Readonly<Record<string, string>> = {
  react: 'react-ts',
  vue: 'vue-ts',
  svelte: 'svelte-ts',
  solid: 'solid-ts',
  preact: 'preact-ts',
  lit: 'lit-ts',
}

/** The folders of `templates/`, but for those of apps that keep their router. */
const OWN_TEMPLATES = readdirSync(join(import.meta.dirname, '../../templates')).filter(
  (name) => name !== 'adopted',
)
/** The command of the packed files: in an empty folder, npm would install the package twice. */
const PROGRAM = join(import.meta.dirname, '../../dist/package/dist/server/cli/main.js')
const HELLO = /<h1[^>]*>Hello, ajax<\/h1>/

test.describe('a fresh project', () => {
  test.describe.configure({ mode: 'parallel' })
  let folder: string
  test.beforeAll(async () => {
    folder = temporaryFolder('hashbang-templates')
    await pack(folder)
  })

  async function served(own: string, line: string, use: (origin: string) => Promise<void>) {
    const server = await serve(line, own)
    try {
      await use(server.origin)
    } finally {
      await server.stop()
    }
  }

  /** After `hashbang init`. */
  async function initialised(name: string, template: string): Promise<string> {
    const own = join(folder, name)
    await run(create(name, template), folder)
    await run('npm install ../hashbang-router.tgz', own)
    await run('npx hashbang-router init --yes', own)
    await run('npm install', own)
    return own
  }

  for (const framework of OWN_TEMPLATES)
    test(`in an empty folder, init --framework ${framework} writes an app that builds`, async ({
      page,
    }) => {
      test.slow()
      const own = join(folder, `new-${framework}`)
      mkdirSync(own)
      await run(`node '${PROGRAM}' init --framework ${framework}`, own)
      await run('npm install ../hashbang-router.tgz', own)
      await pass(own)
      for (const line of ['npm start', 'npm run dev'])
        await served(own, line, async (origin) => {
          for (const address of ['/?_escaped_fragment_=/hello/ajax', '/s/hello/ajax'])
            expect(textOf(await (await fetch(origin + address)).text())).toMatch(HELLO)
          await page.goto(`${origin}/#!`)
          await page.getByRole('link', { name: 'Hello' }).click()
          await expect(page.getByRole('heading', { name: 'Hello, ajax' })).toBeVisible()
        })
    })

  for (const [guide, template] of Object.entries(TEMPLATES))
    test(`${template} follows its guide, and its own scripts pass`, async ({ page }) => {
      const own = await initialised(template, template)
      await pass(own)
      await follow(own, guide)
      await pass(own)
      await served(own, 'npm start', (origin) => expectApp(origin, page))
      await served(own, 'npm run dev', (origin) => expectApp(origin, page))
    })

  test('AngularJS follows its guide', async ({ page }) => {
    const own = join(folder, 'angularjs')
    write(own, { 'package.json': '{ "name": "words" }' })
    await follow(own, 'angularjs')
    await run('npm run build', own)
    await served(own, 'npm start', (origin) => expectApp(origin, page))
    await served(own, 'npm run dev', (origin) => expectApp(origin, page))
  })

  for (const template of [
    'vanilla-ts',
    'vanilla',
    'react',
    'vue',
    'svelte',
    'solid',
    'preact',
    'lit',
  ])
    test(`${template} has snapshots after init, and its own scripts pass`, async () => {
      const own = await initialised(template, template)
      await pass(own)
      await served(own, 'npm run dev', async (origin) => {
        const response = await fetch(`${origin}/?_escaped_fragment_=/hello/ajax`)
        expect(textOf(await response.text())).toMatch(HELLO)
      })
    })
})
