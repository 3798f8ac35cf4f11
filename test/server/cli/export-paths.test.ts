/** Where the site of an app at paths may be written, and for which apps. */
import { expect } from '@playwright/test'
import type { PathPages } from '../../../server/cli/export-flags.ts'
import { checkPaths } from '../../../server/cli/export-paths.ts'
import type { Config } from '../../../server/site/config.ts'
import { defineRoutes, pathScheme, route } from '../../../src/index.ts'
import { suite } from '../../run/suite.ts'

const test = suite('export at paths')

const at = (base: string) => {
  const routes = defineRoutes({ home: route('') }, { scheme: pathScheme({ base }) })
  return new Map([['/', routes]]) as unknown as PathPages
}
const check = (into: string, pages = at('/'), over: Partial<Config> = {}) => {
  const config = { origin: 'https://a.test', pages: {}, assets: 'dist/client', ...over } as Config
  return checkPaths(config, pages, into, 'dist/snapshots')
}

for (const [what, into, said, pages, over] of [
  ['the folder of the client', 'dist/client', 'overlaps the built client'],
  ['a folder in it', 'dist/client/s', 'overlaps the built client'],
  ['the folder around it', 'dist', 'overlaps the built client'],
  ['that of the snapshots', 'dist/snapshots', 'or the snapshots (dist/snapshots)'],
  ['a site without paths', 'dist/site', /scheme: pathScheme\(\).*--twins/, new Map()],
  ['another base', 'dist/site', 'the base of pathScheme()', at('/other/'), { base: '/docs/' }],
] as [string, string, string | RegExp, PathPages?, Partial<Config>?][]) {
  test(`${what} is refused, with what is wrong or what to do instead`, () =>
    expect(() => check(into, pages, over)).toThrow(said))
}

test('a folder of its own is one', () => {
  expect(() => check('dist/site')).not.toThrow()
  expect(() => check('dist/site', at('/docs/'), { base: '/docs/' })).not.toThrow()
})
