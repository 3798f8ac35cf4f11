/** Which servers may share what they have made: those that would have made the same, of apps with a table and of adopted ones. */
import { cpSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { buildOf, scopeOf } from '../../../server/site/build-id.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('build-id')

let folder: string
let site: string
let engines: string
test.beforeEach(async () => {
  folder = await folderWith({
    'site/index.html': '<script src="app.js"></script>',
    'site/app.js': 'show("one")',
    'site/data/phones.json': '[]',
    'engines.json': '{}',
  })
  site = join(folder, 'site')
  engines = join(folder, 'engines.json')
})

const buildAt = (name: string) => buildOf({ pages: { '/': { site: join(folder, name) } } })

const CHANGES: Record<string, (site: string) => void> = {
  'the text of a script that keeps its name': (to) => writeFileSync(join(to, 'app.js'), 'two'),
  'data in a folder': (to) => writeFileSync(join(to, 'data/phones.json'), '[{}]'),
  'a file that came': (to) => writeFileSync(join(to, 'data/more.json'), ''),
  'a name': (to) => renameSync(join(to, 'app.js'), join(to, 'app2.js')),
}
for (const [what, change] of Object.entries(CHANGES)) {
  test(`${what} makes another build of an adopted app`, async () => {
    const before = await buildAt('site')
    cpSync(site, join(folder, 'other'), { recursive: true })
    expect(await buildAt('other')).toBe(before)
    change(join(folder, 'other'))
    expect(await buildAt('other')).not.toBe(before)
  })
}

test('what is none of the app changes nothing: files that begin with a dot, and where the folder is', async () => {
  const before = await buildAt('site')
  writeFileSync(join(site, '.cache'), 'x')
  renameSync(site, join(folder, 'moved'))
  expect(await buildAt('moved')).toBe(before)
})

/** Settings of a page and of the site, each of which makes pages another way. */
const settings = (): [page: object, others: object][] => [
  [{}, {}],
  [{ readable: '/s/' }, {}],
  [{}, { adopt: { engines } }],
]

test('what settings make of a build’s pages parts servers', async () => {
  const scope = ([page, others]: readonly object[]) =>
    scopeOf({ origin: 'https://a.test', pages: { '/': { site, ...page } }, ...others }, 'mine')
  const more = [[{ states: '#/' }], [{ states: '#!/' }], [{}, { origin: 'https://b.test' }]]
  const scopes = await Promise.all([...settings(), ...more].map(scope))
  writeFileSync(engines, '{ "groups": {} }')
  scopes.push(await scope([{}, { adopt: { engines } }]))
  expect(new Set(scopes).size).toBe(scopes.length)
})

test('readable addresses, the choice of engines, locale and time zone make another build of an adopted app', async () => {
  const build = ([page, others]: readonly object[]) =>
    buildOf({ pages: { '/': { site, ...page } }, ...others })
  const regions = [{ locale: 'de' }, { timeZone: 'Europe/Berlin' }].map((region) => [
    {},
    { region },
  ])
  const builds = await Promise.all([...settings(), ...regions].map(build))
  writeFileSync(engines, '{ "groups": {} }')
  builds.push(await build([{}, { adopt: { engines } }]))
  expect(new Set(builds).size).toBe(builds.length)
})
