/** `hashbang warm`: what a server was asked for it has; what it cannot show is told; a deploy goes by the exit code. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { askedStates } from '../../dist/server/warm/asked-states.js'
import { warm } from '../../dist/server/warm/run.js'
import { startSite } from '../fixtures/site/site.ts'
import { hashbang } from './command.ts'

const lines = (...all: string[]) =>
  (async function* () {
    yield* all
  })()

const answered = (state: string | null, status = 200, page = '/') =>
  JSON.stringify({ level: 20, type: 'answered', page, state, status, msg: 'answered' })

test('a log gives what was asked for, most often first, and nothing that was no page', async () => {
  const log = lines(
    answered('/a'),
    'no JSON, "answered"',
    answered('/b'),
    answered('/gone', 404),
    answered(null),
    answered('/b', 200, '/other.html'),
    JSON.stringify({ type: 'rendered', state: '/c' }),
    '{"type":"answered","page":1,"state":"x","status":200}',
    answered('/b'),
  )
  expect(await askedStates(log)).toEqual([
    { page: '/', state: '/b', count: 2 },
    { page: '/', state: '/a', count: 1 },
    { page: '/other.html', state: '/b', count: 1 },
  ])
})

/** A server that answers so. */
async function serving(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const options = (server: string, targets: readonly string[]) => ({
  ...{ server, targets, concurrency: 2, timeout: 60_000, named: 2 },
  signal: new AbortController().signal,
})

test('who is busy is asked again, and who has a page of the build before only; what fails is told, the first by name and all by number', async () => {
  const asked = new Map<string, number>()
  let under = 0
  let most = 0
  const server = await serving((req, res) => {
    const { url = '' } = req
    const times = (asked.get(url) ?? 0) + 1
    asked.set(url, times)
    most = Math.max(most, ++under)
    setImmediate(() => {
      under -= 1
      if (url === '/busy' && times < 3) res.writeHead(503, { 'retry-after': '0.01' }).end()
      else if (url.startsWith('/gone')) res.writeHead(404).end('gone')
      else if (url === '/broken') res.destroy()
      else if (url === '/cold' && times < 2)
        res.writeHead(200, { 'cache-status': 'hashbang; hit; detail=previous-build' }).end('old')
      else res.writeHead(url === '/moved' ? 301 : 200).end('page')
    })
  })
  const targets = ['/a', '/busy', '/cold', '/moved', '/gone1', '/gone2', '/gone3']
  expect(await warm(options(server.url, targets))).toEqual({
    warm: 4,
    failed: 3,
    failures: [
      { target: '/gone1', reason: 'it is answered 404' },
      { target: '/gone2', reason: 'it is answered 404' },
    ],
  })
  expect([asked.get('/busy'), asked.get('/cold')]).toEqual([3, 2])
  expect(most).toBeLessThanOrEqual(2)
  server.close()
})

test('no more requests are begun in a second than it may', async () => {
  const times: number[] = []
  const server = await serving((_, res) => {
    times.push(performance.now())
    res.end('page')
  })
  const targets = Array.from({ length: 11 }, (_, id) => `/${id}`)
  await warm({ ...options(server.url, targets), concurrency: 10, rate: 50 })
  // Ten pauses of 20 ms; a busy machine makes them longer.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(150)
  server.close()
})

test('after it, a server answers without a render; the exit code says whether all are warm', async () => {
  const site = await startSite()
  const folder = await mkdtemp(join(tmpdir(), 'hashbang-warm-'))
  const [list, log] = [join(folder, 'list.txt'), join(folder, 'log.jsonl')]
  await writeFile(
    list,
    `/items/1\nhttps://anywhere.test/#!/items/2\n${site.url}/?_escaped_fragment_=/items/1\n#!/items/1\n`,
  )
  await writeFile(
    log,
    [answered('/items/3'), answered('/items/4'), answered('/items/4')].join('\n'),
  )
  const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
  const run = (...args: string[]) => hashbang(['warm', site.url, ...config, ...args])
  const listed = await run('--list', list, '--json')
  expect([listed.code, JSON.parse(listed.stdout)]).toEqual([
    0,
    { warm: 4, failed: 0, failures: [] },
  ])
  expect((await run('--log', log, '--limit', '1')).code).toBe(0)
  const before = site.renders
  for (const state of ['/items/1', '/items/2', '/items/4']) await site.snapshot(state)
  expect(site.renders).toBe(before)
  await site.snapshot('/items/3')
  expect(site.renders).toBe(before + 1)
  await writeFile(list, '/there/is/no/such\n')
  const failed = await run('--list', list)
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('it is answered 404')])
  const odd = join(folder, 'odd.txt')
  await writeFile(odd, '\n')
  const none = await run('--list', odd)
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no state in')])
  await writeFile(odd, '/?_escaped_fragment_=a#!b\n')
  for (const [args, says] of [
    [['--list', join(folder, 'none')], 'Cannot read'],
    [['--list', list, '--log', log], 'Give one of'],
    [['--tag', 'x'], '"snapshots"'],
    [['--list', folder], 'it is a folder'],
    [['--list', odd], 'has the line'],
    [['--list', list, '--timeout', '99999999999'], 'Expected a whole number from 1 to 2147483647'],
  ] as const) {
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
  }
  await site.stop()
})
