/** `hashbang serve` as an operator runs it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, test } from '@playwright/test'
import { SERVE, spawnSite, startChild } from '../fixtures/site/child.ts'
import { type Backend, startBackend, uglyUrl } from '../fixtures/site/site.ts'
import { memoryFolder } from '../memory-folder.ts'
import { project } from '../project.ts'

let backend: Backend
test.beforeAll(async () => {
  backend = await startBackend()
})
test.afterAll(() => backend.close())

test('serves pages, snapshots, files, health and metrics, and ends on SIGTERM', async () => {
  const child = await startChild(['--log-level', 'debug'], {
    ORIGIN: 'https://b.test',
    METRICS: '0',
  })
  const { url } = child
  expect(await (await fetch(url)).text()).toContain('<hashbang-outlet></hashbang-outlet>')
  const snapshot = await fetch(uglyUrl(url, '/items/1'))
  expect(await snapshot.text()).toContain('Item 1')
  expect(snapshot.headers.get('link')).toBe('<https://b.test/#!/items/1>; rel="canonical"')
  await fetch(uglyUrl(url, '/items/1'))
  for (const [path, status] of Object.entries({
    ...{ '/assets/app.js': 200, '/assets/none.js': 404, '/healthz': 200, '/readyz': 200 },
    '/metrics': 404,
  }))
    expect([path, (await fetch(url + path)).status]).toEqual([path, status])
  const metrics = await fetch(`http://127.0.0.1:${child.metricsPort}/metrics`)
  const figures = await metrics.text()
  expect(metrics.headers.get('content-type')).toContain('text/plain')
  for (const line of [
    'hashbang_answers_total{source="rendered",status="200"} 1',
    'hashbang_answers_total{source="hit",status="200"} 1',
    'hashbang_answers_total{source="shell",status="200"} 1',
    'hashbang_renders_total{outcome="snapshot"} 1',
    'hashbang_queue 0',
    'hashbang_cache_entries 1',
  ]) {
    expect(figures).toContain(line)
  }
  expect(figures).toMatch(/hashbang_cache_bytes [1-9]/)
  expect(figures).toContain('process_resident_memory_bytes')

  expect(child.log.filter(({ msg }) => msg === 'answered')).toHaveLength(3)
  child.process.kill('SIGTERM')
  expect(await child.ended).toBe(0)
  expect(child.log.at(-1)).toMatchObject({ msg: 'stopped', cut: 0 })
})

test('a flag overrides the environment, and the environment overrides the file', async () => {
  const child = await startChild(['--origin', 'https://flag.test'], {
    METRICS: '/figures',
    ORIGIN: 'https://environment.test',
    LOG_LEVEL: 'info',
  })
  expect(await child.said('serving')).toMatchObject({ origin: 'https://flag.test', pages: ['/'] })
  expect((await fetch(`${child.url}/figures`)).status).toBe(200)
  child.process.kill('SIGINT')
  expect(await child.ended).toBe(0)
})

test('on a terminal the first line is a sentence with the address', async () => {
  test.skip(spawnSync('script', ['--version']).error !== undefined, 'script is missing')
  const [bin, serve] = SERVE
  const config = 'test/fixtures/site/hashbang.config.js'
  // Without "exec" a shell stands between: it gets the same signal, and ends with one of its own.
  const line = `exec '${process.execPath}' '${bin}' ${serve} --config ${config} --origin http://a.test --port 0`
  const terminal = spawn('script', ['-qec', line, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [first] = await once(createInterface(terminal.stdout), 'line')
  expect(first).toMatch(/^Serving http:\/\/a\.test at http:\/\/localhost:\d+\/$/)
  terminal.stdin.write('\x03')
  expect(await once(terminal, 'exit')).toEqual([0, null])
})

test('pages that write to standard error keep their workers, where it is a file', async () => {
  const errors = openSync(join(await memoryFolder('serve'), 'errors'), 'w')
  const child = spawn(
    process.execPath,
    [...SERVE, '-c', 'test/fixtures/at-fault/hashbang.config.mjs', '--port', '0'],
    { env: { ...process.env, WORKERS: '1' }, stdio: ['ignore', 'pipe', errors] },
  )
  const log: string[] = []
  const lines = createInterface(child.stdout as Readable).on('line', (line) => log.push(line))
  const [first] = await once(lines, 'line')
  for (let page = 0; page < 8; page++) {
    const url = `http://127.0.0.1:${JSON.parse(first).port}/?page=${page}`
    expect((await fetch(`${url}&_escaped_fragment_=/writes`)).status).toBe(200)
  }
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(log.filter((line) => line.includes('was replaced'))).toEqual([])
})

test('refuses an address of another machine with a message that names the setting', async () => {
  const child = spawnSite(['--host', '192.0.2.1'])
  expect(await child.ended).toBe(2)
  expect(child.errors()).toContain('"host" is "192.0.2.1", and this machine has no such address')
  expect(child.errors()).not.toMatch(/\n\s+at /)
})

test('sigterm-drain: 50 requests are answered, idle connections closed, and new ones refused', async () => {
  // On a busy machine it takes its time until all are under way.
  const child = await startChild(['--config', 'test/fixtures/site/patient.config.js'], {
    METRICS: '0',
  })
  const idle = Array.from({ length: 200 }, () => connect(child.port, '127.0.0.1'))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  const closed = Promise.all(idle.map((socket) => once(socket.resume(), 'close')))
  const states = Array.from({ length: 50 }, (_, id) => `/asked/drain-${id}`)
  for (const state of states) backend.answer(state, { hold: true })
  const answers = states.map((state) => fetch(uglyUrl(child.url, state)))
  const figures = `http://127.0.0.1:${child.metricsPort}/metrics`
  await expect
    .poll(async () => (await fetch(figures)).text())
    .toContain(`hashbang_queue ${states.length}`)
  child.process.kill('SIGTERM')
  await closed
  await expect(fetch(`${child.url}/readyz`)).rejects.toThrow()
  for (const state of states) backend.release(state)
  const done = await Promise.all(answers)
  expect(done.map(({ status }) => status)).toEqual(states.map(() => 200))
  expect(done.map(({ headers }) => headers.get('connection'))).toEqual(states.map(() => 'close'))
  expect(await child.ended).toBe(0)
})

test('sigterm-hung: a request that hangs is cut off after twice the deadline, and logged', async () => {
  const child = await startChild(['--config', 'test/fixtures/site/brief.config.js'])
  const socket = connect(child.port, '127.0.0.1')
  const closed = once(socket.resume(), 'close')
  // Its body never comes.
  socket.write(
    'POST /_hashbang/purge HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9\r\n' +
      'Authorization: Bearer a-token-of-the-tests\r\n\r\n',
  )
  // An answer that comes later was asked for later: the first request is under way.
  await fetch(uglyUrl(child.url, '/items/1'))
  child.process.kill('SIGTERM')
  await closed
  expect(await child.ended).toBe(1)
  expect(child.log.at(-1)).toMatchObject({ msg: 'stopped', cut: 1 })
})

test('sigterm-twice: the second signal ends it at once', async () => {
  backend.answer('/asked/twice', { hold: true })
  const child = await startChild()
  const answer = fetch(uglyUrl(child.url, '/asked/twice')).catch(() => 'cut off')
  await backend.asked('/asked/twice')
  child.process.kill('SIGTERM')
  await child.said('stopping')
  child.process.kill('SIGTERM')
  expect(await answer).toBe('cut off')
  expect(await child.ended).toBe(130)
  expect(child.errors()).toBe('')
})

test('a background error of the app is logged, and the server goes on', async () => {
  const root = project({
    'app.js': `import { defineRoutes, route } from 'hashbang-router'
export const context = () => {
  setImmediate(() => { throw new Error('The database went away') })
}
export const routes = defineRoutes({
  home: route('', { view: async () => ({ default: {} }) }),
  item: route('/items/:id', { entries: () => [{ params: { id: '1' } }], view: async () => ({ default: {} }) }),
})`,
    'index.html':
      '<!doctype html><html><head><title>App</title></head><body><hashbang-outlet></hashbang-outlet></body></html>',
    'hashbang.config.js': `export default {
  origin: 'http://a.test', host: '127.0.0.1', workers: 1,
  pages: { '/': { shell: 'index.html', app: 'app.js' } },
}`,
  })
  const child = await startChild(['--config', join(root, 'hashbang.config.js')])
  const sitemap = await fetch(`${child.url}/sitemap.xml`)
  expect([sitemap.status, await sitemap.text()]).toEqual([200, expect.stringContaining('/items/1')])
  const { why } = await child.said('code of the app threw, and nothing caught it')
  expect(why).toContain('The database went away')
  expect((await fetch(`${child.url}/healthz`)).status).toBe(200)
  child.process.kill('SIGTERM')
  expect(await child.ended).toBe(0)
})
