/**
 * Files of a folder: which of them browsers keep for a year, paths that are no file, ranges and
 * preconditions.
 */
import { expect } from '@playwright/test'
import { staticFiles } from '../../../../server/serve/http/static-files.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'
import { list } from '../../helpers/rows.ts'
import { exchange } from './exchange.ts'

const test = suite('static-files')

const HASHED = list`
  index-DiwrgT4a.js | index-B3b_x-9Q.css | main-5PXLVQIK.js | main.073c9b0a.chunk.js
  runtime.0123456789abcdef0123.js | about-DiwrgT4a.js.map
`
const PLAIN = list`
  en.json | app-settings.json | data-version2.json | report-20240101.json | icon-HomePage.svg
  jquery-3.7.1.js | react-18.2.0.min.js | notes-Version2.html | photo-iPhone14.jpg | sales-Q3Report.pdf
  a-RELEASE1.txt | lib.20240101.js | report.abcdef12.json | x-deadbeef.js
`
const FILES = [...HASHED, ...PLAIN, 'app.js'].map((name) => [`assets/${name}`, '12345'])
const folder = await folderWith(Object.fromEntries(FILES))

const get = (path: string, headers: Record<string, string> = {}, immutable?: readonly string[]) => {
  const files = staticFiles(folder, '/', { immutable: immutable && new Set(immutable) })
  return exchange((req, res) => files(req, res, () => res.writeHead(404).end()), {
    url: path,
    headers,
  })
}
const cached = async (name: string, immutable?: readonly string[]) =>
  (await get(`/assets/${name}`, {}, immutable)).headers.get('cache-control')

const YEAR = 'public, max-age=31536000, immutable'

for (const name of HASHED) {
  test(`${name} has a hash of its content in its name, and is kept for a year`, async () =>
    expect(await cached(name)).toBe(YEAR))
}

test('where the build names its immutable files, they alone are kept for a year', async () => {
  const [hashed = ''] = HASHED
  const built = ['assets/app.js']
  expect([await cached('app.js', built), await cached(hashed, built)]).toEqual([YEAR, 'no-cache'])
})

for (const name of PLAIN) {
  test(`${name} may change under its name, and is revalidated`, async () =>
    expect(await cached(name)).toBe('no-cache'))
}

test('a folder with a page leads to its address with a slash, on this server', async () => {
  const files = staticFiles(
    await folderWith({ 'index.html': 'x', 'a/index.html': 'x', 'b/c.txt': 'x' }),
    '/docs/',
  )
  const read = async (url: string) => {
    const { status, headers } = await exchange(
      (req, res) => files(req, res, () => res.writeHead(404).end()),
      { url },
    )
    return [status, headers.get('location')]
  }
  expect(await read('/docs/a')).toEqual([301, '/docs/a/'])
  expect(await read('/docs/a?x=1')).toEqual([301, '/docs/a/?x=1'])
  expect(await read('/docs/a/')).toEqual([200, null])
  expect(await read('/docs/b')).toEqual([404, null])
  expect(await read('/docs')).toEqual([301, '/docs/'])
})

test('a file with a slash after it is missing, and so is a name too long for a disk', async () => {
  const long = [250, 255, 256, 5000].map((length) => 'a'.repeat(length))
  for (const path of ['app.js/', 'none/', ...long])
    expect((await get(`/assets/${path}`)).status).toBe(404)
})

const tag = (await get('/assets/app.js')).headers.get('etag') ?? ''
const PAST = 'Sun, 02 Feb 2020 02:02:02 GMT'

for (const [headers, status, body] of [
  [{ range: 'bytes=4-' }, 206, '5'],
  [{ range: 'bytes=0-0' }, 206, '1'],
  [{ range: 'bytes=1-99' }, 206, '2345'],
  [{ range: 'bytes=-2' }, 206, '45'],
  [{ range: 'bytes=5-' }, 416, 'The file has 5 bytes.\n'],
  [{ range: 'bytes=2-1' }, 200, '12345'],
  [{ range: 'bytes=0-1,3-4' }, 200, '12345'],
  [{ range: 'bytes=0-1', 'if-range': tag }, 206, '12'],
  [{ range: 'bytes=0-1', 'if-range': '"other"' }, 200, '12345'],
  [{ range: 'bytes=0-1', 'if-range': PAST }, 200, '12345'],
  [{ 'if-match': tag }, 200, '12345'],
  [{ 'if-match': '"other"' }, 412, /^It has changed/],
  [{ 'if-match': `W/${tag}` }, 412, /^It has changed/],
  [{ 'if-unmodified-since': PAST }, 412, /^It has changed/],
  [{ 'if-match': '*', 'if-unmodified-since': PAST }, 200, '12345'],
  [{ 'if-none-match': `W/${tag}` }, 304, ''],
  [{ 'if-none-match': '"other"', 'if-modified-since': new Date().toUTCString() }, 200, '12345'],
  [{ 'if-modified-since': new Date().toUTCString() }, 304, ''],
] as const) {
  test(`${JSON.stringify(headers)} is answered ${status}`, async () => {
    const answer = await get('/assets/app.js', headers as Record<string, string>)
    expect([answer.status, answer.body]).toEqual([
      status,
      typeof body === 'string' ? body : expect.stringMatching(body),
    ])
    if (status === 416) expect(answer.headers.get('content-range')).toBe('bytes */5')
  })
}

test('an error of the next handler is reported, and ends nothing else', async () => {
  const broken = new Error('broken')
  const fail = () => {
    throw broken
  }
  const error = new Promise((onError) => {
    const files = staticFiles(folder, '/', { onError })
    // No answer comes: nothing waits for one.
    void exchange((req, res) => files(req, res, fail), { url: '/none' })
  })
  expect(await error).toBe(broken)
})
