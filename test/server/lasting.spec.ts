/** The next page does not find the changes of a page in modules that are evaluated once. */
import { expect, test } from '@playwright/test'
import { fixture, type OpenApp, openApp } from './open-app.ts'

let app: OpenApp

test.beforeEach(async () => {
  app = await openApp(fixture('lasting', 'index.html'))
})
test.afterEach(() => app.site.close())

test('a page finds the functions, classes and literals of a module as it has left them', async () => {
  const first = await app.show('/1')
  expect([first.status, first.outlet]).toEqual([200, expect.stringContaining('a-word 1')])
  for (const page of ['/2', '/3', '/4']) expect((await app.show(page)).outlet).toBe(first.outlet)
  expect([app.replaced, app.warnings]).toEqual([[], []])
})

test('a module whose value a page has frozen is evaluated for each page, by the same worker', async () => {
  const first = await app.show('/1')
  for (const page of ['/frozen/1', '/frozen/2', '/frozen/3'])
    expect((await app.show(page)).outlet).toBe('frozen: false')
  expect((await app.show('/2')).outlet).toBe(first.outlet)
  expect([app.replaced, app.warnings]).toEqual([[], []])
})
