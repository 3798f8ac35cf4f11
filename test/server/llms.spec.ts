/**
 * llms.txt, llms-full.txt, robots.txt and feed.xml as the server sends them and as the commands
 * write them. Their units check their content.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { pagesOf, startBackend, startSite } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'

test('the server sends llms.txt and llms-full.txt, and the commands write the same', async () => {
  const pages = pagesOf('app-readable.js')
  const backend = await startBackend()
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
      `export default ${JSON.stringify({ origin: 'http://a.test', pages, limits: { deadline: 60_000 } })}`,
    )
    const out = test.info().outputPath('pages')
    await hashbang(['export', '-c', file, '-o', out])
    // Without the mark by which an export knows its files.
    const written = async (name: string) =>
      (await readFile(`${out}/${name}`, 'utf8')).replace(
        /\n(?:<!--|#) hashbang-router [^\n]*\n$/,
        '',
      )
    expect(await written('llms.txt')).toBe(await answer.text())
    expect(await written('robots.txt')).toContain('Disallow: /s/search$\n')

    const full = await fetch(`${site.url}/llms-full.txt`)
    const text = await full.text()
    expect(full.headers.get('cache-control')).toBe('max-age=3600')
    const page = await (await fetch(`${site.url}/s/dated.md`)).text()
    expect(text).toContain(page)
    expect(await written('llms-full.txt')).toBe(text)

    const feed = await fetch(`${site.url}/feed.xml`)
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const atom = await feed.text()
    expect(atom).toContain('<feed xmlns="http://www.w3.org/2005/Atom">')
    const link = ' rel="alternate" type="application/atom+xml" href="http://a.test/feed.xml">'
    expect(await (await fetch(`${site.url}/s/items/1`)).text()).toContain(link)
    const folder = test.info().outputPath('out')
    expect((await hashbang(['sitemap', '-c', file, '-o', folder])).code).toBe(0)
    expect(await readFile(`${folder}/feed.xml`, 'utf8')).toBe(atom)
    await writeFile(`${folder}/feed.xml`, 'own')
    await hashbang(['sitemap', '-c', file, '-o', folder])
    expect(await readFile(`${folder}/feed.xml`, 'utf8')).toBe('own')
  } finally {
    await site.stop()
    await backend.close()
  }
})
