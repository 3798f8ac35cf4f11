/** The file of a configuration: where it is, and what its paths are from. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { loadConfig } from '../../../server/site/load-config.ts'
import { suite } from '../../run/suite.ts'

const test = suite('load-config')

/** A configuration, in the text of a file. */
const good = {
  origin: 'https://example.com',
  pages: { '/': { shell: 'index.html', app: 'app.js' } },
}

for (const kind of ['js', 'mjs']) {
  test(`reads hashbang.config.${kind}, with paths from its own folder`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hashbang-config-'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const file = join(folder, `hashbang.config.${kind}`)
    writeFileSync(file, `export default ${JSON.stringify({ ...good, port: 1, assets: 'out' })}`)
    const loaded = await loadConfig(file, { port: 2 })
    expect(loaded).toEqual({
      file,
      config: {
        origin: 'https://example.com',
        pages: { '/': { shell: join(folder, 'index.html'), app: join(folder, 'app.js') } },
        port: 2,
        assets: join(folder, 'out'),
      },
    })
  })
}

test('says where it looked when there is no file', async () => {
  await expect(loadConfig('/nowhere/hashbang.config.js')).rejects.toThrow(
    'There is no config file /nowhere/hashbang.config.js',
  )
})
