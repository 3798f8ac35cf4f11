// What README and guides show runs as it stands, in development. guide.spec.ts follows Start to the
// letter, in production too; the commands of docs/commands are in commands.spec.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { developed, project } from './project.ts'
import { filesOf, follow, readSteps } from './steps.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the example at the head of the README, and the files below it, answer in the browser and to a crawler', async ({
  page,
}) => {
  const readme = read('README.md')
  expect(readme.split('\n').findIndex((line) => line.startsWith('```ts'))).toBeLessThan(25)
  expect(readme.split('\n').length).toBeLessThanOrEqual(120)
  const steps = readSteps(readme)
  const files = filesOf(steps)
  expect(Object.keys(files)).toEqual(['routes.ts', 'main.ts', 'vite.config.ts', 'index.html'])
  const shown = steps.flatMap((step) => (step.kind === 'shown' ? step.lines : []))
  expect(shown.length).toBeGreaterThan(0)
  await developed(project(files), async (origin) => {
    const snapshot = await (await fetch(`${origin}/?_escaped_fragment_=/word/ajax`)).text()
    for (const line of shown) expect(snapshot).toContain(line)
    await page.goto(origin)
    await page.getByRole('link', { name: 'ajax' }).click()
    await expect(page.getByRole('heading')).toHaveText('ajax')
    await expect(page).toHaveURL(`${origin}/#!/word/ajax`)
  })
})

for (const { guide, tag } of [
  ...['start', 'data', 'routes-and-links'].map((guide) => ({ guide, tag: [] })),
  ...['head-and-status', 'nested-routes', 'several-pages'].map((guide) => ({
    ...{ guide, tag: ['@nightly'] },
  })),
])
  test(`guides/${guide}: its files, in the project of Start, answer what it says`, {
    tag,
  }, async () => {
    const steps = readSteps(read(`docs/guides/${guide}.md`))
    // With a package.json of its own the project would not be inside of the package.
    const { 'package.json': _, ...files } = filesOf([
      ...readSteps(read('docs/guides/start.md')),
      ...steps,
    ])
    await developed(project(files), async (origin) => {
      const checked = await follow(steps, async (step) => {
        const line = step.kind === 'command' ? step.line : ''
        const [, path] = /^curl 'http:\/\/localhost:5173(.*)'$/.exec(line) ?? []
        return path === undefined ? undefined : (await fetch(origin + path)).text()
      })
      expect(checked).toBeGreaterThan(0)
    })
  })
