/** The README is true: its first example runs as it stands, and what it says to type exists. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { readSteps } from './steps.ts'

const ROOT = join(import.meta.dirname, '..')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const scripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts

test('the example at its head, and the files below it, answer in the browser and to a crawler', async ({
  page,
}) => {
  expect(readme.split('\n').findIndex((line) => line.startsWith('```ts'))).toBeLessThan(25)
  expect(readme.split('\n').length).toBeLessThanOrEqual(120)
  const steps = readSteps(readme)
  const files = steps.filter((step) => step.kind === 'file')
  expect(files.map(({ path }) => path)).toEqual([
    'routes.ts',
    'main.ts',
    'vite.config.ts',
    'index.html',
  ])
  const shown = steps.flatMap((step) => (step.kind === 'shown' ? step.lines : []))
  expect(shown.length).toBeGreaterThan(0)
  // Inside the package, so that the example finds the package by its name.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const root = mkdtempSync(join(ROOT, '.cache/readme-'))
  for (const { path, text } of files) writeFileSync(join(root, path), text)
  const server = await createServer({
    root,
    logLevel: 'silent',
    cacheDir: join(root, '.vite'),
    server: { port: 0 },
  })
  try {
    await server.listen()
    const { origin } = new URL(server.resolvedUrls?.local[0] ?? '')
    const snapshot = await (await fetch(`${origin}/?_escaped_fragment_=/word/ajax`)).text()
    for (const line of shown) expect(snapshot).toContain(line)
    await page.goto(origin)
    await page.getByRole('link', { name: 'ajax' }).click()
    await expect(page.getByRole('heading')).toHaveText('ajax')
    await expect(page).toHaveURL(`${origin}/#!/word/ajax`)
  } finally {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
})

test('every command that it and CONTRIBUTING.md name is there', () => {
  const said = `${readme}\n${readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')}`
  const named = [...said.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !(name !== undefined && name in scripts))).toEqual([])
})

test('every runtime dependency is justified in docs/dependencies.md', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const table = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const unsaid = Object.keys(dependencies).filter((name) => !table.includes(`| \`${name}\` |`))
  expect(unsaid).toEqual([])
})
