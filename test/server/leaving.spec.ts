/**
 * A view, loader or guard that sends its readers elsewhere by `location` makes a redirect, or a
 * failure that says why not.
 */
import { expect, test } from '@playwright/test'
import { fixture, type OpenApp, openApp } from './open-app.ts'

const ORIGIN = 'http://app.test'

let app: OpenApp
test.beforeAll(async () => {
  app = await openApp(fixture('leaving/index.html'), { allowFetch: ['https://allowed.test'] })
})
test.afterAll(() => app.site.close())
test.beforeEach(() => void app.warnings.splice(0))

const ugly = (state: string) => app.show(state)

const THERE = `${ORIGIN}/#!/there/1`
const LEAVES: [state: string, location: string][] = [
  ...['href', 'assign', 'replace', 'hash', 'window', 'document', 'late', 'twice', 'hangs'].map(
    (way): [string, string] => [`/view/${way}`, THERE],
  ),
  ['/view/empty', `${ORIGIN}/`],
  ['/view/search', `${ORIGIN}/?lang=de#!/view/search`],
  ['/view/other', `${ORIGIN}/other.html?a=b#!/x`],
  ['/view/allowed', 'https://allowed.test/login'],
  ['/load/href', THERE],
  ['/load/returns', THERE],
  ['/load/throws', THERE],
  ['/guard', THERE],
  ['/text', THERE],
]
for (const [state, location] of LEAVES) {
  test(`${state} is a redirect`, async () => {
    const { status, headers } = await ugly(state)
    expect([status, headers.location]).toEqual([302, location])
  })
}

test('a redirect at a readable address leads to a readable address', async () => {
  const { status, headers } = await app.get('/s/view/href')
  expect([status, headers.location]).toEqual([302, `${ORIGIN}/s/there/1`])
})

for (const state of ['/view/refused', '/load/refused']) {
  test(`${state} leads to an origin that is not allowed: a failure that names it`, async () => {
    const { status, text } = await ugly(state)
    expect([status, /<h1>Failed/.test(text)]).toEqual([500, true])
    expect(text).not.toContain('evil')
    expect(app.warnings.join()).toContain('redirects to https://evil.test/')
    expect(app.warnings.join()).toContain('Add "https://evil.test" to "allowFetch"')
  })
}

for (const way of ['id', 'itself', 'back', 'reload', 'mail', 'script']) {
  test(`/view/${way} stays on its page`, async () => {
    const { status, text } = await ugly(`/view/${way}`)
    expect([status, /<h1>Stays/.test(text), app.warnings]).toEqual([200, true, []])
  })
}

test('an invalid URL throws, as in a browser', async () => {
  expect((await ugly('/view/invalid')).status).toBe(500)
  expect(app.warnings.join()).toContain("'https://' is not a valid URL")
})

test('a loader may go to an id of its page, and reads the location of its page', async () => {
  expect((await ugly('/load/id')).status).toBe(200)
  expect((await ugly('/load/reads')).status).toBe(200)
})

test('the next page renders as usual', async () => {
  expect((await ugly('/view/href')).status).toBe(302)
  const { status, text } = await ugly('/there/1')
  expect([status, /<h1>There/.test(text)]).toEqual([200, true])
})
