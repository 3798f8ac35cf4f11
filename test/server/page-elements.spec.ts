/** Custom elements end with the page that has defined them, and are known to no other meanwhile. */
import { expect, test } from '@playwright/test'
import { type Contained, keepOpen, said, startContained } from './contained.ts'

let contained: Contained

test.beforeAll(async () => {
  contained = await startContained()
})
test.afterAll(() => contained.close())

test('a view that defines an element without asking whether it is defined can be shown again', async () => {
  for (const id of ['1', '2', '3']) {
    const { status, body } = await contained.get(`/defines-unguarded/${id}`)
    const element = `<own-element>${id}</own-element>`
    expect(status).toBe(200)
    expect(body).toBe(`<own-element mark="!">${id}!</own-element>${element.repeat(3)}true`)
  }
})

test('a class that outlives its page makes no elements until the next page defines it', async () => {
  for (const id of ['element', 'other', 'element']) {
    expect((await contained.get(`/keeps-class/${id}`)).body).toBe(
      `Illegal constructor, undefined, kept-${id}`,
    )
  }
})

test('an element that a loader defines beside another page is not known to that page', async () => {
  const there = said('at shown')
  const shown = contained.get('/shows-undefined/shown')
  await there
  const both = ['7', '8'].map(async (id) => {
    const defined = said(`defined ${id}`)
    const page = contained.get(`/defines-in-loader/${id}`)
    await defined
    return { id, page }
  })
  const pages = await Promise.all(both)
  const close = keepOpen('shown')
  expect((await shown).body).toBe('<loaded-element></loaded-element>not seen')
  close()
  for (const { id, page } of pages) {
    expect((await page).body).toBe(`<loaded-element>of ${id}</loaded-element> true,true`)
  }
})
