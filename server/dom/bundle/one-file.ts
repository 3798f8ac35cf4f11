/**
 * Bundles worker modules and their dependencies into one file, for the build steps of the workers:
 * Node needs about 1 ms to load each module. A file begins with the hash of its sources.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

interface OneFile {
  readonly entry: URL
  readonly out: URL
  /** The file for the licences of packages. Undefined: the bundle holds none. */
  readonly licenses?: string | undefined
  /** A change of one of these texts causes a rebuild. */
  readonly madeOf: readonly string[]
  /** Default: `es`. */
  readonly format?: 'es' | 'cjs'
  /** Default: none. */
  readonly minify?: Rolldown.OutputOptions['minify']
  readonly plugins?: readonly Plugin[]
  /** Whether profiles can find its sources. Default: false. */
  readonly mapped?: boolean
  readonly check?: () => void
}

const contentOf = (file: URL): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const INSTALLED = new URL('../../../../node_modules/.package-lock.json', import.meta.url)

/** The first line of a built file. It differs if a source or an installed package does. */
export function stampOf(sources: readonly string[]): string {
  const texts = [...[INSTALLED, new URL(import.meta.url)].map(contentOf), ...sources]
  return `// ${createHash('sha256').update(texts.join()).digest('hex')}\n`
}

export const isBuilt = (out: URL, stamp: string): boolean => contentOf(out).startsWith(stamp)

export async function oneFile(options: OneFile): Promise<void> {
  const { entry, out, licenses, format = 'es', minify = false, plugins = [] } = options
  const { mapped = false, check } = options
  const stamp = stampOf([contentOf(entry), ...options.madeOf])
  if (isBuilt(out, stamp)) return
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    plugins: [...plugins],
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(entry),
      write: false,
      target: 'esnext',
      license: licenses !== undefined && { fileName: licenses },
      sourcemap: mapped ? 'hidden' : false,
      // Objects report the names of their classes.
      rolldownOptions: {
        output: { format, keepNames: true, comments: false, codeSplitting: false, minify },
      },
    },
  })
  check?.()
  if (!('output' in result)) throw new Error('Vite has watched or built more than one thing')
  for (const file of result.output) {
    if (file.type === 'asset') writeFileSync(new URL(file.fileName, out), file.source)
    else {
      writeBuilt(out, stamp + ascii(file.code))
      if (mapped) writeBuilt(new URL(`${out.href}.map.json`), mapBelow(stamp, file))
    }
  }
}

/** With a letter beyond Latin-1, V8 stores two bytes for each character. */
function ascii(code: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replace(/[^\0-\x7f]/g, escaped)
}

/**
 * The map of the bundle, for profiles: where its lines begin below the head, and the columns in
 * which a letter became an escape, which the map does not know.
 */
function mapBelow(head: string, { code, map }: Rolldown.OutputChunk): string {
  const above = head.split('\n').length - 1
  const escapes: Record<number, number[]> = {}
  code.split('\n').forEach((line, index) => {
    const columns = [...line.matchAll(/[^\0-\x7f]/g)].map(({ index }, before) => index + 5 * before)
    if (columns.length > 0) escapes[index + above] = columns
  })
  const mappings = ';'.repeat(above) + map?.mappings
  return JSON.stringify({ map: { ...map, mappings, sourcesContent: undefined }, escapes })
}

/** Atomically: workers may be starting from the file. */
export function writeBuilt(out: URL, code: string): void {
  const temporary = new URL(`${out.href}.${process.pid}`)
  writeFileSync(temporary, code)
  renameSync(temporary, out)
}
