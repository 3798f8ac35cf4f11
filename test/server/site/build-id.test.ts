/** Which servers may share what they have made: those that would have made the same, of apps with a table and of adopted ones. */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { buildOf, scopeOf } from '../../../server/site/build-id.ts'
import { suite } from '../../run/suite.ts'

const test = suite('build-id')

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hashbang-build-'))
  mkdirSync(join(folder, 'site', 'data'), { recursive: true })
  writeFileSync(join(folder, 'site', 'index.html'), '<script src="app.js"></script>')
  writeFileSync(join(folder, 'site', 'app.js'), 'show("one")')
  writeFileSync(join(folder, 'site', 'data', 'phones.json'), '[]')
})
test.afterEach(() => rmSync(folder, { recursive: true }))

const buildAt = (site: string) => buildOf({ pages: { '/': { site: join(folder, site) } } })

const CHANGES: Record<string, (site: string) => void> = {
  'the text of a script that keeps its name': (site) =>
    writeFileSync(join(site, 'app.js'), 'show("two")'),
  'data in a folder': (site) => writeFileSync(join(site, 'data', 'phones.json'), '[{}]'),
  'a file that came': (site) => writeFileSync(join(site, 'data', 'more.json'), ''),
  'a name': (site) => renameSync(join(site, 'app.js'), join(site, 'app2.js')),
}
for (const [what, change] of Object.entries(CHANGES)) {
  test(`${what} makes another build of an adopted app`, async () => {
    const before = await buildAt('site')
    cpSync(join(folder, 'site'), join(folder, 'other'), { recursive: true })
    expect(await buildAt('other')).toBe(before)
    change(join(folder, 'other'))
    expect(await buildAt('other')).not.toBe(before)
  })
}

test('what is none of the app changes nothing: files that begin with a dot, and where the folder is', async () => {
  const before = await buildAt('site')
  writeFileSync(join(folder, 'site', '.cache'), 'x')
  renameSync(join(folder, 'site'), join(folder, 'moved'))
  expect(await buildAt('moved')).toBe(before)
})

test('a name of the build that is given holds, and what settings make of its pages parts servers all the same', async () => {
  const engines = join(folder, 'engines.json')
  writeFileSync(engines, '{}')
  const scope = (more: object, others: object = {}) =>
    scopeOf(
      {
        origin: 'https://a.test',
        pages: { '/': { site: join(folder, 'site'), ...more } },
        ...others,
      },
      'mine',
    )
  expect(
    await buildOf({ shared: { build: 'mine' }, pages: { '/': { site: join(folder, 'site') } } }),
  ).toBe('mine')
  const scopes = [
    await scope({}),
    await scope({ states: '#/' }),
    await scope({ states: '#!/' }),
    await scope({ readable: '/s/' }),
    await scope({}, { chromium: { engines } }),
    await scope({}, { chromium: { engines, strict: true } }),
    await scope({}, { origin: 'https://b.test' }),
  ]
  writeFileSync(engines, '{ "groups": {} }')
  scopes.push(await scope({}, { chromium: { engines } }))
  expect(new Set(scopes).size).toBe(scopes.length)
})

test('readable addresses, the choice of engines, locale and time zone make another build of an adopted app', async () => {
  const engines = join(folder, 'engines.json')
  const site = join(folder, 'site')
  writeFileSync(engines, '{}')
  const builds = [
    await buildAt('site'),
    await buildOf({ pages: { '/': { site, readable: '/s/' } } }),
    await buildOf({ pages: { '/': { site } }, chromium: { engines } }),
    await buildOf({ pages: { '/': { site } }, chromium: { engines, strict: true } }),
    await buildOf({ pages: { '/': { site } }, region: { locale: 'de' } }),
    await buildOf({ pages: { '/': { site } }, region: { timeZone: 'Europe/Berlin' } }),
  ]
  writeFileSync(engines, '{ "groups": {} }')
  builds.push(await buildOf({ pages: { '/': { site } }, chromium: { engines } }))
  expect(new Set(builds).size).toBe(builds.length)
})
