// Plans an adopted app with hash routes: the plugin in a Vite project, or else the production
// server's configuration.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageVersion } from '../../diagnostics/runtime/versions.ts'
import { addPlugin } from './edit-config.ts'
import { type Choices, DEV_ORIGIN, type Plan, packageManager, unplaced } from './plan.ts'
import type { Project } from './project.ts'

/** Usual build folders of apps without Vite. */
const BUILDS = ['dist', 'build', 'www', 'public', 'app']

export function planAdopted(project: Project, { readable }: Choices): Plan {
  const { config, hasVite, folder, hash, manifest } = project
  const states = hash && `states: '${hash.states}'`
  const paths = readable && `readable: '${readable}'`
  const options = [states, paths].filter((one) => one !== undefined).join(', ')
  const call = `hashbang({ adopt: ${options === '' ? 'true' : `{ ${options} }`} })`
  const edited = config && addPlugin(config.text, call)
  const built = BUILDS.find((name) => existsSync(join(folder, name, 'index.html'))) ?? '.'
  const dependencies = { 'hashbang-router': `^${packageVersion()}`, ...manifest.dependencies }
  const run = `${packageManager()} run`
  return {
    changed: {
      'package.json': `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`,
      ...(config && edited !== undefined && { [config.path]: edited }),
      ...(config === undefined && hasVite && { 'vite.config.ts': viteConfig(call) }),
    },
    // A build with the plugin brings its own settings.
    created: hasVite ? {} : { 'hashbang.config.mjs': serverConfig(built, options) },
    notes: [
      ...(config && edited === undefined ? [unplaced(config.path, call)] : []),
      'Your app stays as it is. Its snapshots come from its own page and scripts.',
    ],
    commands: [
      `${packageManager()} install`,
      ...(hasVite
        ? [
            `${run} dev`,
            `curl '${DEV_ORIGIN}/?_escaped_fragment_=/'`,
            `${run} build`,
            'npx hashbang serve --origin http://localhost:3000',
          ]
        : ['npx hashbang serve']),
    ],
  }
}

const viteConfig = (call: string) => `import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [${call}] })
`

const serverConfig = (
  built: string,
  options: string,
) => `import { defineConfig } from 'hashbang-router/server'

export default defineConfig({
  origin: process.env.ORIGIN ?? 'http://localhost:3000',
  pages: { '/': { site: '${built}'${options === '' ? '' : `, ${options}`} } },
})
`
