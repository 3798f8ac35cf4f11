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

const atFault = ['-c', join('test', 'fixtures', 'at-fault', 'hashbang.config.mjs')]

/** Lines of the output by their names; those that go on have none. */
function rowsOf(stdout: string): Readonly<Record<string, readonly string[]>> {
  const rows: Record<string, string[]> = {}
  let name = ''
  for (const line of stdout.split('\n\n')[0]?.split('\n') ?? []) {
    name = line.slice(0, 12).trim() || name
    rows[name] = [...(rows[name] ?? []), line.slice(13)]
  }
  return rows
}

test('a state that fails: the cause, what is missing here and who asks for it', async () => {
  const [text, json] = await Promise.all([
    hashbang(['inspect', '/asks/storage', ...atFault]),
    hashbang(['inspect', '/asks/storage', '--json', ...atFault]),
  ])
  expect([text.code, json.code]).toEqual([1, 1])
  const rows = rowsOf(text.stdout)
  expect(rows.status?.[0]).toMatch(/^500 in \d/)
  expect(rows.why).toEqual(["TypeError: Cannot read properties of undefined (reading 'persist')"])
  expect(rows['missing here']?.[0]).toMatch(
    /^navigator\.storage, which Chromium has; .*lacking-calls\.js:6:\d+ uses it$/,
  )
  expect(rows.warning?.[0]).toContain('HB115')
  expect(rows['made in']?.[0]).toMatch(/^load \S+ ms, show \S+ ms, write \S+ ms$/)
  const found = JSON.parse(json.stdout)
  expect(found).toMatchObject({
    status: 500,
    why: rows.why?.[0],
    missing: [{ name: 'navigator.storage', place: expect.stringContaining('lacking-calls.js:6:') }],
    warnings: [{ code: 'HB115', text: expect.stringContaining('at Object.storage') }],
    route: { name: 'asks', params: { what: 'storage' } },
  })
  expect(found.size).toBe(Number(found.headers['content-length']))
})

test('a state whose view needs a document', async () => {
  const { code, stdout } = await hashbang(['inspect', '/element', '--json', ...atFault])
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    {
      status: 200,
      text: expect.stringContaining('an element'),
      loaded: { type: 'page', status: 200 },
    },
  ])
})

test('a state that waits: for what and how long, what never ended, what did nothing', async () => {
  const [text, json] = await Promise.all([
    hashbang(['inspect', '/waits', ...atFault]),
    hashbang(['inspect', '/waits', '--json', ...atFault]),
  ])
  expect([text.code, json.code]).toEqual([0, 0])
  const rows = rowsOf(text.stdout)
  expect(rows['waited for']?.[0]).toMatch(
    /^a promise given to page\.settled\(\): not ended, since \S+ ms$/,
  )
  expect(rows['waited for']?.join('\n')).toMatch(/the loader of "waits": \S+ ms, from \S+ ms/)
  expect(rows['did nothing']?.[0]).toBe('navigator.sendBeacon()')
  expect(rows.warning).toEqual(['still pending at the deadline: a promise given to page.settled()'])
  const { trace, why, missing } = JSON.parse(json.stdout)
  expect([why, missing]).toEqual([undefined, []])
  expect(trace.tried).toEqual(['navigator.sendBeacon()'])
  expect(trace.waited.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['the loader of "waits"', 'a promise given to page.settled()']),
  )
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
