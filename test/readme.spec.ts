/** The README is true: its first example runs as it stands, and what it says to type exists. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createServer } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const scripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts

test('the example at its head answers in the browser and to a crawler', async ({ page }) => {
  const [, example = ''] = readme.match(/```ts\n([\s\S]*?)```/) ?? []
  expect(readme.split('\n').findIndex((line) => line.startsWith('```ts'))).toBeLessThan(25)
  // Inside the package, so that the example finds the package by its name.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const root = mkdtempSync(join(ROOT, '.cache/readme-'))
  writeFileSync(join(root, 'routes.ts'), example)
  writeFileSync(
    join(root, 'main.ts'),
    "import { start } from 'hashbang-router/browser'\nimport { routes } from './routes.ts'\nstart(routes, { context: undefined })\n",
  )
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Words</title><script type="module" src="/main.ts"></script></head><body><hashbang-outlet></hashbang-outlet></body></html>',
  )
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    cacheDir: join(root, '.vite'),
    server: { port: 0 },
    plugins: [hashbang({ app: 'routes.ts' })],
  })
  try {
    await server.listen()
    const { origin } = new URL(server.resolvedUrls?.local[0] ?? '')
    const snapshot = await fetch(`${origin}/?_escaped_fragment_=/word/ajax`)
    expect(await snapshot.text()).toContain('<h1>a Greek hero</h1>')
    await page.goto(origin)
    await page.getByRole('link', { name: 'ajax' }).click()
    await expect(page.getByRole('heading')).toHaveText('a Greek hero')
    await expect(page).toHaveURL(`${origin}/#!/word/ajax`)
  } finally {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
})

test('every command that it names is there', () => {
  const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !(name !== undefined && name in scripts))).toEqual([])
})

test('every runtime dependency is justified in its table', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const unsaid = Object.keys(dependencies).filter((name) => !readme.includes(`| \`${name}\``))
  expect(unsaid).toEqual([])
})
