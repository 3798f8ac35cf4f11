// Builds the apps of the bench, each as such apps are built, by the plugins of their frameworks.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import react from '@vitejs/plugin-react'
import vue from '@vitejs/plugin-vue'
import { hashbang } from 'hashbang-router/vite'
import { build, createBuilder, type PluginOption } from 'vite'

const BUILT = join(import.meta.dirname, '../../.cache/bench-frameworks')
const COMMON = { configFile: false, logLevel: 'warn' } as const

const plugins = (): PluginOption[] => [react(), vue(), svelte({ configFile: false })]

/** Builds our app. @returns The URL of its module for workers. */
export async function buildApp(): Promise<string> {
  const builder = await createBuilder({
    ...COMMON,
    root: import.meta.dirname,
    plugins: [...plugins(), hashbang({ app: 'routes.ts' })],
    environments: {
      client: { build: { outDir: join(BUILT, 'client'), emptyOutDir: true } },
      hashbang: { build: { outDir: join(BUILT, 'worker') } },
    },
  })
  await builder.buildApp()
  return pathToFileURL(join(BUILT, 'worker/routes.js')).href
}

/** Builds the code of the frameworks' own servers. @returns Its exports. */
export async function buildServer(): Promise<typeof import('./server.ts')> {
  const outDir = join(BUILT, 'server')
  await build({
    ...COMMON,
    root: import.meta.dirname,
    plugins: plugins(),
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: 'server.ts', outDir, emptyOutDir: true },
  })
  return import(pathToFileURL(join(outDir, 'server.js')).href)
}
