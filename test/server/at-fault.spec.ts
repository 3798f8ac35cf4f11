/**
 * A page that reported an error and shows nothing is a failure, and is not kept; one that shows
 * something is kept briefly.
 */
import { expect, test } from '@playwright/test'
import { fixture, type OpenApp, openApp } from './open-app.ts'

let app: OpenApp
test.beforeAll(async () => {
  app = await openApp(fixture('at-fault/index.html'), { cache: {} })
})
test.afterAll(() => app.site.close())
test.beforeEach(() => void app.warnings.splice(0))

async function get(state: string) {
  const { status, headers, text } = await app.show(state)
  return { status, kept: headers['cache-control'] !== 'no-store', text }
}

for (const content of ['nothing', 'frame']) {
  test(`a page with an error that shows ${content} is a failure`, async () => {
    const { status, kept, text } = await get(`/remains/${content}`)
    expect([status, kept]).toEqual([500, false])
    expect(text).toContain('<h1>Something went wrong</h1>')
    expect(text).not.toContain('broke')
    expect(app.warnings.join()).toContain('The page shows nothing, and has reported an error')
    expect(app.warnings.join()).toContain('reported by the page: Error: broke')
  })
}

for (const state of ['/remains/text', '/remains/picture', '/portal']) {
  test(`a page with an error that shows content is a page (${state})`, async () => {
    expect((await get(state)).status).toBe(200)
    expect(app.warnings.join()).toContain('reported by the page: Error: broke')
    expect(app.warnings.join()).not.toContain('shows nothing')
  })
}

test('a page without content and without errors is a page with a warning', async () => {
  expect((await get('/quiet')).status).toBe(200)
  expect(app.warnings).toEqual([
    'The page shows nothing: it has neither text nor an image or a control',
  ])
})

test('the reason of a rejected promise of page.settled() is a warning', async () => {
  expect((await get('/handed/text')).status).toBe(200)
  expect(app.warnings).toEqual([expect.stringMatching(/^reported by the page: Error: broke/)])
  expect((await get('/handed/nothing')).status).toBe(500)
})

test('an app without a build waits for the imports of its views', async () => {
  const { status, text } = await get('/imports')
  expect([status, app.warnings]).toEqual([200, []])
  expect(text).toContain('late')
  await get('/missing')
  expect(app.warnings).toEqual([expect.stringMatching(/^reported by the page: .*missing\.js/)])
})

test('a page with an error is cached for ten seconds, and never served stale', async () => {
  const life = async (state: string) => (await app.show(state)).headers['cache-control']
  expect(await life('/list/10/breaks')).toBe('max-age=10')
  expect(await life('/list/10/works')).toMatch(/^max-age=60\b/)
})
