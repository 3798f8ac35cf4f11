/**
 * `crawl` and `verify` of an app whose states begin with `#` alone: snapshots are found at ugly URLs and readable addresses, people
 * find the states by their fragments, and both commands know that these are one.
 */

import { expect, test } from '@playwright/test'
import { type RunningServer, startServer } from 'hashbang-router/server'
import { hashbang } from '../tools/command.ts'
import { writeApp } from './apps.ts'

/** `#/wide` shows what our engine does not know, `#/gone` says that it is not there. */
const page = (
  mark: string,
) => `<!doctype html><html><head><title>T</title></head><body><main></main><script>
  const state = location.hash.slice(${mark.length})
  const tag = (name, content) => document.head.insertAdjacentHTML('beforeend', '<meta name="' + name + '" content="' + content + '">')
  if (!['', 'a', 'b', 'wide'].includes(state)) tag('prerender-status-code', '404')
  const width = () => { const c = document.createElement('canvas').getContext('2d'); c.font = '20px serif'; return c.measureText('Wide').width }
  document.title = 'State ' + state
  document.querySelector('main').innerHTML = '<h1>State ' + (state || 'home') + '</h1>' + (state === 'wide' ? '<p>' + width() + ' px</p>' : '') +
    ['a', 'b', 'wide', 'gone'].map((one) => '<a href="${mark}' + one + '">' + one + '</a> ').join('') + '<a href="#place">Place</a><p id="place">Here</p>'
</script></body></html>`

type Mark = '#/' | '#'

const running = new Map<string, Promise<RunningServer>>()

/** Serves it, once for all tests that ask for the same. @returns Its address. */
async function served(mark: Mark, readable?: string): Promise<string> {
  const key = `${mark} ${readable}`
  const server = running.get(key) ?? serve(mark, readable)
  running.set(key, server)
  const { origin } = await server
  // The sitemap is there when the states have been found.
  const listed = async () => (await fetch(new URL('/sitemap.xml', origin))).status
  await expect.poll(listed, { timeout: 60_000 }).toBe(200)
  return origin
}

function serve(mark: Mark, readable: string | undefined): Promise<RunningServer> {
  const site = test.info().outputPath('site')
  writeApp({ files: { 'index.html': page(mark) } }, site)
  return startServer({
    ...{ port: 0, host: '127.0.0.1', workers: 2, limits: { deadline: 60_000 } },
    pages: { '/': { site, states: mark, ...(readable && { readable }) } },
  })
}

test.afterAll(async () => {
  for (const server of running.values()) await (await server).stop()
})

for (const [mark, readable, tag] of [
  ['#/', undefined, []],
  ['#', undefined, ['@nightly']],
  ['#/', '/s/', ['@nightly']],
] as const) {
  const what = `${mark}x${readable ? ` and ${readable}` : ''}`
  const slash = mark.slice(1)

  // A crawl in `npm test` is in proofs.spec.ts.
  test(`crawl finds states ${what} by links, and what is wrong with them`, {
    tag: '@nightly',
  }, async () => {
    const origin = await served(mark, readable)
    const args = ['crawl', origin, '--fragments', mark, '--json', '--timeout', '60000']
    const { stdout, stderr } = await hashbang(args)
    const { visits, breaches } = JSON.parse(stdout || '{}')
    expect(visits, stderr).toBeDefined()
    const at = readable ? `${readable}` : `/${mark}`
    const urls = visits.map(({ url, status }: { url: string; status: number }) => [
      url.slice(origin.length),
      status,
    ])
    expect(urls.sort()).toEqual(
      [
        ['/', 200],
        ...['a', 'b', 'wide'].map((one) => [`${at}${one}`, 200]),
        [`${at}gone`, 404],
      ].sort(),
    )
    expect(breaches.map(({ code, url }: { code: string; url: string }) => [code, url])).toEqual([
      ['broken-state', `${origin}${at}gone`],
    ])
  })

  test(`verify compares states ${what} with what people see`, { tag: [...tag] }, async () => {
    const origin = await served(mark, readable)
    const more = readable ? ['--readable', readable] : []
    const args = ['verify', origin, '--no-sandbox', '--fragments', mark, ...more, '--json']
    const { stdout, stderr, code } = await hashbang([...args, '--timeout', '60000'])
    const { results } = JSON.parse(stdout || '{}')
    expect(results, stderr).toBeDefined()
    const told = results.map(({ url, verdict }: { url: string; verdict: string }) => [
      url.slice(origin.length),
      verdict,
    ])
    const same = ['/', `/#${slash}a`, `/#${slash}b`].map((url) => [url, 'same'])
    expect(told.sort()).toEqual([...same, [`/#${slash}wide`, 'different']].sort())
    expect(code).toBe(1)
  })
}

test('who does not say how states begin is told how, and what is left out', {
  tag: '@nightly',
}, async () => {
  const origin = await served('#/')
  const crawled = await hashbang(['crawl', origin, '--timeout', '60000'])
  expect(crawled.stdout).toContain('set --fragments "#/"')
  const verified = await hashbang(['verify', origin, '--no-sandbox', '--timeout', '60000'])
  expect(verified.stderr).toContain('3 ugly URLs of the sitemap left out')
  expect(verified.stderr).toContain('set --fragments "#/"')
})
