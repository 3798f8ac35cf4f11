import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

const KINDS = process.env.TRUTH_CROSSED === undefined ? 'KINDS' : 'CROSSED'

/**
 * An app for each folder of views: each page makes the table of its app anew, so that a table of
 * all kinds would take most of the time.
 */
const apps = Object.fromEntries(readdirSync('views').map((name) => [name, writeApp(name)]))

function writeApp(name: string): string {
  mkdirSync('apps', { recursive: true })
  const file = `apps/${name}.ts`
  writeFileSync(
    file,
    `import { ${KINDS} } from '../kinds.ts'
import { tableOf } from '../table.ts'

export const routes = tableOf(
  ${KINDS},
  import.meta.glob<never>('../views/${name}/*.{ts,tsx,vue,svelte}'),
)
`,
  )
  writeFileSync(`${name}.html`, readFileSync('index.html', 'utf8').replace('app', `apps/${name}`))
  return file
}

export default defineConfig({
  build: { rolldownOptions: { input: Object.keys(apps).map((name) => `${name}.html`) } },
  plugins: [
    vue(),
    svelte(),
    solid({ include: ['**/views/solid/*.tsx'] }),
    hashbang({
      app: Object.fromEntries(Object.entries(apps).map(([name, app]) => [`/${name}.html`, app])),
    }),
  ],
})
