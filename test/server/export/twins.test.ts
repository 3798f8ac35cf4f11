/** Twins of an export: a page at a real path for each of its states. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { twinFile, writeTwins } from '../../../server/export/twins.ts'
import { contentOf, exported, folderOf, NAMES } from './catalogue.ts'

const test = suite('twins')

let whole: string
test.before(async () => {
  whole = await folderOf('whole')
  await exported(whole)
})

test('twins stay off files that are not theirs, and those of states that are gone go', async () => {
  const [folder, twins] = [await folderOf('twinned'), await folderOf('client')]
  const [home, item] = [join(twins, 'index.html'), join(twins, 'items', 'n1', 'index.html')]
  await writeFile(home, 'the app itself')
  const pairUp = async (isGone: boolean) => {
    await exported(folder, { isGone })
    return writeTwins(folder, twins, 'https://catalogue.test')
  }
  expect(await pairUp(false)).toMatchObject({ refused: ['index.html'], removed: 0 })
  expect(await readFile(home, 'utf8')).toBe('the app itself')
  const before = await contentOf(twins)
  // A build of the app that puts a file of its own where a twin was.
  await writeFile(item, 'the app again')
  await rm(home)
  const gone = NAMES.filter((_, at) => at % 10 === 9).length
  expect(await pairUp(true)).toMatchObject({ refused: ['items/n1/index.html'], removed: gone })
  expect(await readFile(item, 'utf8')).toBe('the app again')
  const after = await contentOf(twins)
  expect(after.size).toBe(before.size - gone)
  expect(after.get('/index.html')).toContain('<base href="https://catalogue.test/">')
})

test('no two states share a twin', () => {
  const twins = NAMES.map((state) => twinFile('/', state))
  expect(new Set(twins.map((file) => posix.normalize(file.toLowerCase()))).size).toBe(twins.length)
  const odd = [
    '',
    '/',
    'x',
    '/x',
    '/x/',
    '/index.html',
    '/x/index.html',
    'index.html',
    '/=x',
    '=x',
    '/..',
    '/.',
    '/x/..',
  ]
  expect(new Set(odd.map((state) => posix.normalize(twinFile('/', state)))).size).toBe(odd.length)
})
