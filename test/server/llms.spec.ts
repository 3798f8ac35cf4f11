/** llms.txt as the server answers it and as the command writes it. What is in it: the units of llms-txt.ts. */
import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { siteConfig, startSite } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'

test('the server answers it, and `hashbang llms` writes the same', async () => {
  const { shell } = siteConfig.pages['/'] as { shell: string }
  const app = shell.replace('index.html', 'app-readable.js')
  const pages = { '/': { shell, app } }
  const site = await startSite({ pages })
  try {
    // Until the listing is whole it says that it is not.
    const ask = () => fetch(`${site.url}/llms.txt`)
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)
    const answer = await ask()
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const file = test.info().outputPath('hashbang.config.mjs')
    await writeFile(
      file,
      `export default ${JSON.stringify({ origin: 'http://a.test', pages, deadline: 60_000 })}`,
    )
    const { stdout, code } = await hashbang(['llms', '-c', file])
    expect([code, stdout]).toEqual([0, await answer.text()])
  } finally {
    await site.stop()
  }
})
