/**
 * What proves sites that follow the scheme, on adopted ones: a crawl and a comparison with Chromium find nothing wrong with an app whose
 * states begin with "#!". What they say of others is in hidden-states.spec.ts.
 */

import { expect, test } from '@playwright/test'
import { type RunningServer, startServer } from 'hashbang-router/server'
import { hashbang } from '../tools/command.ts'
import { writeApp } from './apps.ts'

const APP = `<!doctype html><html lang="en"><head><title>T</title><meta name="fragment" content="!"></head><body><main></main><script>
  const state = location.hash.replace(/^#!?/, '') || '/'
  document.title = 'State ' + state
  if (!['/', '/a', '/b'].includes(state)) document.head.insertAdjacentHTML('beforeend', '<meta name="prerender-status-code" content="404">')
  document.querySelector('main').innerHTML = '<h1>State ' + state + '</h1>' + ['/a', '/b'].map((one) => '<a href="#!' + one + '">' + one + '</a> ').join('')
</script></body></html>`

let server: RunningServer

test.beforeAll(async () => {
  const site = test.info().outputPath('site')
  writeApp({ files: { 'index.html': APP } }, site)
  server = await startServer({
    ...{ port: 0, host: '127.0.0.1', workers: 2, limits: { deadline: 60_000 } },
    pages: { '/': { site, states: '#!/' } },
  })
  // The sitemap is there when the states have been found.
  const listed = async () => (await fetch(new URL('/sitemap.xml', server.origin))).status
  await expect.poll(listed, { timeout: 60_000 }).toBe(200)
})
test.afterAll(() => server.stop())

const patient = ['--timeout', '60000', '--json']

test('a crawl of an adopted site finds its states and no breach', async () => {
  const { code, stdout, stderr } = await hashbang(['crawl', server.origin, ...patient])
  expect(code, stdout + stderr).toBe(0)
  const { visits, breaches } = JSON.parse(stdout)
  expect(breaches).toEqual([])
  expect(visits.map((one: { title: string }) => one.title).sort()).toEqual([
    'State /',
    'State /a',
    'State /b',
  ])
})

// A comparison in `npm test` is in hidden-states.spec.ts.
test('an adopted site is the same in Chromium, although its app names no canonical URL', {
  tag: '@nightly',
}, async () => {
  const args = ['verify', server.origin, '--no-sandbox', ...patient]
  const { code, stdout, stderr } = await hashbang(args)
  expect(code, stdout + stderr).toBe(0)
  const { results } = JSON.parse(stdout)
  expect(results.map((one: { verdict: string }) => one.verdict)).toEqual(['same', 'same', 'same'])
})
