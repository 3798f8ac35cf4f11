/** The file of a configuration: its place, and the folder of its relative paths. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { loadConfig } from '../../../server/site/load-config.ts'
import { setVariable } from '../../environment.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('load-config')

const origin = 'https://example.com'
const settings = { origin, pages: { '/': { shell: 'index.html', app: 'app.js' } } }

for (const kind of ['js', 'mjs']) {
  test(`reads hashbang.config.${kind}, with paths from its own folder`, async () => {
    const name = `hashbang.config.${kind}`
    const text = `export default ${JSON.stringify({ ...settings, port: 1, assets: 'out' })}`
    const folder = await folderWith({ 'package.json': '{ "type": "module" }', [name]: text })
    const file = join(folder, name)
    const pages = { '/': { shell: join(folder, 'index.html'), app: join(folder, 'app.js') } }
    const config = { origin, pages, port: 2, assets: join(folder, 'out') }
    expect(await loadConfig(file, { port: 2 })).toEqual(config)
  })
}

test('variables override the file, but for the port', async () => {
  const text = `export default ${JSON.stringify({ ...settings, workers: 1 })}`
  const file = join(await folderWith({ 'hashbang.config.mjs': text }), 'hashbang.config.mjs')
  const REDIS_URL = 'redis://db'
  const back = Object.entries({ ORIGIN: 'https://a.test', REDIS_URL, PORT: '80' }).map(
    ([name, value]) => setVariable(name, value),
  )
  const config = await loadConfig(file).finally(() => {
    for (const one of back) one()
  })
  expect(config).toMatchObject({ origin: 'https://a.test', redis: { url: REDIS_URL }, workers: 1 })
  expect(config.port).toBeUndefined()
})

test('names every place to set a missing origin', async () => {
  const folder = await folderWith({ 'hashbang.config.mjs': 'export default { pages: {} }' })
  await expect(loadConfig(join(folder, 'hashbang.config.mjs'))).rejects.toThrow(
    /"origin" is missing: .*hashbang\.config\.js.* ORIGIN.* --origin/,
  )
})

test('names the path of a missing file', async () => {
  const file = '/nowhere/hashbang.config.js'
  await expect(loadConfig(file)).rejects.toThrow(`There is no config file ${file}`)
})
