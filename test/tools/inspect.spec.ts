/** `hashbang inspect` tells why a state shows what it shows, of our app and of any site. */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { serveSite, snapshot, ugly } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

const config = ['-c', join('test', 'fixtures', 'catalogue', 'hashbang.config.mjs')]

test('a state of the app: its route, what it loads, its head, status, headers and text', async () => {
  const { code, stdout, stderr } = await hashbang(['inspect', '#!/items/n7', ...config])
  expect(code, stderr).toBe(0)
  for (const told of [
    'https://catalogue.test/#!/items/n7',
    'https://catalogue.test/?_escaped_fragment_=/items/n7',
    '"name":"item","params":{"0":"n7"}',
    'cache-control: max-age=',
    'Item n7',
    'Revision 0 of n7.',
  ]) {
    expect(stdout).toContain(told)
  }
})

test('a state that no route takes, or that is not there, is a finding', async () => {
  const none = await hashbang(['inspect', '/nowhere', ...config])
  expect([none.code, none.stdout]).toEqual([1, expect.stringContaining('none takes this state')])
  const missing = await hashbang(['inspect', '/items/none', '--json', ...config])
  expect(missing.code).toBe(1)
  expect(JSON.parse(missing.stdout)).toMatchObject({ status: 404, loaded: { type: 'not-found' } })
})

test('a URL of another site: what crawlers are answered, and whether robots.txt lets them ask', async () => {
  const site = await serveSite({
    [ugly('/a')]: snapshot('/a', '<h1>State A</h1>'),
    [ugly('/b')]: snapshot('/b'),
    '/robots.txt': 'User-agent: *\nDisallow: /*_escaped_fragment_=/b',
  })
  const open = await hashbang(['inspect', `${site.origin}/#!/a`])
  expect([open.code, open.stdout]).toEqual([0, expect.stringContaining('State A')])
  const closed = await hashbang(['inspect', `${site.origin}/?_escaped_fragment_=/b`])
  expect([closed.code, closed.stdout]).toEqual([1, expect.stringContaining('forbids it')])
  site.close()
})
