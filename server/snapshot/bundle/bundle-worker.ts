/**
 * Builds a worker's program as one script, dist/server/<name>.cjs, for the build: V8 caches
 * compiled code of scripts but not of modules.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { oneFile } from '../../dom/bundle/one-file.ts'

const DIST = new URL('../../../', import.meta.url)
/** Every source counts for the hash of the build, imported or not. */
const SOURCES = ['src/', 'server/']

const modulesOf = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(folder, DIST)), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => readFileSync(new URL(folder + file, DIST), 'utf8'))

/** Modules of `src/` that the app imports too stay out, and are required by `#src/` names. */
const SHARED: Plugin = {
  name: 'shared with the app',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.startsWith('.') || importer === undefined) return null
    const src = fileURLToPath(new URL('src/', DIST))
    const file = join(importer, '..', id)
    return file.startsWith(src) ? { id: `#src/${file.slice(src.length)}`, external: true } : null
  },
}

/** @param shares Whether an app that imports modules of `src/` is loaded beside it. */
export function bundleWorker(name: string, entry: URL, shares: boolean): Promise<void> {
  return oneFile({
    entry,
    out: new URL(`server/${name}.cjs`, DIST),
    licenses: `${name}.licenses.md`,
    format: 'cjs',
    // Names stay: errors and objects show them.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    madeOf: [readFileSync(new URL(import.meta.url), 'utf8'), ...SOURCES.flatMap(modulesOf)],
    plugins: shares ? [SHARED] : [],
  })
}
