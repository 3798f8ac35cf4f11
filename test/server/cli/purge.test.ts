/** `hashbang purge`: which calls it refuses, and what it makes of what a server answers. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { suite } from 'playwright-test/taps'
import { purgeCommand } from '../../../server/cli/purge.ts'
import { EXIT, type Exit, UsageError, WorkError } from '../../../server/cli/terminal.ts'

const test = suite('purge command')

const fetchBefore = globalThis.fetch
test.afterEach(() => {
  globalThis.fetch = fetchBefore
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
const WITH = ['--token', 'a token of the tests alone']

for (const [what, args, says] of [
  ['nothing to forget', [SITE, ...WITH], 'Say what to forget: --tag'],
  ['an empty prefix', [SITE, '--prefix', '', ...WITH], '--prefix is empty'],
  ['no URL', ['shop.test', '--all', ...WITH], 'Cannot purge "shop.test"'],
  ['no token', [SITE, '--all', '--token', ''], 'Give the purgeToken'],
  ['a token of two lines', [SITE, '--all', '--token', 'one\ntwo'], '(not shown)'],
] as const) {
  test(`a call with ${what} is refused before anybody is asked`, async () => {
    globalThis.fetch = () => Promise.reject(new Error('somebody was asked'))
    const fault = await purge(...args).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(UsageError)
    expect((fault as Error).message).toContain(says)
    expect((fault as Error).message).not.toContain('two')
  })
}

for (const [what, status, body, says] of [
  ['another token', 401, 'Give the token', 'answered 401'],
  ['no endpoint', 405, '', 'takes no purges'],
  ['no endpoint for anybody', 404, '', 'takes no purges'],
  ['no JSON', 200, '<html>', 'answered 200'],
  [
    'a CDN that did not forget',
    502,
    { count: 0, complete: false, cdn: 'Ours answered 403' },
    'The CDN still has what was to be forgotten. Ours answered 403',
  ],
] as const) {
  test(`a server with ${what} is a failure of the work`, async () => {
    answerWith(status, body)
    const fault = await purge(SITE, '--all', ...WITH).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(WorkError)
    expect((fault as Error).message).toContain(says)
  })
}

test('a server that is not there is told with its cause', async () => {
  const cause = { code: 'ECONNREFUSED' }
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  await expect(purge(SITE, '--all', ...WITH)).rejects.toThrow('ECONNREFUSED')
})

test('what was forgotten is said, and its exit code says whether by all', async () => {
  answerWith(200, { count: 1, complete: true })
  expect(await purge(SITE, '--tag', 'shop', ...WITH)).toEqual({
    code: EXIT.ok,
    said: 'Forgot 1 snapshot in memory; all who share its cache were told.\n',
  })
  answerWith(202, { count: 2, complete: false })
  const late = await purge(SITE, '--all', ...WITH)
  expect(late.code).toBe(EXIT.finding)
  expect(late.said).toContain('Forgot 2 snapshots in memory; a shared cache could not be reached')
  const json = await purge(SITE, '--all', '--json', ...WITH)
  expect(JSON.parse(json.said)).toEqual({ count: 2, complete: false })
})
