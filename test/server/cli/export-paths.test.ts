/** Where the site of an app at paths may be written, and for which apps. */
import { expect } from '@playwright/test'
import type { PathPages } from '../../../server/cli/export-flags.ts'
import { checkPaths } from '../../../server/cli/export-paths.ts'
import type { Config } from '../../../server/site/config.ts'
import { defineRoutes, pathScheme, route } from '../../../src/index.ts'
import { suite } from '../../run/suite.ts'

const test = suite('export at paths')

const at = (base: string): PathPages => {
  const routes = defineRoutes({ home: route('') }, { scheme: pathScheme({ base }) })
  return new Map([['/', routes]]) as unknown as PathPages
}
const config = (over: Partial<Config> = {}) =>
  ({ origin: 'https://a.test', pages: {}, assets: 'dist/client', ...over }) as Config
const check = (into: string, pages = at('/'), over: Partial<Config> = {}) =>
  checkPaths(config(over), pages, into, 'dist/snapshots')

for (const [into, said] of [
  ['dist/client', 'overlaps the built client'],
  ['dist/client/s', 'overlaps the built client'],
  ['dist', 'overlaps the built client'],
  ['dist/snapshots', 'or the snapshots (dist/snapshots)'],
] as const) {
  test(`${into} is no folder for it`, () => {
    expect(() => check(into)).toThrow(said)
  })
}

test('a folder of its own is one', () => {
  expect(() => check('dist/site')).not.toThrow()
  expect(() => check('dist/site', at('/docs/'), { base: '/docs/' })).not.toThrow()
})

test('a site without states at paths is told what to do instead', () => {
  expect(() => check('dist/site', new Map())).toThrow(/scheme: pathScheme\(\).*--twins/)
})

test('a base that is not that of the build is refused', () => {
  const wrong = () => check('dist/site', at('/other/'), { base: '/docs/' })
  expect(wrong).toThrow('the base of pathScheme()')
})
