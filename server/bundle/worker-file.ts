/**
 * Builds what a worker runs as one script: V8 keeps compiled code of scripts, and of modules it does not. In: the program, which
 * modules it has in common with the app. Out: dist/server/<name>.cjs, which `script-compiler.ts` of the workers runs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { oneFile } from './one-file.ts'

const DIST = new URL('../../', import.meta.url)
/** Whatever of it is imported. */
const SOURCES = ['src/', 'server/']

const modulesOf = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(folder, DIST)), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => readFileSync(new URL(folder + file, DIST), 'utf8'))

/** Modules of `src/` that the app imports as well are not built in: there is one of each. They are required by `#src/` names. */
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

/** What is imported with the first page of Markdown, and how often that is written. */
const LATER = /\bimport\(('\.\.\/markdown\/[\w-]+\.js')\)/g
const TIMES = 2

/** Scripts import nothing by themselves, without a flag of Node's: who runs them does. */
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
 * Builds it.
 *
 * @param entry The program.
 * @param shares Whether an app is loaded beside it that imports modules of `src/`.
 */
export function workerFile(name: string, entry: URL, shares: boolean): Promise<void> {
  const { plugin, check } = importsByRunner()
  return oneFile({
    entry,
    out: new URL(`server/${name}.cjs`, DIST),
    licenses: `${name}.licenses.md`,
    format: 'cjs',
    // Names stay: errors and objects tell them.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    madeOf: [readFileSync(new URL(import.meta.url), 'utf8'), ...SOURCES.flatMap(modulesOf)],
    plugins: shares ? [SHARED, plugin] : [plugin],
    check,
  })
}
