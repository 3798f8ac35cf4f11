// Bundles `dist/server` for the published package, for write-package.ts: one file for each module
// that is loaded by name, and shared chunks. `import.meta.url` keeps the value of `tsc`'s output.
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ENTRIES = ['index', 'vite/index', 'vite/read-table', 'cli/main']

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

/**
 * App and server share the modules of `src/`. Packages on which this one does not depend are built
 * in.
 */
function outside(dist: string, depends: readonly string[]): Plugin {
  const isInstalled = (id: string) =>
    isBuiltin(id) || depends.some((name) => id === name || id.startsWith(`${name}/`))
  return {
    name: 'outside',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined) return null
      if (!id.startsWith('.')) return isInstalled(id) ? { id, external: true } : null
      const file = fileURLToPath(new URL(id, `file://${importer}`))
      return file.startsWith(`${dist}src/`) ? { id: file, external: 'relative' } : null
    },
  }
}

/** @param depends The names of packages that are installed with this one. */
export async function bundleServer(
  dist: string,
  out: string,
  depends: readonly string[],
): Promise<void> {
  const server = `${dist}server/`
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [outside(dist, depends), ownPlaces(server)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      license: { fileName: 'server.licenses.md' },
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
