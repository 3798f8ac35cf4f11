/** What a thread has one of is as new for every page: its timeline, its object URLs. */
import { expect, test } from '@playwright/test'
import { type Contained, startContained } from './contained.ts'

let contained: Contained

test.beforeAll(async () => {
  contained = await startContained()
})
test.afterAll(() => contained.close())

test('a page has marks and measures of its own', async () => {
  const heard = 'mark begun,mark done,measure whole,measure half'
  for (let page = 0; page < 3; page++) {
    expect((await contained.get('/marks-time')).body).toBe(
      `0; 2; ; begun,whole,half,done; done; SyntaxError; true measure; ${heard}`,
    )
  }
})

test('object URLs are the same whenever a page is made, and others on other pages', async () => {
  const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  const url = `blob:http://contained\\.test/${uuid}`
  const read = 'kept text/plain true'
  const first = (await contained.get('/makes-urls/1')).body
  expect(first).toMatch(
    new RegExp(`^${url}; ${url}; ${read}; kept text/plain false; kept; TypeError$`),
  )
  expect((await contained.get('/makes-urls/2')).body).not.toBe(first)
  expect((await contained.get('/makes-urls/1')).body).toBe(first)
})

test('whatever counts begins anew with every page', async () => {
  const counted = async (id: string) => (await contained.get(`/counters-of/${id}`)).body.split('; ')
  const first = await counted('1')
  expect(first).toContain('timer 1')
  expect(first).toContain('no match')
  for (let page = 0; page < 3; page++) expect(await counted('1')).toEqual(first)
  await counted('2')
  expect(await counted('1')).toEqual(first)
})
