/** `hashbang inspect` explains the content of a state, of our app and of any site. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { serveSite, snapshot, ugly } from '../fixtures/sites/site.ts'
import { project } from '../project.ts'
import { hashbang } from './command.ts'

const catalogue = ['-c', join('test', 'fixtures', 'catalogue', 'hashbang.config.mjs')]
const url = pathToFileURL('test/fixtures/at-fault/hashbang.config.mjs').href
/** Their site with a deadline that a busy machine keeps. */
const atFault: string[] = []

test.beforeAll(() => {
  const text = `import site from '${url}'\nexport default { ...site, limits: { deadline: 15_000 } }\n`
  atFault.push('-c', join(project({ 'hashbang.config.mjs': text }), 'hashbang.config.mjs'))
})

const inspected = async (state: string, config: readonly string[]) => {
  const [text, json] = await Promise.all([
    hashbang(['inspect', state, ...config]),
    hashbang(['inspect', state, '--json', ...config]),
  ])
  return { codes: [text.code, json.code], rows: rowsOf(text.stdout), json: JSON.parse(json.stdout) }
}

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

test('a state at another origin: the output has its route, head, status, headers and text', async () => {
  const args = ['--origin', 'https://other.test', ...catalogue]
  const { code, stdout, stderr } = await hashbang(['inspect', '#!/items/n7', ...args])
  expect(code, stderr).toBe(0)
  for (const line of [
    'https://other.test/#!/items/n7',
    'https://other.test/?_escaped_fragment_=/items/n7',
    '"name":"item","params":{"0":"n7"}',
    'cache-control: max-age=',
    'Item n7',
    'Revision 0 of n7.',
  ])
    expect(stdout).toContain(line)
})

test('any address of a state works, and a wrong fragment is refused with the right one', async () => {
  for (const address of ['/#!/items/n7', '?_escaped_fragment_=/items/n7']) {
    const { stdout } = await hashbang(['inspect', address, '--json', ...catalogue])
    expect(JSON.parse(stdout)).toMatchObject({ status: 200, route: { name: 'item' } })
  }
  for (const address of ['#/items/n7', 'http://a.test/#/items/n7']) {
    const { code, stderr } = await hashbang(['inspect', address, ...catalogue])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`"${address.replace('#', '#!')}"?`)])
  }
})

test('a failing state: the output names the cause, the missing API and the line that uses it', async () => {
  const { codes, rows, json } = await inspected('/asks/storage', atFault)
  expect(codes).toEqual([1, 1])
  expect(rows.status?.[0]).toMatch(/^500 in \d/)
  expect(rows.why).toEqual(["TypeError: Cannot read properties of undefined (reading 'persist')"])
  expect(rows['missing here']?.[0]).toMatch(
    /^navigator\.storage, which Chromium has; .*lacking-calls\.js:4:\d+ uses it$/,
  )
  expect(rows.warning?.[0]).toContain('HB115')
  expect(rows['made in']?.[0]).toMatch(/^load \S+ ms, show \S+ ms, write \S+ ms$/)
  expect(json).toMatchObject({
    status: 500,
    why: rows.why?.[0],
    missing: [{ name: 'navigator.storage', place: expect.stringContaining('lacking-calls.js:4:') }],
    warnings: [{ code: 'HB115', text: expect.stringContaining('at Object.storage') }],
    route: { name: 'asks', params: { what: 'storage' } },
    size: Number(json.headers['content-length']),
  })
})

test('a page that ends its worker has a warning beside its 200', async () => {
  const { codes, rows } = await inspected('/shared', atFault)
  expect(codes).toEqual([0, 0])
  expect(rows.warning?.[0]).toMatch(
    /^a worker was replaced: .*"\/shared".*Array\.prototype, which takes/,
  )
})

// It takes the whole deadline.
test('a state that waits: the output lists its tasks, their times, and the calls without effect', {
  tag: '@nightly',
}, async () => {
  const { codes, rows, json } = await inspected('/waits', atFault)
  expect(codes).toEqual([0, 0])
  expect(rows['waited for']?.[0]).toMatch(
    /^a promise given to page\.settled\(\): not ended, since \S+ ms$/,
  )
  expect(rows['waited for']?.join('\n')).toMatch(/the loader of "waits": \S+ ms, from \S+ ms/)
  expect(rows['did nothing']?.[0]).toBe('navigator.sendBeacon()')
  expect(rows.warning).toEqual(['still pending at the deadline: a promise given to page.settled()'])
  const { trace, why, missing } = json
  expect([why, missing]).toEqual([undefined, []])
  expect(trace.tried).toEqual(['navigator.sendBeacon()'])
  expect(trace.waited.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['the loader of "waits"', 'a promise given to page.settled()']),
  )
})

test('a URL of another site: the output has its snapshot, and reports a robots.txt that forbids it', async () => {
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
