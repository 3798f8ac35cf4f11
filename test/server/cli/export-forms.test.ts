/** Where the site of an app at paths may be written, and for which apps. */
import { expect } from '@playwright/test'
import { checkForms, type FormFlags, type Tables } from '../../../server/cli/export-forms.ts'
import type { Config } from '../../../server/site/config.ts'
import { defineRoutes, pathScheme, route } from '../../../src/index.ts'
import { suite } from '../../run/suite.ts'

const test = suite('forms that a site can have')

const at = (base: string) => {
  const routes = defineRoutes({ home: route('') }, { scheme: pathScheme({ base }) })
  return [{ page: '/', routes }] as unknown as Tables
}
const check = (flags: FormFlags, apps = at('/'), over: Partial<Config> = {}) => {
  const config = { origin: 'https://a.test', assets: 'dist/client', ...over } as Config
  return checkForms({ ...config, pages: { '/': { shell: '', app: '' } } }, apps, flags)
}

for (const [what, flags, said, apps, over] of [
  ['the folder of the client', { paths: 'dist/client' }, 'overlaps dist/client'],
  ['a folder in it', { paths: 'dist/client/s' }, 'overlaps dist/client'],
  ['the folder around it', { paths: 'dist' }, 'overlaps dist/client'],
  ['that of the snapshots', { paths: 'out', out: 'out' }, 'overlaps out'],
  ['a site without paths', { paths: 'site' }, /scheme: pathScheme\(\).*--twins/, []],
  ['twins of an app at paths', { twins: 's' }, 'use --paths'],
  ['another base', { paths: 'site' }, 'base of pathScheme()', at('/other/'), { base: '/docs/' }],
] as [string, FormFlags, string | RegExp, Tables?, Partial<Config>?][]) {
  test(`${what} is refused, with what is wrong or what to do instead`, () =>
    expect(() => check(flags, apps, over)).toThrow(said))
}

test('a folder of its own is one', () => {
  expect(() => check({ paths: 'dist/site', out: 'dist/snapshots' })).not.toThrow()
  expect(() => check({ paths: 'site' }, at('/docs/'), { base: '/docs/' })).not.toThrow()
})
