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
test.beforeEach(() => void app.heard.splice(0))

async function get(state: string) {
  const { status, headers, text } = await app.show(state)
  return { status, kept: headers['cache-control'] !== 'no-store', text }
}

for (const what of ['nothing', 'frame']) {
  test(`one that shows ${what} is a failure`, async () => {
    const { status, kept, text } = await get(`/remains/${what}`)
    expect([status, kept]).toEqual([500, false])
    expect(text).toContain('<h1>Something went wrong</h1>')
    expect(text).not.toContain('broke')
    expect(app.heard.join()).toContain('The page shows nothing, and has reported an error')
    expect(app.heard.join()).toContain('reported by the page: Error: broke')
  })
}

for (const state of ['/remains/text', '/remains/picture', '/portal']) {
  test(`one that shows something is a page (${state})`, async () => {
    expect((await get(state)).status).toBe(200)
    expect(app.heard.join()).toContain('reported by the page: Error: broke')
    expect(app.heard.join()).not.toContain('shows nothing')
  })
}

test('one that shows nothing, and has reported nothing, is a page with a warning', async () => {
  expect((await get('/quiet')).status).toBe(200)
  expect(app.heard).toEqual([
    'The page shows nothing: it has neither text nor an image or a control',
  ])
})

test('why a promise was rejected that a view has handed over is a warning', async () => {
  expect((await get('/handed/text')).status).toBe(200)
  expect(app.heard).toEqual([expect.stringMatching(/^reported by the page: Error: broke/)])
  expect((await get('/handed/nothing')).status).toBe(500)
})

test('an app that no tool has built waits for what its views import', async () => {
  const { status, text } = await get('/imports')
  expect([status, app.heard]).toEqual([200, []])
  expect(text).toContain('late')
  await get('/missing')
  expect(app.heard).toEqual([expect.stringMatching(/^reported by the page: .*missing\.js/)])
})

test('one that has reported an error is kept for ten seconds at most, and by nobody after them', async () => {
  const life = async (state: string) => (await app.show(state)).headers['cache-control']
  expect(await life('/list/10/breaks')).toBe('max-age=10')
  expect(await life('/list/10/works')).toMatch(/^max-age=60\b/)
})
