/**
 * A step of `npm run build`, after the compiler: builds `#happy-dom`, the DOM of the snapshot workers, as one file, which starts
 * in less than half the time of its 600 modules. In: happy-dom and what it depends on, changed by `patches.ts`. Out:
 * dist/server/happy-dom.js and the licences of all that is in it. Nothing is done where the file is up to date.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defaultsOnPrototype } from './defaults.ts'
import { LEFT_OUT } from './left-out.ts'
import { apply, stale } from './patch.ts'
import { PATCHES } from './patches.ts'

const OUT = new URL('../happy-dom.js', import.meta.url)
const LICENSES = 'happy-dom.licenses.md'
const ENTRY = new URL('./happy-dom.js', import.meta.url)

/** The classes of nodes, and what they are derived from. */
const NODES = /^(?:nodes\/|event\/EventTarget\.js$)/

const text = (file: URL | string) => readFileSync(file, 'utf8')
const madeOf = [
  text(ENTRY),
  text(new URL('./defaults.js', import.meta.url)),
  text(new URL(import.meta.url)),
  text(createRequire(import.meta.url).resolve('happy-dom/package.json')),
  JSON.stringify([PATCHES, LEFT_OUT]),
]
const stamp = `// ${createHash('sha256').update(madeOf.join()).digest('hex')}\n`
if (!existsSync(OUT) || !text(OUT).startsWith(stamp)) await make()

async function make(): Promise<void> {
  const { build } = await import('vite')
  const waiting = new Map(Object.entries(PATCHES))
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'left out',
        enforce: 'pre',
        resolveId: (id) => (id in LEFT_OUT ? `\0${id}` : null),
        load: (id) => LEFT_OUT[id.slice(1)] ?? null,
      },
      {
        name: 'patches',
        transform(code, id) {
          const file = /\/happy-dom\/lib\/(.*\.js)$/.exec(id)?.[1] ?? ''
          const patches = waiting.get(file)
          waiting.delete(file)
          const patched = patches?.reduce((changed, patch) => apply(changed, file, patch), code)
          return NODES.test(file) ? defaultsOnPrototype(patched ?? code) : (patched ?? null)
        },
      },
    ],
    build: {
      ssr: fileURLToPath(ENTRY),
      write: false,
      target: 'esnext',
      license: { fileName: LICENSES },
      // Objects tell the names of their classes.
      rolldownOptions: { output: { keepNames: true, comments: false } },
    },
  })
  for (const file of waiting.keys()) throw stale(file, 'the file')
  if (!('output' in made)) throw new Error('Vite has watched or built more than one thing')
  for (const file of made.output) {
    if (file.type === 'asset') writeFileSync(new URL(LICENSES, OUT), file.source)
    else write(`${stamp}${ascii(file.code)}`)
  }
}

/** One letter beyond Latin-1 in it, and V8 would take two bytes for each of all, and longer to read them. */
function ascii(code: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replace(/[^\0-\x7f]/g, escaped)
}

/** At one stroke: workers may be starting from it. */
function write(code: string): void {
  const made = new URL(`happy-dom.${process.pid}.js`, OUT)
  writeFileSync(made, code)
  renameSync(made, OUT)
}
