/** A page that reported an error and shows nothing, or far less than others of its route, is a failure, and is not kept. */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler } from '../../dist/server/index.js'

const FIXTURE = join(import.meta.dirname, '../fixtures/at-fault')

let handler: Awaited<ReturnType<typeof createHandler>>
const heard: string[] = []

test.beforeEach(async () => {
  heard.splice(0)
  handler = await createHandler({
    origin: 'http://at-fault.test',
    pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
    workers: 1,
    observe(event) {
      if (event.type === 'warning') heard.push(...event.warnings)
    },
  })
})
test.afterEach(() => handler.close())

async function get(state: string) {
  const target = `/?_escaped_fragment_=${state}`
  const { status, headers, body } = (await handler({ method: 'GET', target, headers: {} })) ?? {}
  return { status, kept: headers?.['cache-control'] !== 'no-store', text: String(body) }
}

for (const what of ['nothing', 'frame']) {
  test(`one that shows ${what} is a failure`, async () => {
    const { status, kept, text } = await get(`/remains/${what}`)
    expect([status, kept]).toEqual([500, false])
    expect(text).toContain('<h1>Something went wrong</h1>')
    expect(text).not.toContain('broke')
    expect(heard.join()).toContain('The page shows nothing, and has reported an error')
    expect(heard.join()).toContain('reported by the page: Error: broke')
  })
}

for (const state of ['/remains/text', '/remains/picture', '/portal', '/quiet']) {
  test(`one that shows something, or has reported nothing, is a page (${state})`, async () => {
    expect((await get(state)).status).toBe(200)
    expect(heard.length > 0).toBe(state !== '/quiet')
  })
}

test('one that shows less than a quarter of what others of its route do is a failure', async () => {
  // Without others there is nothing to compare with.
  expect((await get('/list/1/breaks')).status).toBe(200)
  for (const count of [10, 11, 12, 40, 2])
    expect((await get(`/list/${count}/works`)).status).toBe(200)
  expect((await get('/list/3/breaks')).status).toBe(200)
  heard.splice(0)
  const { status, kept, text } = await get('/list/2/breaks')
  expect([status, kept]).toEqual([500, false])
  expect(text).toBe('The page could not be made whole. Try again.\n')
  expect(heard.join()).toContain('reported by the page: Error: broke')
  expect(heard.join()).toContain(
    'The page has 22 characters of text, where others of its route have 122',
  )
  // What is short and in order is as it is meant to be.
  expect((await get('/list/1/works')).status).toBe(200)
})
