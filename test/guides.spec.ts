/**
 * What guides show runs as it stands, in the project of Start. Start itself from an empty folder:
 * first-use.spec.ts.
 */
import { readdirSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { FOLLOWED, followGuide, stepsOf } from './guides.ts'
import { project } from './project.ts'
import { run } from './terminal.ts'

/**
 * What a guide says beside its files, of the last ones: a click and where it leads, an old address.
 */
const BESIDE: Readonly<Record<string, (page: Page, origin: string) => Promise<void>>> = {
  async 'docs/guides/leave-hashbang.md'(page, origin) {
    await page.goto(`${origin}/#!/word/ajax`)
    await expect(page.getByText('a Greek hero')).toBeVisible()
    await expect(page).toHaveURL(`${origin}/word/ajax`)
  },
  async 'docs/guides/migrate.md'(page, origin) {
    // Backbone's address, by the last main.ts. A bookmark opens a new document.
    await page.goto('about:blank')
    await page.goto(`${origin}/#word/ajax`)
    await expect(page).toHaveURL(`${origin}/#!/word/ajax`)
    await expect(page.getByRole('heading')).toHaveText('ajax')
  },
  async 'docs/guides/routes-and-links.md'(page, origin) {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(`${origin}/#!/thing/7`)
  },
}

for (const [file, when] of Object.entries(FOLLOWED))
  test(`${file}: its files and commands have the results in the document`, {
    tag: when === 'nightly' ? ['@nightly'] : [],
  }, async ({ page }) => {
    const errors: string[] = []
    let printed: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => printed.push(message.text()))
    const visit = async (origin: string, expected: readonly string[]) => {
      printed = []
      await page.goto('about:blank')
      await page.goto(origin)
      // The app that migrates has no outlet.
      await expect(page.locator('hashbang-outlet, #app').first()).not.toBeEmpty()
      await expect.poll(() => printed).toEqual(expect.arrayContaining([...expected]))
    }
    const beside = BESIDE[file]
    const checked = await followGuide(file, visit, beside && ((origin) => beside(page, origin)))
    expect(errors).toEqual([])
    const shown = stepsOf(file).filter(({ kind }) => kind === 'shown').length
    if (file !== 'docs/guides/start.md') expect(checked).toBe(shown)
    expect(checked).toBeGreaterThan(0)
  })

/** What a build writes for the server. */
const BUILT = JSON.stringify({
  pages: { '/': { shell: 'client/index.html', app: 'worker/routes.js' } },
  assets: 'client',
})

test('the server accepts each configuration in a guide', {
  tag: ['@nightly'],
}, async () => {
  const names = readdirSync('docs/guides').map((name) => `docs/guides/${name}`)
  const found = names.flatMap((file) =>
    stepsOf(file).flatMap((step) =>
      step.kind === 'shown' && step.lines[0] === '// hashbang.config.js'
        ? [[file, step.lines.join('\n')] as const]
        : [],
    ),
  )
  expect(found.length).toBeGreaterThan(3)
  const wrong: string[] = []
  for (const [file, text] of found) {
    const root = project({ 'hashbang.config.js': text, 'dist/hashbang.json': BUILT }, 'config')
    const variables = 'PURGE_TOKEN=a-token-of-your-own REDIS_URL=redis://localhost:6379'
    const load = `import { loadConfig } from 'hashbang-router/server'; await loadConfig('hashbang.config.js')`
    await run(`${variables} node --input-type=module --eval "${load}"`, root).catch((error) =>
      wrong.push(`${file}: ${error}`),
    )
  }
  expect(wrong).toEqual([])
})
