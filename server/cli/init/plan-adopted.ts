import { readableScheme } from '../../../src/readable.ts'
import { packageVersion } from '../../diagnostics/runtime/versions.ts'
import { addPlugin } from './edit-config.ts'
import { type Choices, DEV_ORIGIN, type Plan, packageManager, unplaced } from './plan.ts'
import { builtFolder, type Project } from './project.ts'

export function planAdopted(project: Project, { readable }: Choices): Plan {
  const { config, hasVite, folder, hash, manifest } = project
  const states = hash && `states: '${hash.states}'`
  const paths = readable && `readable: '${readable}'`
  const options = [states, paths].filter((one) => one !== undefined).join(', ')
  const call = `hashbang({ adopt: ${options === '' ? 'true' : `{ ${options} }`} })`
  const edited = config && addPlugin(config.text, call)
  const built = builtFolder(folder)
  const dependencies = { 'hashbang-router': `^${packageVersion()}`, ...manifest.dependencies }
  const run = `${packageManager(folder)} run`
  const curl = (origin: string) => [
    `curl '${origin}/?_escaped_fragment_=/'`,
    ...(readable ? [`curl '${origin}${readableScheme(readable).href('/')}'`] : []),
  ]
  return {
    changed: {
      'package.json': `${JSON.stringify({ ...manifest, dependencies }, null, project.indent)}\n`,
      ...(config && edited !== undefined && { [config.path]: edited }),
      ...(config === undefined && hasVite && { 'vite.config.ts': viteConfig(call) }),
    },
    // A build with the plugin brings its own settings.
    created: hasVite ? {} : { 'hashbang.config.mjs': serverConfig(built ?? 'dist', options) },
    notes: [
      'Your app stays as it is. Its snapshots come from its own page and scripts.',
      ...(hasVite || built !== undefined
        ? []
        : [
            `No folder here holds a built index.html: build your app, and set \`site\` in hashbang.config.mjs to the folder of the build.`,
          ]),
    ],
    steps: config && edited === undefined ? [unplaced(config, call)] : [],
    commands: [
      `${packageManager(folder)} install`,
      ...(hasVite
        ? [
            `${run} dev`,
            ...curl(DEV_ORIGIN),
            `${run} build`,
            'npx hashbang serve --origin http://localhost:3000',
          ]
        : ['npx hashbang serve', ...curl('http://localhost:3000')]),
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
