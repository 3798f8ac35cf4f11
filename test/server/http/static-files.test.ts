/** Files of a folder: which of them browsers keep for a year, what is no file, and ranges beyond the end of one. */
import { expect } from '@playwright/test'
import { staticFiles } from '../../../server/http/static-files.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'
import { list } from '../helpers/rows.ts'
import { exchange } from './exchange.ts'

const test = suite('static-files')

const HASHED = list`
  index-DiwrgT4a.js | index-B3b_x-9Q.css | main-5PXLVQIK.js | main.073c9b0a.chunk.js
  runtime.0123456789abcdef0123.js | about-DiwrgT4a.js.map
`
const PLAIN = list`
  en.json | app-settings.json | data-version2.json | report-20240101.json | icon-HomePage.svg
  jquery-3.6.0.min.js
`
/** What the build names as immutable. */
const NAMED = 'app.js'

const FILES = [...HASHED, ...PLAIN, NAMED].map((name) => [`assets/${name}`, '12345'])
const folder = await folderWith(Object.fromEntries(FILES))

const get = (path: string, headers: Record<string, string> = {}) => {
  const files = staticFiles(folder, '/', { immutable: [`assets/${NAMED}`] })
  return exchange((req, res) => files(req, res, () => res.writeHead(404).end()), {
    url: path,
    headers,
  })
}
const cached = async (name: string) => (await get(`/assets/${name}`)).headers.get('cache-control')

for (const name of [...HASHED, NAMED]) {
  test(`${name} has a hash of its content in its name, or is immutable, and is kept for a year`, async () =>
    expect(await cached(name)).toBe('public, max-age=31536000, immutable'))
}

for (const name of PLAIN) {
  test(`${name} may change under its name, and is revalidated`, async () =>
    expect(await cached(name)).toBe('no-cache'))
}

test('a file with a slash after it is no file, and a name that no disk takes is not there', async () => {
  const long = [250, 255, 256, 5000].map((length) => 'a'.repeat(length))
  for (const path of ['app.js/', 'none/', ...long])
    expect((await get(`/assets/${path}`)).status).toBe(404)
})

test('a range beyond the end of a file is refused with a sentence', async () => {
  const { status, headers, body } = await get('/assets/app.js', { range: 'bytes=5-' })
  expect([status, headers.get('content-range'), body]).toEqual([
    ...[416, 'bytes */5', 'The file has 5 bytes.\n'],
  ])
  expect((await get('/assets/app.js', { range: 'bytes=4-' })).status).toBe(206)
})
