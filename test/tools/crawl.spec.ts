/**
 * `hashbang crawl` over a network. The findings and the limits of a crawl are in
 * test/server/tools/crawl.
 */
import { expect, test } from '@playwright/test'
import { serveSite, snapshot, ugly } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

test('the command ends with 0, or with 1 for findings, and prints lines or JSON', async () => {
  const site = await serveSite({
    '/': '<!doctype html><meta name="fragment" content="!"><title>App</title>',
    [ugly('')]: snapshot('', '<a href="#!/a">a</a>'),
    [ugly('/a')]: snapshot('/a'),
  })
  const good = await hashbang(['crawl', site.origin])
  expect(good.code, good.stderr).toBe(0)
  expect(good.stdout).toContain(`200 ${site.origin}/#!/a /a\n`)
  expect(good.stdout).toContain('0 breaches.')
  site.close()

  const bad = await serveSite({ '/': snapshot('', '<a href="/none">none</a>') })
  const { code, stdout } = await hashbang(['crawl', bad.origin, '--json'])
  expect([code, JSON.parse(stdout).breaches]).toMatchObject([1, [{ code: 'broken-state' }]])
  bad.close()
})
