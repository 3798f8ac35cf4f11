/** A view, loader or guard that sends its readers elsewhere by `location` makes a redirect, or a failure that says why not. */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler } from '../../dist/server/index.js'

const FIXTURE = join(import.meta.dirname, '../fixtures/leaving')
const ORIGIN = 'http://leaving.test'

let handler: Awaited<ReturnType<typeof createHandler>>
const heard: string[] = []

test.beforeAll(async () => {
  handler = await createHandler(
    {
      origin: ORIGIN,
      pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
      allowFetch: ['https://allowed.test'],
      workers: 1,
      limits: { deadline: 60_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') heard.push(...event.warnings)
        },
      ],
    },
  )
})
test.afterAll(() => handler.close())

async function get(target: string) {
  heard.splice(0)
  const { status, headers, body } = (await handler({ method: 'GET', target, headers: {} })) ?? {}
  return { status, location: headers?.location, text: String(body) }
}
const ugly = (state: string) => get(`/?_escaped_fragment_=${state}`)

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
    const answer = await ugly(state)
    expect([answer.status, answer.location]).toEqual([302, location])
  })
}

test('at a readable address it is one to a readable address', async () => {
  const answer = await get('/s/view/href')
  expect([answer.status, answer.location]).toEqual([302, `${ORIGIN}/s/there/1`])
})

for (const state of ['/view/refused', '/load/refused']) {
  test(`${state} leads where no snapshot may send anyone: a failure that names the place`, async () => {
    const { status, text } = await ugly(state)
    expect([status, /<h1>Failed/.test(text)]).toEqual([500, true])
    expect(text).not.toContain('evil')
    expect(heard.join()).toContain('redirects to https://evil.test/')
    expect(heard.join()).toContain('Add "https://evil.test" to "allowFetch"')
  })
}

for (const way of ['id', 'itself', 'back', 'reload', 'mail', 'script']) {
  test(`/view/${way} leads nowhere else: the page is shown`, async () => {
    const { status, text } = await ugly(`/view/${way}`)
    expect([status, /<h1>Stays/.test(text), heard]).toEqual([200, true, []])
  })
}

test('a URL that is none throws, as in a browser', async () => {
  expect((await ugly('/view/invalid')).status).toBe(500)
  expect(heard.join()).toContain("'https://' is not a valid URL")
})

test('a loader may go to an id of its page, and may still not read where another page is', async () => {
  expect((await ugly('/load/id')).status).toBe(200)
  expect((await ugly('/load/reads')).status).toBe(500)
})

test('the next page is shown as ever', async () => {
  expect((await ugly('/view/href')).status).toBe(302)
  const { status, text } = await ugly('/there/1')
  expect([status, /<h1>There/.test(text)]).toEqual([200, true])
})
