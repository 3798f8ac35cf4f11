/** `hashbang purge`: the calls that it refuses, and its output for each response of a server. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { purgeCommand } from '../../../server/cli/purge.ts'
import { EXIT, type Exit, UsageError, WorkError } from '../../../server/cli/terminal.ts'
import { setVariable } from '../../environment.ts'
import { suite } from '../../run/suite.ts'

const test = suite('purge command')

const TOKEN = 'a token of the tests alone'
const SITE = 'http://shop.test'

/**
 * Runs the command beside a server with this response; its output does not mix with that of the
 * tests.
 */
async function purge(
  args: readonly string[],
  answer: () => Response | Promise<Response>,
  token = TOKEN,
): Promise<{ code?: Exit | undefined; said: string; fault?: Error }> {
  const program = new Command('hashbang').exitOverride()
  let code: Exit | undefined
  let said = ''
  purgeCommand(program, async (ended) => {
    code = await ended
  })
  const { write } = process.stdout
  const { fetch } = globalThis
  const takeBack = setVariable('PURGE_TOKEN', token)
  process.stdout.write = ((text: string) => {
    said += text
    return true
  }) as typeof write
  globalThis.fetch = async () => answer()
  try {
    await program.parseAsync(['purge', ...args], { from: 'user' })
    return { code, said }
  } catch (fault) {
    return { said, fault: fault as Error }
  } finally {
    process.stdout.write = write
    globalThis.fetch = fetch
    takeBack()
  }
}
const json = (status: number, body: unknown) => () => Response.json(body, { status })

for (const [what, args, says, token] of [
  ['nothing to forget', [SITE], 'Nothing to purge: choose snapshots with --tag'],
  ['an empty prefix', [SITE, '--prefix', ''], '--prefix is empty'],
  ['everything and a tag', [SITE, '--all', '--tag', 'x'], '--all drops everything'],
  ['no URL', ['shop.test', '--all'], 'Cannot purge "shop.test"'],
  ['no token', [SITE, '--all'], 'No token: set PURGE_TOKEN', ''],
  ['a token of two lines', [SITE, '--all'], '(not shown)', 'one\ntwo'],
] as const) {
  test(`a call with ${what} is refused before anybody is asked`, async () => {
    const { fault } = await purge(
      args,
      () => Promise.reject(new Error('somebody was asked')),
      token,
    )
    expect(fault).toBeInstanceOf(UsageError)
    expect(fault?.message).toContain(says)
    expect(fault?.message).not.toContain('two')
  })
}

const gone = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
const held = { count: 0, complete: false, cdn: 'Ours answered 403' }
for (const [what, answer, says] of [
  [
    'of another token',
    json(401, 'Give the token'),
    'PURGE_TOKEN is not the purgeToken of http://shop.test',
  ],
  ['without an endpoint', json(405, ''), 'accepts no purges'],
  ['without an endpoint for anybody', json(404, ''), 'accepts no purges'],
  ['that answers no JSON', () => new Response('<html>'), 'answered 200'],
  ['whose CDN did not forget', json(502, held), 'still holds purged pages. Ours answered 403'],
  ['that is not there', () => Promise.reject(gone), 'ECONNREFUSED'],
] as const) {
  test(`a server ${what} is a failure of the work`, async () => {
    const { fault } = await purge([SITE, '--all'], answer)
    expect(fault).toBeInstanceOf(WorkError)
    expect(fault?.message).toContain(says)
  })
}

test('what was forgotten is said, and its exit code says whether by all', async () => {
  expect(await purge([SITE, '--tag', 'shop'], json(200, { count: 1, complete: true }))).toEqual({
    code: EXIT.ok,
    said: 'Dropped 1 snapshot from memory; servers that share its cache follow within a second.\n',
  })
  const none = json(200, { count: 0, complete: true })
  expect((await purge([SITE, '--state', '/s/a'], none)).said).toContain('text after #!')
  const late = { count: 2, complete: false }
  const { code, said } = await purge([SITE, '--all'], json(202, late))
  expect(code).toBe(EXIT.finding)
  expect(said).toContain('Dropped 2 snapshots from memory; Redis is unreachable')
  expect(JSON.parse((await purge([SITE, '--all', '--json'], json(202, late))).said)).toEqual(late)
})
