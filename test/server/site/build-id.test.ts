/**
 * Servers share rendered pages if they would have rendered the same: apps with a table, and adopted
 * ones.
 */
import { cpSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { buildOf, scopeOf } from '../../../server/site/build-id.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('build-id')

let folder: string
let site: string
test.beforeEach(async () => {
  folder = await folderWith({
    'site/index.html': '<script src="app.js"></script>',
    'site/app.js': 'show("one")',
    'site/data/phones.json': '[]',
  })
  site = join(folder, 'site')
})

const buildAt = (name: string) => buildOf({ pages: { '/': { site: join(folder, name) } } })

const CHANGES: Record<string, (site: string) => void> = {
  'the text of a script that keeps its name': (to) => writeFileSync(join(to, 'app.js'), 'two'),
  'data in a folder': (to) => writeFileSync(join(to, 'data/phones.json'), '[{}]'),
  'a new file': (to) => writeFileSync(join(to, 'data/more.json'), ''),
  'a new name': (to) => renameSync(join(to, 'app.js'), join(to, 'app2.js')),
}
for (const [name, change] of Object.entries(CHANGES)) {
  test(`${name} makes another build of an adopted app`, async () => {
    const before = await buildAt('site')
    cpSync(site, join(folder, 'other'), { recursive: true })
    expect(await buildAt('other')).toBe(before)
    change(join(folder, 'other'))
    expect(await buildAt('other')).not.toBe(before)
  })
}

test('files that begin with a dot and the place of the folder change no build', async () => {
  const before = await buildAt('site')
  writeFileSync(join(site, '.cache'), 'x')
  renameSync(site, join(folder, 'moved'))
  expect(await buildAt('moved')).toBe(before)
})

/** Settings of a page and of the site, each of which makes pages another way. */
const settings = (): [page: object, others: object][] => [
  [{}, {}],
  [{ readable: '/s/' }, {}],
  [{ states: '#/' }, {}],
  [{ chromium: ['/a'] }, {}],
  [{ chromium: ['/b'] }, {}],
  [{}, { region: { locale: 'de' } }],
  [{}, { region: { timeZone: 'Europe/Berlin' } }],
]

test('settings that change pages make another build; the origin and allowFetch another scope', async () => {
  const build = ([page, others]: readonly object[]) =>
    buildOf({ pages: { '/': { site, ...page } }, ...others })
  const builds = await Promise.all(settings().map(build))
  expect(new Set(builds).size).toBe(builds.length)
  const [origin, allowFetch] = ['https://a.test', ['https://b.test']]
  const scopes = [
    ...builds.map((one) => scopeOf({ origin }, one)),
    ...[{ origin: 'https://c.test' }, { origin, allowFetch }].map((one) =>
      scopeOf(one, builds[0] as string),
    ),
  ]
  expect(new Set(scopes).size).toBe(scopes.length)
})
