/** `hashbang crawl` over a network. What a crawl finds, and how far it goes, is in test/server/tools/crawl. */
import { expect, test } from '@playwright/test'
import { crawl } from '../../dist/server/tools/crawl/run.js'
import { FAULTS, faulty, otherwise } from '../fixtures/sites/faulty.ts'
import { type FixtureSite, serveSite, snapshot, ugly } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

const limits = { limit: 200, concurrency: 4, timeout: 60_000 }

test('the command ends with 0 or 1 for fine and found, and prints lines or JSON', async () => {
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

  // The state that hangs breaks off: it is shorter than it says.
  const hang = { headers: { 'content-length': '9' }, body: '' }
  const bad: FixtureSite = await serveSite(
    { ...faulty, [ugly('/hangs')]: hang },
    otherwise(() => bad.origin),
  )
  const { code, stdout } = await hashbang(['crawl', bad.origin, '--json'])
  expect(code).toBe(1)
  const { breaches } = JSON.parse(stdout) as { breaches: { code: string; url: string }[] }
  expect(breaches.map((one) => `${one.code} ${one.url.replace(bad.origin, '')}`).sort()).toEqual(
    FAULTS.map(([fault, url]) => `${fault} ${url}`).sort(),
  )
  bad.close()
})

test('50 pages of 8 MB are read in part, and none of them is kept', {
  tag: '@nightly',
}, async () => {
  const big = Buffer.from(`<title>Big</title><p>Text<!--${'x'.repeat(8 * 2 ** 20)}-->`)
  const all = Array.from({ length: 50 }, (_, n) => `<a href="/${n}">${n}</a>`).join(' ')
  const site = await serveSite({ '/': snapshot('', all) }, () => ({ body: big }))
  // Buffers of other specs of this process may go meanwhile, which makes it less.
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const onVisit = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  const { visits, breaches } = await crawl({ ...limits, start: site.origin, onVisit })
  expect(visits.filter(({ title }) => title === 'Big')).toHaveLength(50)
  expect(breaches.filter(({ code }) => code === 'page-cut')).toHaveLength(50)
  expect(most).toBeLessThan(200 * 2 ** 20)
  site.close()
})
