/**
 * Readers of a site and the pages that it shows get the same files of a folder: nothing hidden,
 * nothing beside the folder.
 */

import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import { staticFiles } from '../../../server/serve/http/static-files.ts'
import { assetPaths, fileName } from '../../../server/site/public-files.ts'
import { siteFetch } from '../../../server/snapshot/fetch/site-fetch.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'
import { list } from '../helpers/rows.ts'
import { exchange } from '../serve/http/exchange.ts'

const test = suite('public-files')
const testAsset = suite('asset-paths')

// Beside the folder is a secret.
const FILES = list`
  site/index.html | site/a/b.html | site/.env | site/.git/config | site/a/.htpasswd
  site/.well-known/security.txt | site/hashbang.config.js | site/.well-known/.git/config | beside/secret.html
`
const LINKS = {
  'out.html': '../beside/secret.html',
  about: '../beside',
  'in.html': 'a/b.html',
  again: 'a',
  circle: '.',
  'nothing.html': 'not-there',
}

/** Which paths are answered, to readers as well as to pages. */
async function found(paths: readonly string[], links: object, followLinks = false) {
  const folder = await folderWith(Object.fromEntries(FILES.map((file) => [file, file])))
  const site = join(folder, 'site')
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(site, name))
  const files = staticFiles(site, '/', { followLinks })
  const mount = { base: '/', site: pathToFileURL(site).href, followLinks }
  const fetch = siteFetch([mount], 'http://a.test', globalThis.fetch)
  const answered: string[] = []
  for (const url of paths) {
    const reader = exchange((req, res) => files(req, res, () => res.writeHead(404).end()), { url })
    const { status } = await fetch(`http://a.test${url}`)
    expect([url, status]).toEqual([url, (await reader).status])
    if (status === 200) answered.push(url)
  }
  return answered
}

const HIDDEN = list`
  /.env | /%2eenv | /.git/config | /a/.htpasswd | /a/%2e%2e/.env | /.git%2Fconfig
  /.well-known/.git/config | /hashbang.config.js
`
const PUBLIC = ['/index.html', '/a/b.html', '/.well-known/security.txt']

test('names that begin with a dot and config files are hidden; .well-known is public', async () =>
  expect(await found([...PUBLIC, ...HIDDEN], {})).toEqual(PUBLIC))

// A path that stands for a file behind a link is as closed as the file.
const OUTSIDE = ['/out.html', '/out', '/about/secret.html']
const INSIDE = ['/in.html', '/again/b.html', '/circle/a/b.html']
const PATHS = [...INSIDE, ...OUTSIDE, ...HIDDEN, '/nothing.html']

test('a link leads only to files in the folder; a broken or circular link is harmless', async () =>
  expect(await found(PATHS, LINKS)).toEqual(INSIDE))

test('followLinks lets links leave the folder, and keeps hidden files hidden', async () =>
  expect(await found(PATHS, LINKS, true)).toEqual([...INSIDE, ...OUTSIDE]))

test('pages get the present file, also after a page has overwritten the bytes of an answer', async () => {
  for (const size of [10, 100_000]) {
    const folder = await folderWith({ 'a.txt': 'a'.repeat(size) })
    const mount = { base: '/', site: pathToFileURL(folder).href }
    const fetch = siteFetch([mount], 'http://a.test', globalThis.fetch)
    const file = join(folder, 'a.txt')
    const read = async () => (await fetch('http://a.test/a.txt')).arrayBuffer()
    for (const [day, letter] of ['a', 'b'].entries()) {
      writeFileSync(file, letter.repeat(size))
      // Files that have just changed are read each time.
      utimesSync(file, day, day)
      new Uint8Array(await read()).fill(0)
      expect(Buffer.from(await read()).toString()).toBe(letter.repeat(size))
    }
    writeFileSync(file, 'c'.repeat(size))
    expect(Buffer.from(await read()).toString()).toBe('c'.repeat(size))
  }
})

test('a path that looks like a URL stays on the server of the site, and so do its redirects', async () => {
  const requests: string[] = []
  const upstream = async (target: string | URL | Request) => {
    requests.push(String(target))
    const { origin, pathname } = new URL(String(target))
    return pathname === '/to'
      ? new Response(null, { status: 302, headers: { location: `${origin}//b.test/` } })
      : new Response('here')
  }
  const mount = { base: '/', site: 'http://up.test/' }
  const fetch = siteFetch([mount], 'http://a.test', upstream as typeof globalThis.fetch)
  for (const path of ['/http://b.test/x', '///b.test/x', '/data:text/plain,x'])
    await fetch(`http://a.test${path}`)
  expect(requests.map((url) => new URL(url).origin)).toEqual(Array(3).fill('http://up.test'))
  const { headers } = await fetch('http://a.test/to')
  expect(headers.get('location')).toBe('http://a.test//b.test/')
})

const ASSETS = list`/docs/a.txt | /docs/%61.txt | /docs/assets/missing.js`
const PAGES = list`
  /docs/b.txt | /docs/../secret | /docs/%2e%2e/secret | /docs/%00 | /docs/%
  /docs/${'x'.repeat(256)} | /docs/${encodeURIComponent('語'.repeat(86))}
  /docs/${'x/'.repeat(5000)} | /docs/${'x'.repeat(5000)}
`

testAsset('a path is a file of the folder, or below a folder of the build, or a page', async () => {
  const isAsset = assetPaths(await folderWith({ 'a.txt': 'a', 'assets/app.js': '' }), '/docs/')
  expect([...ASSETS, ...PAGES].filter((path) => isAsset(path))).toEqual(ASSETS)
})

testAsset('the longest name that a disk takes is one', () => {
  const [long, kanji] = [`/${'x'.repeat(255)}`, `/${'語'.repeat(85)}`]
  expect([long, encodeURI(kanji), `${long}x`].map(fileName)).toEqual([long, kanji, undefined])
})
