/** The site of an app at paths: its pages, the files of the client, and what somebody else has put there. */
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readManifest } from '../../../../server/tools/export/manifest.ts'
import {
  type PathOptions,
  type PathSite,
  writePaths,
} from '../../../../server/tools/export/paths.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf } from '../../../tools/folder-content.ts'
import { folderWith } from '../../helpers/files.ts'
import { exported, folderOf, states } from './catalogue.ts'

const test = suite('pages at paths')

const NAMES = ['', '/a', '/b', '/c', '/logo.svg', '/search?q=x']
const CLIENT = { 'index.html': 'the shell', 'logo.svg': 'the logo', 'assets/app.js': 'the app' }

/** An app that was built, its export, and a folder for its site. */
async function project() {
  const [client, out, into] = [
    await folderWith(CLIENT),
    await folderOf('out'),
    await folderOf('site'),
  ]
  const site: PathSite = {
    fileOf: (_, state) =>
      state.includes('?') ? null : `${state.slice(1)}/index.html`.replace(/^\//, ''),
    make: async (_, state) => Buffer.from(`page ${state}`),
    makeMissing: async () => Buffer.from('missing'),
  }
  const write = async (over: Partial<PathOptions> = {}, from: Partial<PathSite> = {}) => {
    const manifest = await readManifest(out)
    const options = { manifest, into, client, shells: new Set(['index.html']), concurrency: 1 }
    return writePaths({ ...site, ...from }, { ...options, ...over }).finally(() =>
      manifest?.close(),
    )
  }
  const list = (names: readonly string[], partial = false) =>
    exported(out, {}, { states: states(...names), partial })
  const published = async () =>
    [...(await contentOf(into))].filter(([path]) => !path.startsWith('/.'))
  await list(NAMES)
  return { client, into, list, write, published }
}

test('each state has its page, beside the files of the client; where the client has one, it stays', async () => {
  const { client, published, write } = await project()
  expect(await write()).toMatchObject({
    ...{ pages: 5, written: 5, unwritten: 1, errors: [], files: 2 },
    refused: ['logo.svg/index.html'],
  })
  expect(await published()).toEqual([
    ['/404.html', 'missing'],
    ['/a/index.html', 'page /a'],
    ['/assets/app.js', 'the app'],
    ['/b/index.html', 'page /b'],
    ['/c/index.html', 'page /c'],
    ['/index.html', 'page '],
    ['/logo.svg', 'the logo'],
  ])
  const own = Object.entries(CLIENT).map(([path, text]) => [`/${path}`, text])
  expect(await contentOf(client)).toEqual(new Map(own as [string, string][]))
})

test('a second run writes nothing, and what is gone goes', async () => {
  const { into, list, write, published } = await project()
  await write()
  const { mtimeMs } = await stat(join(into, 'a/index.html'))
  expect(await write()).toMatchObject({ written: 0, unchanged: 5, removed: 0 })
  expect((await stat(join(into, 'a/index.html'))).mtimeMs).toBe(mtimeMs)
  await list(NAMES.filter((name) => name !== '/b'))
  expect(await write()).toMatchObject({ written: 0, unchanged: 4, removed: 1 })
  expect((await published()).map(([path]) => path)).not.toContain('/b/index.html')
})

test('a part leaves the rest, and a file of somebody else is left alone', async () => {
  const { into, list, write } = await project()
  await write()
  const [page, other] = [join(into, 'a/index.html'), join(into, 'CNAME')]
  await writeFile(other, 'words.test')
  await list(NAMES.slice(0, 1), true)
  expect(await write()).toMatchObject({ unchanged: 2, kept: 3, removed: 0 })
  await appendFile(page, '<!-- mine -->')
  expect((await write()).refused).toContain('a/index.html')
  expect(await readFile(page, 'utf8')).toContain('mine')
  expect(await readFile(other, 'utf8')).toBe('words.test')
  await rm(page)
  expect(await write()).toMatchObject({ written: 1 })
})

test('a run that was stopped is taken up by its name', async () => {
  const { write, published } = await project()
  const generation = { run: 'a', build: 'b', origin: 'https://a.test' }
  let left = 2
  const make: PathSite['make'] = async (_, state) => {
    if (left-- === 0) throw new Error('stopped')
    return Buffer.from(`page ${state}`)
  }
  await expect(write({ generation }, { make })).rejects.toThrow('stopped')
  expect(await published()).toEqual([])
  const { resumed, written } = await write({ generation })
  expect(resumed).toBeGreaterThan(0)
  expect(resumed + written).toBe(5)
})
