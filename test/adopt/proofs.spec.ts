/**
 * What proves sites that follow the scheme, on adopted ones: a crawl and a comparison with Chromium find nothing wrong with an app whose
 * states begin with "#!", and say what they cannot know of others.
 */

import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startServer } from 'hashbang-router/server'
import { hashbang } from '../tools/command.ts'
import { writeApp } from './apps.ts'

test.describe.configure({ timeout: 300_000 })

const app = (
  mark: '#!' | '#',
) => `<!doctype html><html lang="en"><head><title>T</title><meta name="fragment" content="!"></head><body><main></main><script>
  const state = location.hash.replace(/^#!?/, '') || '/'
  document.title = 'State ' + state
  if (!['/', '/a', '/b'].includes(state)) document.head.insertAdjacentHTML('beforeend', '<meta name="prerender-status-code" content="404">')
  document.querySelector('main').innerHTML = '<h1>State ' + state + '</h1>' + ['/a', '/b'].map((one) => '<a href="${mark}' + one + '">' + one + '</a> ').join('')
</script></body></html>`

async function serving(
  folder: string,
  mark: '#!' | '#',
  work: (url: string) => Promise<void>,
): Promise<void> {
  writeApp({ files: { 'index.html': app(mark) } }, join(folder, 'site'))
  const server = await startServer({
    ...{ port: 0, host: '127.0.0.1', workers: 1, deadline: 60_000, logLevel: 'silent' },
    pages: { '/': { site: join(folder, 'site'), states: `${mark}/` } },
  })
  try {
    await work(server.origin)
  } finally {
    await server.stop()
  }
}

const patient = ['--timeout', '60000', '--concurrency', '1', '--json']

test('a crawl of an adopted site finds its states and no breach', async ({ baseURL: _ }, info) => {
  await serving(info.outputPath('crawled'), '#!', async (url) => {
    const { code, stdout, stderr } = await hashbang(['crawl', url, ...patient])
    expect(code, stdout + stderr).toBe(0)
    const { visits, breaches } = JSON.parse(stdout)
    expect(breaches).toEqual([])
    expect(visits.map((one: { title: string }) => one.title).sort()).toEqual([
      'State /',
      'State /a',
      'State /b',
    ])
  })
})

test('an adopted site is the same in Chromium, although its app names no canonical URL', async ({
  baseURL: _,
}, info) => {
  await serving(info.outputPath('verified'), '#!', async (url) => {
    const { code, stdout, stderr } = await hashbang(['verify', url, '--no-sandbox', ...patient])
    expect(code, stdout + stderr).toBe(0)
    const { results } = JSON.parse(stdout)
    expect(results.map((one: { verdict: string }) => one.verdict)).toEqual(['same', 'same', 'same'])
  })
})

test('a comparison says that it leaves out states behind "#" alone, and how it would not', async ({
  baseURL: _,
}, info) => {
  await serving(info.outputPath('hash'), '#', async (url) => {
    // It is listed when the states have been found.
    const listed = async () => (await fetch(new URL('/sitemap.xml', url))).status
    await expect.poll(listed, { timeout: 60_000 }).toBe(200)
    const { stderr } = await hashbang(['verify', url, '--no-sandbox', ...patient])
    expect(stderr).toContain('2 URLs of the sitemap, ugly themselves, are left out')
    expect(stderr).toContain('say so: --fragments "#/"')
  })
})
