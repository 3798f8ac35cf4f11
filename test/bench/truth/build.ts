// Builds the app of the truth bench with all its frameworks, as an app is built. Out: the folder with shell and app module.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compile } from 'svelte/compiler'
import { build, type PluginOption } from 'vite'

const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Truth</title></head>' +
  '<body><hashbang-outlet></hashbang-outlet></body></html>'

const svelte: PluginOption = {
  name: 'svelte',
  transform: (code, id) =>
    id.endsWith('.svelte')
      ? compile(code, { filename: id, generate: 'client', css: 'injected' }).js
      : undefined,
}

/** Builds. @returns The page of the site. */
export async function buildTruth(outDir: string): Promise<{ shell: string; app: string }> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [svelte],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: {
      conditions: ['browser', 'production'],
      alias: [
        {
          find: 'hashbang-router',
          replacement: join(import.meta.dirname, '../../../src/index.ts'),
        },
        { find: /^vue$/, replacement: 'vue/dist/vue.esm-bundler.js' },
      ],
    },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'es2022',
      lib: { entry: { app: join(import.meta.dirname, 'routes.ts') }, formats: ['es'] },
    },
  })
  await writeFile(join(outDir, 'index.html'), SHELL)
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}')
  return { shell: join(outDir, 'index.html'), app: join(outDir, 'app.js') }
}
