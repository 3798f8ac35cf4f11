// Builds the files that a worker loads whole: `#markdown` and the two programs of workers, each as
// one script: V8 caches compiled code of scripts but not of modules. A step of `npm run build`,
// after `#happy-dom`.

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

const OWN = readFileSync(new URL(import.meta.url), 'utf8')
/** Names stay: errors and objects show them. */
const SPACE = {
  compress: { keepNames: { function: true, class: true } },
  mangle: false,
  codegen: { removeWhitespace: true },
} as const

/** @param shares Whether an app that imports modules of `src/` is loaded beside it. */
function bundleWorker(name: string, entry: string, shares: boolean): Promise<void> {
  return oneFile({
    entry: new URL(`server/${entry}`, DIST),
    out: new URL(`server/${name}.cjs`, DIST),
    licenses: `${name}.licenses.md`,
    format: 'cjs',
    minify: SPACE,
    madeOf: [OWN, ...SOURCES.flatMap(modulesOf)],
    plugins: shares ? [SHARED] : [],
    mapped: true,
  })
}

await oneFile({
  entry: new URL('./markdown.js', import.meta.url),
  out: new URL('server/markdown.js', DIST),
  licenses: 'markdown.licenses.md',
  minify: SPACE,
  madeOf: [OWN],
})
await bundleWorker('render', 'snapshot/worker/table-program.js', true)
await bundleWorker('adopt', 'adopted/page/adopted-program.js', false)
