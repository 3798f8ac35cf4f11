/**
 * Past one machine: a real nginx before two servers that share one Redis, as the README says, and what happens when parts of
 * that are lost. And nginx as a cache: one request of it for many of clients, stale pages while it asks again.
 */
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { startChild } from '../fixtures/site/child.ts'
import { type Nginx, startNginx } from '../fixtures/site/nginx.ts'
import { type Redis, startRedis } from '../fixtures/site/redis.ts'
import { type Backend, startBackend, startSite, uglyUrl } from '../fixtures/site/site.ts'
import { freePort } from '../free-port.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('nginx')
needsProgram('redis-server')

let backend: Backend
test.beforeAll(async () => {
  backend = await startBackend()
})
test.afterAll(() => backend.close())

const balanced = (ports: readonly number[]) => `
  upstream hashbang {
    ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 32;
  }
  server {
    listen PORT;
    location / {
      proxy_pass http://hashbang;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      # Pages are read only: a request that was cut off may be asked of the other server.
      proxy_next_upstream error timeout http_502 http_504;
    }
  }`

test('behind nginx, servers and Redis may be lost one after the other, and every request is answered', {
  tag: '@nightly',
}, async () => {
  const redis: Redis = await startRedis()
  const servers = await Promise.all([1, 2].map(() => startChild([], { REDIS_URL: redis.url })))
  const nginx: Nginx = await startNginx(() => balanced(servers.map(({ port }) => port)))
  const statuses = async (name: string, count = 40) => {
    const answers = Array.from({ length: count }, (_, id) =>
      fetch(uglyUrl(nginx.url, `/items/${name}${id % 10}`)),
    )
    return new Set((await Promise.all(answers)).map(({ status }) => status))
  }
  expect(await statuses('whole')).toEqual(new Set([200]))

  // In mid-render: the other server makes the page.
  backend.answer('/asked/cut', { hold: true })
  const cut = fetch(uglyUrl(nginx.url, '/asked/cut'))
  await backend.asked('/asked/cut')
  const [first, second] = servers
  // Which of them has it cannot be told from outside: one is killed, and the page is there either way.
  first?.process.kill('SIGKILL')
  await first?.ended
  backend.release('/asked/cut')
  expect((await cut).status).toBe(200)
  expect(await statuses('one')).toEqual(new Set([200]))

  await redis.stop()
  expect(await statuses('alone')).toEqual(new Set([200]))
  await nginx.stop()
  second?.process.kill('SIGTERM')
  expect(await second?.ended).toBe(0)
})

const cached = (port: number) => (folder: string) =>
  `
  proxy_cache_path ${folder}/cache keys_zone=snapshots:1m;
  server {
    listen PORT;
    location / {
      proxy_pass http://127.0.0.1:${port};
      proxy_http_version 1.1;
      proxy_cache snapshots;
      proxy_cache_lock on;
      proxy_cache_background_update on;
      proxy_cache_use_stale updating error timeout http_500 http_503;
      add_header X-Cache $upstream_cache_status;
    }
  }`

test('as a cache before the server, nginx asks once for many, and answers what is stale while it asks again', async () => {
  const site = await startSite()
  const nginx = await startNginx(cached(site.port))
  const asked = () => site.events.filter(({ type }) => type === 'answered').length
  const get = () =>
    fetch(uglyUrl(nginx.url, '/brief/one'), { headers: { 'accept-encoding': 'identity' } })

  backend.answer('/brief/one', { hold: true, body: 'the first' })
  const before = asked()
  const many = Array.from({ length: 50 }, get)
  await backend.asked('/brief/one')
  backend.release('/brief/one')
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]))
  // Coalesced on both levels: one request of nginx, one render of the server.
  expect(asked() - before).toBe(1)
  expect(backend.count('/brief/one')).toBe(1)

  backend.answer('/brief/one', { body: 'the second' })
  await expect(async () => {
    const answer = await get()
    const text = await answer.text()
    // Never waits: first the old page, and in the background a new one.
    expect(text).toMatch(/the first|the second/)
    expect(text).toContain('the second')
  }).toPass({ intervals: [200] })

  // And when the server is gone, what nginx has is answered.
  await site.stop()
  for (let time = 0; time < 5; time++) expect((await get()).status).toBe(200)
  await nginx.stop()
})

test('nginx speaks HTTP/2 to clients: many requests over one connection, each with its own answer', {
  tag: '@nightly',
}, async () => {
  const site = await startSite()
  const port = await freePort()
  // Without TLS, as only tests do; the server behind it is asked by HTTP/1.1.
  const nginx = await startNginx(() =>
    [`listen PORT;`, `listen 127.0.0.1:${port} http2;`]
      .map((listen) => balanced([site.port]).replace('listen PORT;', listen))
      .map((block, at) => (at === 0 ? block : block.slice(block.indexOf('  server {'))))
      .join('\n'),
  )
  const session = connect(`http://127.0.0.1:${port}`)
  const ask = (path: string, method = 'GET') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
      const stream = session.request({ ':path': path, ':method': method, 'accept-encoding': 'br' })
      const chunks: Buffer[] = []
      let headers: IncomingHttpHeaders = {}
      stream.on('response', (given) => {
        headers = given
      })
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('error', fail)
      stream.on('end', () => {
        const body = Buffer.concat(chunks)
        const isBrotli = headers['content-encoding'] === 'br' && body.length > 0
        const text = String(isBrotli ? brotliDecompressSync(body) : body)
        done({ status: Number((headers as Record<string, unknown>)[':status']), headers, text })
      })
      stream.end()
    })
  const path = (state: string) => `/?_escaped_fragment_=${encodeURIComponent(state)}`
  const states = Array.from({ length: 40 }, (_, id) => `/items/two${id}`)
  const answers = await Promise.all(states.map((state) => ask(path(state))))
  for (const [at, { status, headers, text }] of answers.entries()) {
    expect(status).toBe(200)
    expect(text).toContain(`two${at}`)
    expect(headers.link).toContain(`/#!/items/two${at}>`)
  }
  const [first] = answers
  const head = await ask(path('/items/two0'), 'HEAD')
  expect([head.status, head.text, head.headers.etag]).toEqual([200, '', first?.headers.etag])
  expect((await ask(path('/nowhere'))).status).toBe(404)
  expect((await ask('/robots.txt')).status).toBe(200)
  session.close()
  await Promise.all([nginx.stop(), site.stop()])
})
