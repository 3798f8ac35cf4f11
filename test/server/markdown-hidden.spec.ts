/**
 * Text that style sheets hide is not in a page's Markdown. Content that views show beside the
 * outlet is in it.
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { startSite } from '../fixtures/site/site.ts'

const file = (name: string) => fileURLToPath(new URL(`../fixtures/hidden/${name}`, import.meta.url))

test('Markdown has the text that a reader sees: style sheets count, and so do dialogs beside the outlet', async ({
  page,
}) => {
  const site = await startSite({
    pages: { '/': { shell: file('index.html'), app: file('app.js') } },
    assets: file('public'),
  })
  const text = async (path: string) => (await fetch(site.url + path)).text()
  const home = await text('/s/!index.md')
  expect(home).not.toContain('no:')
  for (const text of ['the later rule', 'visible in it', 'a rule for paper', 'for who listens'])
    expect(home).toContain(`yes: ${text}`)
  expect(home).toContain('yes: more\n\nyes: within')
  const drawn = await text('/s/drawn.md')
  expect(drawn).not.toContain('no:')
  expect(drawn).toContain('# Drawn\n\nyes: slotted\n\nyes: a dialog\n')
  // Chromium shows the same.
  for (const path of ['/', '/s/drawn']) {
    await page.goto(site.url + path)
    const shown = await page.evaluate(() => document.body.innerText)
    expect(shown).not.toContain('no:')
  }
  await site.stop()
})
