/** Files of a folder: which of them browsers keep for a year, what is no file, and ranges beyond the end of one. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { staticFiles } from '../../../server/http/static-files.ts'
import { suite } from '../../run/suite.ts'
import { exchange } from './exchange.ts'

const test = suite('static-files')

const HASHED = [
  'index-DiwrgT4a.js',
  'index-B3b_x-9Q.css',
  'main-5PXLVQIK.js',
  'main.073c9b0a.chunk.js',
  'runtime.0123456789abcdef0123.js',
  'about-DiwrgT4a.js.map',
]
const PLAIN = [
  'app.js',
  'en.json',
  'app-settings.json',
  'data-version2.json',
  'report-20240101.json',
  'icon-HomePage.svg',
  'jquery-3.6.0.min.js',
]

let folder: string
test.before(() => {
  folder = mkdtempSync(join(tmpdir(), 'hashbang-static-'))
  mkdirSync(join(folder, 'assets/empty'), { recursive: true })
  for (const name of [...HASHED, ...PLAIN]) writeFileSync(join(folder, 'assets', name), '12345')
})
test.after(() => rmSync(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}) => {
  const files = staticFiles(folder, '/', { immutable: ['assets/app.js'] })
  return exchange((req, res) => files(req, res, () => res.writeHead(404).end()), {
    url: path,
    headers,
  })
}

for (const name of HASHED) {
  test(`${name} has a hash of its content in its name, and is kept for a year`, async () => {
    const { headers } = await get(`/assets/${name}`)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
}

for (const name of PLAIN.slice(1)) {
  test(`${name} may change under its name, and is revalidated`, async () => {
    expect((await get(`/assets/${name}`)).headers.get('cache-control')).toBe('no-cache')
  })
}

test('a file that the build names as immutable is kept for a year', async () => {
  expect((await get('/assets/app.js')).headers.get('cache-control')).toContain('immutable')
})

test('a file with a slash after it is no file', async () => {
  expect((await get('/assets/app.js/')).status).toBe(404)
  expect((await get('/assets/none/')).status).toBe(404)
})

test('a name that no disk takes is not there', async () => {
  for (const length of [250, 255, 256, 5000])
    expect((await get(`/assets/${'a'.repeat(length)}`)).status).toBe(404)
})

test('a range beyond the end of a file is refused with a sentence', async () => {
  const { status, headers, body } = await get('/assets/app.js', { range: 'bytes=5-' })
  expect([status, headers.get('content-range'), body]).toEqual([
    416,
    'bytes */5',
    'The file has 5 bytes.\n',
  ])
  expect((await get('/assets/app.js', { range: 'bytes=4-' })).status).toBe(206)
})

test('a symbolic link out of the folder is not there, unless the setting allows it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'hashbang-links-'))
  const open = join(home, 'open')
  mkdirSync(open)
  writeFileSync(join(home, 'secret.txt'), 'secret')
  writeFileSync(join(open, 'own.txt'), 'own')
  symlinkSync('../secret.txt', join(open, 'out.txt'))
  symlinkSync('..', join(open, 'outside'))
  symlinkSync('own.txt', join(open, 'within.txt'))
  symlinkSync('nowhere.txt', join(open, 'dangling.txt'))
  const statusesOf = async (followLinks: boolean) => {
    const files = staticFiles(open, '/', { followLinks })
    const statuses: number[] = []
    for (const url of ['/out.txt', '/outside/secret.txt', '/within.txt', '/dangling.txt']) {
      const answer = exchange((req, res) => files(req, res, () => res.writeHead(404).end()), {
        url,
        headers: {},
      })
      statuses.push((await answer).status)
    }
    return statuses
  }
  try {
    expect(await statusesOf(false)).toEqual([404, 404, 200, 404])
    expect(await statusesOf(true)).toEqual([200, 200, 200, 404])
  } finally {
    rmSync(home, { recursive: true })
  }
})
