// The README's example runs as it stands. The guides: guides.spec.ts; docs/commands:
// commands.spec.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { toUglyUrl } from 'hashbang-router'
import { filesOf, readSteps } from './steps.ts'
import { test } from './vite-project.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the files of the README are an app with a page in the browser and a snapshot for crawlers', async ({
  newProject,
  page,
}) => {
  const readme = read('README.md')
  expect(readme.split('\n').findIndex((line) => line.startsWith('```ts'))).toBeLessThan(25)
  expect(readme.split('\n').length).toBeLessThanOrEqual(125)
  const steps = readSteps(readme)
  const files = filesOf(steps)
  expect(Object.keys(files)).toEqual(['routes.ts', 'main.ts', 'vite.config.ts', 'index.html'])
  const shown = steps.flatMap((step) => (step.kind === 'shown' ? step.lines : []))
  expect(shown.length).toBeGreaterThan(0)
  const origin = await newProject(files).develop()
  const snapshot = await (await fetch(`${origin}/?_escaped_fragment_=/word/ajax`)).text()
  for (const line of shown) expect(snapshot).toContain(line)
  await page.goto(origin)
  await page.getByRole('link', { name: 'ajax' }).click()
  await expect(page.getByRole('heading')).toHaveText('ajax')
  await expect(page).toHaveURL(`${origin}/#!/word/ajax`)
})

test('the README has a section of its own for a clone, with the two commands and the two addresses', () => {
  const [, section = ''] = read('README.md').split('\n## From a clone\n')
  const [commands = '', text = ''] = section
    .trim()
    .replace(/^```sh\n/, '')
    .split('\n```\n')
  expect(commands.split('\n')).toEqual(['npm ci && npm start', 'npm ci && npm test'])
  // demo/server.spec.ts holds the addresses to those that `npm start` prints.
  const pretty = 'http://localhost:3000/#!/word/ajax'
  for (const address of [pretty, toUglyUrl(pretty)]) expect(text).toContain(address)
})
