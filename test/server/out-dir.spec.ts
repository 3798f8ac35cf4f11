/** A build goes where its configuration says, whether that is a path of the project or an absolute one. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'

const FILES = {
  'index.html': `<!doctype html><html><head><title>Out</title></head><body><hashbang-outlet></hashbang-outlet><script type="module" src="main.ts"></script></body></html>`,
  'main.ts': `import { start } from 'hashbang-router/browser'\nimport { routes } from './routes.ts'\nstart(routes)\n`,
  'routes.ts': `import { defineRoutes, route } from 'hashbang-router'\nexport const routes = defineRoutes({ home: route('') })\nexport default routes\n`,
}

test('both of its folders may be absolute', async ({ baseURL: _ }, info) => {
  const [root, out] = [info.outputPath('project'), info.outputPath('elsewhere')]
  mkdirSync(root, { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text)
  const builder = await createBuilder({
    ...{ configFile: false, root, logLevel: 'error', plugins: [hashbang({ app: 'routes.ts' })] },
    environments: {
      client: { build: { outDir: join(out, 'client') } },
      hashbang: { build: { outDir: join(out, 'worker') } },
    },
  })
  await builder.buildApp()
  for (const file of ['client/index.html', 'worker/routes.js', 'hashbang.json'])
    expect(existsSync(join(out, file)), file).toBe(true)
})
