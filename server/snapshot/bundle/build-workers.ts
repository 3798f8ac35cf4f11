// Builds the entry of worker processes and their programs, each as one script: V8 caches compiled
// code of scripts but not of modules. Copies the files that modules read. A step of
// `npm run build`, after `#happy-dom` and `#inline-programs`.

import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { oneFile } from '../../dom/bundle/one-file.ts'

const DIST = new URL('../../../', import.meta.url)
/** Every source counts for the hash of the build, imported or not. */
const SOURCES = ['src/', 'server/']

const modulesOf = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(folder, DIST)), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => readFileSync(new URL(folder + file, DIST), 'utf8'))

const madeOf = [readFileSync(new URL(import.meta.url), 'utf8'), ...SOURCES.flatMap(modulesOf)]

/** Names stay: errors and objects show them. */
const minify = {
  compress: { keepNames: { function: true, class: true } },
  mangle: false,
  codegen: { removeWhitespace: true },
} as const

for (const entry of ['snapshot/worker/worker-entry', 'worker-programs']) {
  const name = entry.replace(/.*\//, '')
  const isPrograms = name === 'worker-programs'
  await oneFile({
    entry: new URL(`server/${entry}.js`, DIST),
    out: new URL(`server/${name}.cjs`, DIST),
    licenses: isPrograms ? `${name}.licenses.md` : undefined,
    format: 'cjs',
    minify,
    madeOf,
    mapped: isPrograms,
  })
}

const STYLE_OF_REPORTS = 'server/tools/verify/report.css'
cpSync(new URL(`../${STYLE_OF_REPORTS}`, DIST), new URL(STYLE_OF_REPORTS, DIST))
