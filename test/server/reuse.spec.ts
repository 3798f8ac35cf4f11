/** A view is used again for the next page of its route, but only where that shows the same. */
import { expect, test } from '@playwright/test'
import { type Contained, startContained } from './contained.ts'

let contained: Contained

test.beforeEach(async () => {
  contained = await startContained()
})

test.afterEach(() => contained.close())

test('a view that shows its page and nothing else is right every time', async () => {
  for (let id = 1; id <= 20; id++) {
    const { body, warnings } = await contained.get(`/note/${id}`)
    expect(body).toContain(`<h1>${id}</h1>`)
    expect(warnings).toEqual([])
  }
})

test('a view that retains what it was given is found out by its second page', async () => {
  expect((await contained.get('/hoarder/one')).body).toContain('>one<')
  const second = await contained.get('/hoarder/two')
  expect(second.body).toContain('>two<')
  expect(second.warnings.join()).toMatch(/the view of route "hoarder" shows something else/)
  expect(second.warnings.join()).toContain('one two')
  for (let id = 0; id < 20; id++) {
    const { body, warnings } = await contained.get(`/hoarder/${id}`)
    expect(body).toContain(`>${id}<`)
    expect(warnings).toEqual([])
  }
})

test('a view that begins to retain later is found out by the sample', async () => {
  const warnings: string[] = []
  for (let id = 0; id < 16; id++) {
    warnings.push(...(await contained.get(`/late-hoarder/${id}`)).warnings)
  }
  expect(warnings.join()).toContain('the view of route "late"')
  expect((await contained.get('/late-hoarder/last')).body).toContain('>last<')
})

test('a view that fails when it is used again is made anew', async () => {
  for (let id = 1; id <= 6; id++) {
    const { status, body } = await contained.get(`/weary/${id}`)
    expect(status).toBe(200)
    expect(body).toContain(`>${id}<`)
  }
})

test('a route that does not want it is made anew every time', async () => {
  for (let id = 1; id <= 6; id++) {
    expect((await contained.get(`/fresh/${id}`)).body).toContain(`<h1>${id}</h1>`)
  }
})
