/** `hashbang purge`: which calls it refuses, and what it makes of what a server answers. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { purgeCommand } from '../../../server/cli/purge.ts'
import { EXIT, type Exit, UsageError, WorkError } from '../../../server/cli/terminal.ts'
import { setVariable } from '../../environment.ts'
import { suite } from '../../run/suite.ts'

const test = suite('purge command')

const { fetch } = globalThis
let takeBack = () => {}
const setToken = (token: string) => {
  takeBack()
  takeBack = setVariable('PURGE_TOKEN', token)
}
test.beforeEach(() => setToken('a token of the tests alone'))
test.afterEach(() => {
  globalThis.fetch = fetch
  takeBack()
})

/** Has the next request answered so. */
function answerWith(status: number, body: unknown): void {
  globalThis.fetch = async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

/** Runs the command; what it says on standard output is kept from the run of the tests. */
async function purge(...args: string[]): Promise<{ code: Exit | undefined; said: string }> {
  const program = new Command('hashbang').exitOverride()
  let code: Exit | undefined
  let said = ''
  purgeCommand(program, async (ended) => {
    code = await ended
  })
  const { write } = process.stdout
  process.stdout.write = ((text: string) => {
    said += text
    return true
  }) as typeof write
  try {
    await program.parseAsync(['purge', ...args], { from: 'user' })
  } finally {
    process.stdout.write = write
  }
  return { code, said }
}

const SITE = 'http://shop.test'

for (const [what, args, says, token] of [
  ['nothing to forget', [SITE], 'Nothing to purge: choose snapshots with --tag'],
  ['an empty prefix', [SITE, '--prefix', ''], '--prefix is empty'],
  ['no URL', ['shop.test', '--all'], 'Cannot purge "shop.test"'],
  ['no token', [SITE, '--all'], 'No token: set PURGE_TOKEN', ''],
  ['a token of two lines', [SITE, '--all'], '(not shown)', 'one\ntwo'],
] as const) {
  test(`a call with ${what} is refused before anybody is asked`, async () => {
    if (token !== undefined) setToken(token)
    globalThis.fetch = () => Promise.reject(new Error('somebody was asked'))
    const fault = await purge(...args).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(UsageError)
    expect((fault as Error).message).toContain(says)
    expect((fault as Error).message).not.toContain('two')
  })
}

for (const [what, status, body, says] of [
  ['another token', 401, 'Give the token', 'answered 401'],
  ['no endpoint', 405, '', 'accepts no purges'],
  ['no endpoint for anybody', 404, '', 'accepts no purges'],
  ['no JSON', 200, '<html>', 'answered 200'],
  [
    'a CDN that did not forget',
    502,
    { count: 0, complete: false, cdn: 'Ours answered 403' },
    'The CDN still holds purged pages. Ours answered 403',
  ],
] as const) {
  test(`a server with ${what} is a failure of the work`, async () => {
    answerWith(status, body)
    const fault = await purge(SITE, '--all').catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(WorkError)
    expect((fault as Error).message).toContain(says)
  })
}

test('a server that is not there is told with its cause', async () => {
  const cause = { code: 'ECONNREFUSED' }
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  await expect(purge(SITE, '--all')).rejects.toThrow('ECONNREFUSED')
})

test('what was forgotten is said, and its exit code says whether by all', async () => {
  answerWith(200, { count: 1, complete: true })
  expect(await purge(SITE, '--tag', 'shop')).toEqual({
    code: EXIT.ok,
    said: 'Dropped 1 snapshot from memory; the purge reached every server that shares its cache.\n',
  })
  answerWith(202, { count: 2, complete: false })
  const late = await purge(SITE, '--all')
  expect(late.code).toBe(EXIT.finding)
  expect(late.said).toContain('Dropped 2 snapshots from memory; a shared cache is unreachable')
  const json = await purge(SITE, '--all', '--json')
  expect(JSON.parse(json.said)).toEqual({ count: 2, complete: false })
})
