/**
 * The files that a form makes of the responses of a server: only good pages, and none that leads
 * from a readable address to `#!`.
 */
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { HandlerResponse } from '../../../../server/cache/response/http-values.ts'
import type { ExportedSite } from '../../../../server/tools/export/export-form.ts'
import { pagesWithoutPaths, siteForm } from '../../../../server/tools/export/site-form.ts'
import { defineRoutes, pathScheme, readableScheme } from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf } from '../../../tools/folder-content.ts'
import { folderWith } from '../../helpers/files.ts'
import { list } from '../../helpers/rows.ts'
import { counts, exported, failure, folderOf, page } from './catalogue.ts'

const test = suite('forms of an export')

const origin = 'https://a.test'
const table = { shell: '', app: '' }
const pages = { '/': table, '/x.html': table, '/paths': table, '/#': { site: 'https://up.test/' } }
const atPaths = { page: '/paths', routes: defineRoutes({}, { scheme: pathScheme() }) }
const readables = new Map([
  ['/', readableScheme('/s/')],
  ['/x.html', readableScheme('/x/', { page: '/x.html', files: 'html' })],
])
const site: ExportedSite = { origin, pages, readables, apps: [atPaths] as never }
const filesOf = (page: string, state: string) => siteForm('', site).filesOf({ page, state })

const moved = (location: string): HandlerResponse => ({
  ...{ status: 302, headers: { location }, body: Buffer.alloc(0) },
})

/** The result for the page of a state, as a text. */
function made(answer: HandlerResponse, at = 0, state = { page: '/', state: '/a' }): string {
  const content = siteForm('', site).filesOf(state)[at]?.contentOf(answer)
  return content === undefined || Buffer.isBuffer(content)
    ? String(content)
    : `${content.kind}: ${content.reason}`
}

test('a readable page is at its address, its Markdown beside it', () => {
  const pathsOf = (page: string, state: string) =>
    filesOf(page, state).map(({ file, address }) => [file, address])
  expect(pathsOf('/', '/word/ajax')).toEqual([
    ['s/word/ajax/index.html', '/s/word/ajax'],
    ['s/word/ajax.md', '/s/word/ajax.md'],
  ])
  expect(pathsOf('/', '')).toEqual([['s/!index.md', '/s/!index.md']])
  expect(pathsOf('/x.html', '/a')[0]).toEqual(['x/a.html', '/x/a'])
  expect(pathsOf('/paths', '/a')).toEqual([['a/index.html', '/a']])
  expect(filesOf('/', '/a?b=c')[0]?.file).toMatchObject({
    ...{ kind: 'omitted', reason: expect.stringContaining('query') },
  })
})

test('the pages themselves are files, also where a table has no empty state', async () => {
  const answer = async (address: string) => page(`the page ${address}`)
  const files = await siteForm('', site).lastFiles?.(answer)
  expect(Object.entries(files ?? {}).map(([name, body]) => [name, String(body)])).toEqual([
    ['index.html', 'the page /'],
    ['x.html', 'the page /x.html'],
    ['404.html', 'the page /404.html'],
  ])
})

test('states after "#" alone have no file', () => {
  expect(filesOf('/#', '/a')).toEqual([])
  expect(pagesWithoutPaths(site)).toEqual(['/#'])
})

test('a readable page is a page or a redirect to a readable address, and nothing else', () => {
  expect(made(page('good'))).toBe('good')
  for (const location of [`${origin}/#!/b`, `${origin}/s/b`])
    expect(made(moved(location))).toContain(`url=${origin}/s/b"`)
  expect(made(moved('https://b.test/#!/b'))).toContain('url=https://b.test/#!/b"')
  expect(made(moved(`${origin}/other#!/b`))).toBe(
    'omitted: it redirects to a state that has no file',
  )
  for (const status of [404, 500, 503])
    expect(made({ ...failure, status })).toBe(`failed: its status is ${status}`)
  const atFault = (fault: string) =>
    made({ ...page('shown'), headers: { 'x-hashbang-at-fault': fault } })
  expect(atFault('failed')).toBe('failed: it threw, or lacks an answer')
  expect(atFault('printed')).toBe('shown')
  const alone = { ...moved(`${origin}/#!/a`), headers: { 'x-hashbang-app-alone': '1' } }
  expect(made(alone)).toContain('failed: no snapshot of it could be made')
})

test('a redirect has no Markdown, and a page too large for it is named', () => {
  expect(made(page('# Good'), 1)).toBe('# Good')
  expect(made(moved(`${origin}/s/b`), 1)).toBe('undefined')
  const body = Buffer.from('The page is too large for Markdown.\n')
  expect(made({ ...failure, body }, 1)).toContain('omitted: it is too large')
})

test('an app at paths has its pages, the files of its client, and a page for all others', async () => {
  const CLIENT = { 'index.html': 'the shell', 'logo.svg': 'the logo', 'assets/app.js': 'the app' }
  const [client, folder] = [await folderWith(CLIENT), await folderOf('site')]
  const shell = join(client, 'index.html')
  const app = { ...atPaths, page: '/' } as never
  const pages = { '/': { ...table, shell } }
  const own = { ...site, readables: new Map(), pages, apps: [app], assets: client }
  const form = siteForm(folder, own)
  const names = ['', '/a', '/logo.svg', '/search?q=x']
  const run = () => exported(folder, names, undefined, { forms: [form] })
  const report = await run()
  expect(report).toMatchObject({ failed: 1, omitted: 1 })
  expect(report.faults.flatMap(({ states }) => states.map(({ state }) => state)).sort()).toEqual([
    '/logo.svg',
    '/search?q=x',
  ])
  expect([...(await contentOf(folder)).keys()]).toEqual([
    ...['/404.html', '/a/index.html', '/assets/app.js', '/index.html', '/logo.svg'],
  ])
  // A file of the client is the client's, also in its next build.
  await writeFile(join(client, 'logo.svg'), 'the new logo')
  await writeFile(join(client, '404.html'), 'a page of its own')
  await writeFile(join(folder, 'CNAME'), 'a.test')
  expect(counts(await run())).toMatchObject({ written: 0, unchanged: 2, removed: 0 })
  expect(await readFile(join(folder, 'logo.svg'), 'utf8')).toBe('the new logo')
  expect(await readFile(join(folder, '404.html'), 'utf8')).toBe('a page of its own')
  expect(await readFile(join(folder, 'CNAME'), 'utf8')).toBe('a.test')
})

test('a site has the files that the server sends: no hidden ones, and no links out of the folder', async () => {
  const folder = await folderOf('hidden')
  const names = list`a.txt | .env | .git/HEAD | b/.htpasswd | .well-known/c | hashbang.json | .nojekyll`
  const client = await folderWith(Object.fromEntries(names.map((name) => [name, name])))
  const secret = await folderWith({ 'secret.txt': 'a secret' })
  await symlink(join(secret, 'secret.txt'), join(client, 'out.txt'))
  await symlink('a.txt', join(client, 'in.txt'))
  const copied = async (followLinks: boolean) => {
    const own = { ...site, pages: { '/': table }, assets: client, followLinks }
    await exported(folder, [], undefined, { forms: [siteForm(folder, own)] })
    return [...(await contentOf(folder)).keys()].filter((name) => !name.endsWith('.html'))
  }
  const shown = ['/.nojekyll', '/.well-known/c', '/a.txt', '/in.txt']
  expect(await copied(false)).toEqual(shown)
  expect(await copied(true)).toEqual([...shown, '/out.txt'])
})
