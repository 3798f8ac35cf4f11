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
): Promise<{ code?: Exit | undefined; output: string; fault?: Error }> {
  const program = new Command('hashbang').exitOverride()
  let code: Exit | undefined
  let output = ''
  const onEnd = (ended: Exit) => {
    code = ended
  }
  purgeCommand(program, onEnd)
  const { write } = process.stdout
  const { fetch } = globalThis
  const takeBack = setVariable('PURGE_TOKEN', token)
  process.stdout.write = ((text: string) => {
    output += text
    return true
  }) as typeof write
  globalThis.fetch = async () => answer()
  try {
    await program.parseAsync(['purge', ...args], { from: 'user' })
    return { code, output }
  } catch (fault) {
    return { output, fault: fault as Error }
  } finally {
    process.stdout.write = write
    globalThis.fetch = fetch
    takeBack()
  }
}
const json = (status: number, body: unknown) => () => Response.json(body, { status })

for (const [problem, args, message, token] of [
  ['nothing to purge', [SITE], 'Nothing to purge: choose snapshots with --tag'],
  ['an empty prefix', [SITE, '--prefix', ''], '--prefix is empty'],
  ['everything and a tag', [SITE, '--all', '--tag', 'x'], '--all drops everything'],
  ['no URL', ['shop.test', '--all'], 'Cannot purge "shop.test"'],
  ['no token', [SITE, '--all'], 'No token: set PURGE_TOKEN', ''],
  ['a token of two lines', [SITE, '--all'], '(not shown)', 'one\ntwo'],
] as const) {
  test(`a call with ${problem} is refused before any request`, async () => {
    const { fault } = await purge(
      args,
      () => Promise.reject(new Error('a request was sent')),
      token,
    )
    expect(fault).toBeInstanceOf(UsageError)
    expect(fault?.message).toContain(message)
    expect(fault?.message).not.toContain('two')
  })
}

const refusal = Object.assign(new Error(), { code: 'ECONNREFUSED' })
const gone = new TypeError('fetch failed', { cause: refusal })
const held = { count: 0, complete: false, cdn: 'Ours answered 403' }
for (const [problem, answer, message] of [
  [
    'of another token',
    json(401, 'Give the token'),
    'PURGE_TOKEN is not the purgeToken of http://shop.test',
  ],
  ['without an endpoint', json(405, ''), 'accepts no purges'],
  ['without any endpoint', json(404, ''), 'accepts no purges'],
  ['that answers no JSON', () => new Response('<html>'), 'answered 200'],
  ['with a CDN that did not purge', json(502, held), 'still holds purged pages. Ours answered 403'],
  ['that cannot be reached', () => Promise.reject(gone), 'connection refused'],
] as const) {
  test(`a server ${problem} is a work error`, async () => {
    const { fault } = await purge([SITE, '--all'], answer)
    expect(fault).toBeInstanceOf(WorkError)
    expect(fault?.message).toContain(message)
  })
}

test('the output counts the purged pages, and the exit code is that of a complete purge or a finding', async () => {
  expect(await purge([SITE, '--tag', 'shop'], json(200, { count: 1, complete: true }))).toEqual({
    code: EXIT.ok,
    output:
      'Dropped 1 snapshot from memory; servers that share its cache follow within a second.\n',
  })
  const none = json(200, { count: 0, complete: true })
  expect((await purge([SITE, '--state', '/s/a'], none)).output).toContain('text after #!')
  const late = { count: 2, complete: false }
  const { code, output } = await purge([SITE, '--all'], json(202, late))
  expect(code).toBe(EXIT.finding)
  expect(output).toContain('Dropped 2 snapshots from memory; Redis is unreachable')
  expect(JSON.parse((await purge([SITE, '--all', '--json'], json(202, late))).output)).toEqual(late)
})
