/** What a page changes in a module that is evaluated once, the next page does not find. */
import { expect, test } from '@playwright/test'
import { fixture, openApp } from './open-app.ts'

test('a page finds the functions, classes and literals of a module as it has left them', async () => {
  const app = await openApp(fixture('lasting', 'index.html'))
  const first = await app.show('/1')
  expect([first.status, first.outlet]).toEqual([200, expect.stringContaining('a-word 1')])
  for (const page of ['/2', '/3', '/4']) expect((await app.show(page)).outlet).toBe(first.outlet)
  expect([app.replaced, app.warnings]).toEqual([[], []])
  await app.site.close()
})
