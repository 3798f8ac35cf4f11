/** Readers of a site and the pages that it shows get the same files of a folder: nothing hidden, nothing beside the folder. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import { siteFetch } from '../../../server/http/site-fetch.ts'
import { staticFiles } from '../../../server/http/static-files.ts'
import { suite } from '../../run/suite.ts'
import { exchange } from './exchange.ts'

const test = suite('public-files')

/** A folder with files, and one beside it that holds a secret. */
function write(files: readonly string[], links: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'public-files-'))
  for (const file of [...files.map((name) => join('site', name)), 'beside/secret.html']) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  for (const [name, target] of Object.entries(links))
    symlinkSync(target, join(folder, 'site', name))
  return folder
}

/** What readers and pages are answered. */
async function answersOf(folder: string, paths: readonly string[], followLinks = false) {
  const site = join(folder, 'site')
  const files = staticFiles(site, '/', { followLinks })
  const mount = { base: '/', site: pathToFileURL(site).href, followLinks }
  const fetch = siteFetch([mount], 'http://a.test', globalThis.fetch)
  const answers: Record<string, [reader: number, page: number]> = {}
  for (const path of paths) {
    const { status } = await exchange(
      (req, res) => files(req, res, () => void res.writeHead(404).end()),
      { url: path },
    )
    answers[path] = [status, (await fetch(`http://a.test${path}`)).status]
  }
  rmSync(folder, { recursive: true })
  return answers
}

const FILES = ['index.html', 'a/b.html', '.env', '.git/config', 'a/.htpasswd']
const HIDDEN = [
  '/.env',
  '/%2eenv',
  '/.git/config',
  '/a/.htpasswd',
  '/a/%2e%2e/.env',
  '/.git%2Fconfig',
]

test('what begins with a dot is hidden, .well-known is public', async () => {
  const answers = await answersOf(
    write([...FILES, '.well-known/security.txt', '.well-known/.git/config'], {}),
    [
      '/index.html',
      '/a/b.html',
      '/.well-known/security.txt',
      '/.well-known/.git/config',
      ...HIDDEN,
    ],
  )
  expect(answers).toEqual({
    '/index.html': [200, 200],
    '/a/b.html': [200, 200],
    '/.well-known/security.txt': [200, 200],
    '/.well-known/.git/config': [404, 404],
    ...Object.fromEntries(HIDDEN.map((path) => [path, [404, 404]])),
  })
})

const LINKS = {
  'out.html': '../beside/secret.html',
  about: '../beside',
  'in.html': 'a/b.html',
  again: 'a',
  circle: '.',
  'nothing.html': 'not-there',
}
const LINKED = ['/out.html', '/about/secret.html', '/in.html', '/again/b.html', '/nothing.html']

test('a link leads to what is in the folder and nowhere else; one to nothing, or in a circle, ends nothing', async () => {
  expect(await answersOf(write(FILES, LINKS), [...LINKED, ...HIDDEN, '/circle/a/b.html'])).toEqual({
    '/out.html': [404, 404],
    '/about/secret.html': [404, 404],
    '/in.html': [200, 200],
    '/again/b.html': [200, 200],
    '/nothing.html': [404, 404],
    '/circle/a/b.html': [200, 200],
    ...Object.fromEntries(HIDDEN.map((path) => [path, [404, 404]])),
  })
})

test('a path that stands for a file behind a link is as closed as the file', async () => {
  const [reader] = (await answersOf(write(FILES, LINKS), ['/out']))['/out'] ?? []
  expect(reader).toBe(404)
})

test('with followLinks links lead out of the folder, and what is hidden stays so', async () => {
  expect(await answersOf(write(FILES, LINKS), [...LINKED, ...HIDDEN], true)).toEqual({
    '/out.html': [200, 200],
    '/about/secret.html': [200, 200],
    '/in.html': [200, 200],
    '/again/b.html': [200, 200],
    '/nothing.html': [404, 404],
    ...Object.fromEntries(HIDDEN.map((path) => [path, [404, 404]])),
  })
})
