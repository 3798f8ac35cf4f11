/** What guides show runs as it stands, in the project of Start. Start itself from an empty folder: guide.spec.ts. */
import { expect, type Page, test } from '@playwright/test'
import { FOLLOWED, followGuide, stepsOf } from './guides.ts'

/** What a guide says beside its files, of the last ones: a click and where it leads, an old address. */
const BESIDE: Readonly<Record<string, (page: Page, origin: string) => Promise<void>>> = {
  async 'docs/guides/leave-hashbang.md'(page, origin) {
    await page.goto(`${origin}/#!/word/ajax`)
    await expect(page.getByText('a Greek hero')).toBeVisible()
    await expect(page).toHaveURL(`${origin}/word/ajax`)
  },
  async 'docs/guides/routes-and-links.md'(page, origin) {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(`${origin}/#!/thing/7`)
  },
}

for (const [file, when] of Object.entries(FOLLOWED))
  test(`${file}: its files and commands do what it says`, {
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
      await expect(page.locator('hashbang-outlet').first()).not.toBeEmpty()
      await expect.poll(() => printed).toEqual(expect.arrayContaining([...expected]))
    }
    const beside = BESIDE[file]
    const checked = await followGuide(file, visit, beside && ((origin) => beside(page, origin)))
    expect(errors).toEqual([])
    const shown = stepsOf(file).filter(({ kind }) => kind === 'shown').length
    if (file !== 'docs/guides/start.md') expect(checked).toBe(shown)
    expect(checked).toBeGreaterThan(0)
  })
