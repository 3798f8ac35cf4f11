/** The file of a configuration: where it is, and what its paths are from. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { loadConfig } from '../../../server/site/load-config.ts'
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
    expect(await loadConfig(file, { port: 2 })).toEqual({ file, config })
  })
}

test('says where it looked when there is no file', async () => {
  const file = '/nowhere/hashbang.config.js'
  await expect(loadConfig(file)).rejects.toThrow(`There is no config file ${file}`)
})
