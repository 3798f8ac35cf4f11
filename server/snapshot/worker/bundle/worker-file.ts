/**
 * Builds a worker's program as one script, dist/server/<name>.cjs, for `script-compiler.ts`: V8
 * caches compiled code of scripts but not of modules.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { oneFile } from '../../../dom/bundle/one-file.ts'

const DIST = new URL('../../../../', import.meta.url)
/** Every source counts for the hash of the build, imported or not. */
const SOURCES = ['src/', 'server/']

const modulesOf = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(folder, DIST)), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => readFileSync(new URL(folder + file, DIST), 'utf8'))

/**
 * Modules of `src/` that the app imports too stay out, so that there is one copy. They are required
 * by `#src/` names.
 */
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

/** Imports for the first Markdown page, and how often they occur. */
const LATER = /\bimport\(('(?:\.\.\/)+(?:snapshot\/)?markdown\/[\w-]+\.js')\)/g
const TIMES = 2

/** Scripts cannot import without a Node flag, so their runner imports for them. */
function importsByRunner(): { readonly plugin: Plugin; check(): void } {
  let found = 0
  const rewritten = (_: string, name: string) => {
    found += 1
    return `__import(${name})`
  }
  return {
    plugin: {
      name: 'imports by who runs it',
      transform: (code, id) =>
        id.startsWith(fileURLToPath(DIST)) ? code.replace(LATER, rewritten) : null,
    },
    check() {
      if (found === TIMES) return
      throw new Error(
        `A worker's program imports ${found} modules of markdown/ when it runs, and not ${TIMES}: look whether worker-file.ts still finds them`,
      )
    },
  }
}

/**
 * @param entry The program.
 * @param shares Whether an app that imports modules of `src/` is loaded beside it.
 */
export function workerFile(name: string, entry: URL, shares: boolean): Promise<void> {
  const { plugin, check } = importsByRunner()
  return oneFile({
    entry,
    out: new URL(`server/${name}.cjs`, DIST),
    licenses: `${name}.licenses.md`,
    format: 'cjs',
    // Keep names: errors and objects show them.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    madeOf: [readFileSync(new URL(import.meta.url), 'utf8'), ...SOURCES.flatMap(modulesOf)],
    plugins: shares ? [SHARED, plugin] : [plugin],
    check,
  })
}
