/**
 * Builds modules that workers start from, with what they depend on, as one file: Node takes about a millisecond for each module. In:
 * the first module, the texts that say whether the file is up to date. Out: the file, which begins with a comment that names its
 * content and one that names modules it has in common with others, and the licences of all that is in it. Nothing is done where it is up to date.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

/** What to build. */
export interface OneFile {
  readonly entry: URL
  readonly out: URL
  /** The name of the file of licences, beside it. */
  readonly licenses: string
  /** When one of these has changed it is built anew. */
  readonly madeOf: readonly string[]
  /** Default: `es`. */
  readonly format?: 'es' | 'cjs'
  /** What is taken out of the code that is read by machines alone. Default: nothing. */
  readonly minify?: Rolldown.OutputOptions['minify']
  readonly plugins?: readonly Plugin[]
  /** Called when all has been read. @throws When something is not as it has to be. */
  readonly check?: () => void
}

const textOf = (file: URL): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** What npm has installed, in its versions. */
const INSTALLED = new URL('../../../node_modules/.package-lock.json', import.meta.url)

/** Builds it. */
export async function oneFile(options: OneFile): Promise<void> {
  const { entry, out, licenses, format = 'es', minify = false, plugins = [], check } = options
  const madeOf = [...[INSTALLED, entry, new URL(import.meta.url)].map(textOf), ...options.madeOf]
  const stamp = `// ${createHash('sha256').update(madeOf.join()).digest('hex')}\n`
  if (textOf(out).startsWith(stamp)) return
  const { build } = await import('vite')
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [...plugins],
    build: {
      ssr: fileURLToPath(entry),
      write: false,
      target: 'esnext',
      license: { fileName: licenses },
      // Objects tell the names of their classes.
      rolldownOptions: {
        output: { format, keepNames: true, comments: false, codeSplitting: false, minify },
      },
    },
  })
  check?.()
  if (!('output' in made)) throw new Error('Vite has watched or built more than one thing')
  for (const file of made.output) {
    if (file.type === 'asset') writeFileSync(new URL(licenses, out), file.source)
    else {
      const shared = file.imports.filter((one) => one.startsWith('#src/'))
      write(out, `${stamp}// ${JSON.stringify(shared)}\n${ascii(file.code)}`)
    }
  }
}

/** One letter beyond Latin-1 in it, and V8 would take two bytes for each of all, and longer to read them. */
function ascii(code: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replace(/[^\0-\x7f]/g, escaped)
}

/** At one stroke: workers may be starting from it. */
function write(out: URL, code: string): void {
  const made = new URL(`${out.href}.${process.pid}`)
  writeFileSync(made, code)
  renameSync(made, out)
}
