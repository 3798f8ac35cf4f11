// Bundles `dist/server` for the published package, for write-package.ts: one file for each module
// that is loaded by name, and shared chunks. `import.meta.url` keeps the value of `tsc`'s output.
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ENTRIES = [
  'index',
  'vite/index',
  'vite/dev-worker',
  'cli/main',
  'snapshot/worker/table-worker',
  'adopted/page/adopted-worker',
]

const PLACE = /__placeOf\("([^"]+)"\)/g

/** Keeps each module's `import.meta.url`, whichever chunk holds the module. */
function ownPlaces(server: string): Plugin {
  return {
    name: 'own places',
    transform: (code, id) =>
      id.startsWith(server)
        ? code.replaceAll(
            'import.meta.url',
            `__placeOf(${JSON.stringify(id.slice(server.length))})`,
          )
        : null,
    renderChunk: (code, { fileName }) =>
      code.replace(PLACE, (_, module: string) => {
        const path = posix.relative(posix.dirname(fileName), module)
        return path === posix.basename(fileName)
          ? 'import.meta.url'
          : `new URL(${JSON.stringify(path.startsWith('.') ? path : `./${path}`)}, import.meta.url).href`
      }),
  }
}

/** App and server share the modules of `src/`. */
function outside(dist: string): Plugin {
  return {
    name: 'outside',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined) return null
      if (!id.startsWith('.')) return { id, external: true }
      const file = fileURLToPath(new URL(id, `file://${importer}`))
      return file.startsWith(`${dist}src/`) ? { id: file, external: 'relative' } : null
    },
  }
}

export async function bundleServer(dist: string, out: string): Promise<void> {
  const server = `${dist}server/`
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [outside(dist), ownPlaces(server)],
    build: {
      ssr: true,
      target: 'esnext',
      outDir: out,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, `${server}${name}.js`])),
        output: {
          format: 'es',
          keepNames: true,
          comments: false,
          // Lines and names stay: Node prints the line that threw.
          minify: false,
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  })
}
