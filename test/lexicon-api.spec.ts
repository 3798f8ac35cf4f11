/**
 * The lexicon's JSON API over a real node:http server: whatever is sent, the answer is JSON with a fitting status, and what
 * may be kept is told from what may not.
 */
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { lexiconApi } from '../demo/lexicon/api.ts'
import { fetchLexicon } from '../demo/lexicon/client.ts'
import type { OpenLexicon } from '../demo/lexicon/database.ts'
import hostile from './lexicon/hostile.json' with { type: 'json' }
import { openDatabase, type Served, serve } from './lexicon/open.ts'

let database: OpenLexicon
let server: Served

test.beforeAll(async () => {
  database = openDatabase()
  server = await serve(lexiconApi(database))
})

test.afterAll(() => {
  server?.close()
  database?.close()
})

for (const { what, method = 'GET', path, status } of hostile) {
  test(`answers ${what} with ${status}`, async () => {
    const raw = await exchange(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const [head = '', body = ''] = raw.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (status < 400) return
    expect(JSON.parse(body).error).toMatch(/^[A-Z].*\.$/)
    expect(head).toMatch(/cache-control: no-store/i)
    if (status === 405) expect(head).toMatch(/allow: GET, HEAD/i)
  })
}

test('confirms what a cache has, and gives HEAD the head alone', async () => {
  const url = `${server.origin}/api/word?lemma=ajax`
  const got = await fetch(url)
  const etag = got.headers.get('etag') ?? ''
  expect(got.headers.get('cache-control')).toContain('max-age=')
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const confirmed = await fetch(url, { headers: { 'if-none-match': tags } })
    expect([confirmed.status, await confirmed.text()], tags).toEqual([304, ''])
  }
  expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  const head = await fetch(url, { method: 'HEAD' })
  expect(await head.text()).toBe('')
  expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'))
  expect(await (await fetch(`${server.origin}/apiary`)).text()).toBe('elsewhere')
})

test('a lexicon that throws is a 500 that says nothing of the cause', async () => {
  const reported: unknown[] = []
  const broken = { ...database, word: () => Promise.reject(new Error('disk on fire')) }
  const fire = await serve(lexiconApi(broken, (error) => reported.push(error)))
  const url = `${fire.origin}/api/word?lemma=x`
  await expect(fetchLexicon(fire.origin).word('x')).rejects.toThrow(`${url} answered 500`)
  expect(await (await fetch(url)).text()).not.toContain('fire')
  expect(reported.map(String)).toEqual(Array(2).fill('Error: disk on fire'))
  fire.close()
})

test('the client tells a missing API from a missing word, and stops when told to', async () => {
  await expect(fetchLexicon(`${server.origin}/elsewhere`).word('x')).rejects.toThrow('answered 404')
  const signal = AbortSignal.abort()
  for (const lexicon of [fetchLexicon(server.origin), database]) {
    await expect(lexicon.word('x', { signal })).rejects.toThrow(/abort/i)
  }
  const stop = new AbortController()
  const hanging = fetchLexicon('', (_, init) => fetch(server.origin, init))
  const asked = hanging.word('x', { signal: stop.signal })
  stop.abort()
  await expect(asked).rejects.toThrow(/abort/i)
})

/** Whatever is sent, byte by byte: `fetch` would put some of it right. */
function exchange(request: string): Promise<string> {
  return new Promise((done, fail) => {
    let answer = ''
    connect(Number(new URL(server.origin).port), '127.0.0.1')
      .setEncoding('utf8')
      .on('data', (text) => {
        answer += text
      })
      .on('error', fail)
      .on('end', () => done(answer))
      .write(request)
  })
}
