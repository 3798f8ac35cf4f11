/**
 * Modules of the dev server: texts of Vite beside packages in files, evaluated as in production.
 */
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { createLoader } from '../../../server/snapshot/modules/loader.ts'
import { moduleCode } from '../../../server/snapshot/modules/module-code.ts'
import { ModuleMap } from '../../../server/snapshot/modules/module-map.ts'
import { moduleUrl, viteModules } from '../../../server/vite/dev-modules.ts'
import { suite } from '../../run/suite.ts'

const test = suite('dev-modules')

const TEXTS: Readonly<Record<string, string>> = {
  '/src/app.ts':
    "import { part } from '/src/part.ts'; import { n } from 'plain'; export const shown = async (name) => [part, n, (await import('./' + name + '.ts')).part]",
  '/src/part.ts': "import { made } from '/@id/made'; export const part = made",
  '/@refresh': "import { n } from 'plain'; export const part = n",
  '/@id/made': "import { n } from 'plain'; export const made = n + 1",
}

/** A host of these modules. `requests` and `maps` receive what it transforms. */
const hostOf = (
  texts: Readonly<Record<string, string>>,
  base = '/',
  requests: string[] = [],
  maps: string[] = [],
) =>
  viteModules(
    {
      resolve: (specifier, referrer) => `${specifier} of ${referrer}`,
      isKept: () => false,
      read: ({ url }) => ({
        kind: 'value',
        url,
        isKept: false,
        evaluate: () => ({ n: url.length }),
      }),
      meta: (url) => ({ url }),
      compile: (code, options) => new vm.Script(code, options),
      rewrite: (text) => moduleCode(text),
    },
    async (url) => {
      requests.push(url)
      const code = texts[url]
      if (code === undefined) throw new Error(`no module ${url}`)
      const ids: Record<string, string> = { '/@id/made': '\0made', '/@refresh': '/@refresh' }
      const id = ids[url] ?? `/project${url}?v=1`
      return { code, id, map: { version: 3, sources: [], names: [], mappings: '' } }
    },
    { root: '/project', base, dedupe: [] },
    {
      noteSourceMap: (file) => maps.push(file),
      isBackground: () => false,
      isCommonJs: () => false,
    },
  )

test('Vite transforms modules of the app and of plugins once; packages are files', async () => {
  const requests: string[] = []
  const maps: string[] = []
  const texts = { ...TEXTS }
  const host = hostOf(texts, '/', requests, maps)
  const loader = createLoader(host)
  const open = () => {
    const url = moduleUrl('/project/src/app.ts', '/project')
    return new ModuleMap(loader).import(url, url) as Promise<{
      shown(name: string): Promise<unknown>
    }>
  }
  const app = 'plain of file:///project/src/app.ts'.length
  const made = 'plain of file:///project/@id/made'.length + 1
  for (let page = 0; page < 2; page++)
    expect(await (await open()).shown('part')).toEqual([made, app, made])
  expect(requests).toEqual(['/src/app.ts', '/src/part.ts', '/@id/made'])
  expect(maps).toContain('/project/src/app.ts')

  await expect((await open()).shown('late')).rejects.toThrow('no module /src/late.ts')
  // A module of a plugin whose name begins as a path does.
  texts['/src/late.ts'] = "export { part } from '/@refresh'"
  const refresh = 'plain of file:///project/@refresh'.length
  expect(await (await open()).shown('late')).toEqual([made, app, refresh])
})

test('a file outside of the project has a URL of Vite, too', () =>
  expect(moduleUrl('/other/x.ts', '/project')).toBe('vite:/@fs/other/x.ts'))

test('a module below a base runs without hot updates, and imports parts of Node', async () => {
  const texts = {
    '/app.js': `import { createHotContext } from '/@vite/client'
import { updateStyle } from '/docs/@vite/client'
import { part } from '/docs/part.js'
import { sep } from '/docs/@id/node:path'
import.meta.hot = createHotContext('/app.js')
updateStyle('style', 'p{}')
export const shown = [part, typeof sep, import.meta.hot]`,
    '/part.js': "export const part = 'part'",
  }
  const host = hostOf(texts, '/docs/')
  const loader = createLoader({
    ...host,
    read: (address) =>
      address.url === 'node:path'
        ? { kind: 'value', ...address, isKept: true, evaluate: () => ({ sep: '/' }) }
        : host.read(address),
  })
  const url = moduleUrl('/project/app.js', '/project')
  expect(await new ModuleMap(loader).import(url, url)).toMatchObject({
    shown: ['part', 'string', undefined],
  })
})
