/** A configuration in TypeScript, which Vite reads. The other kinds are units of load-config.ts. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { loadConfig } from '../../dist/server/site/load-config.js'

test('reads hashbang.config.ts, with paths from its own folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-config-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const file = join(folder, 'hashbang.config.ts')
  const pages = { '/': { shell: 'index.html', app: 'app.js' } }
  const config = { origin: 'https://example.com', pages, port: 1 }
  writeFileSync(
    file,
    `interface Any { port: number }\nexport default ${JSON.stringify(config)} satisfies Any`,
  )
  const loaded = await loadConfig(file, { port: 2 })
  expect(loaded).toEqual({
    file,
    config: {
      origin: 'https://example.com',
      pages: { '/': { shell: join(folder, 'index.html'), app: join(folder, 'app.js') } },
      port: 2,
    },
  })
})
