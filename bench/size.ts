/**
 * How many bytes a browser downloads for an app of three pages, by router: the app, the router, and
 * the framework that shows its views, built for production by Vite with its defaults and compressed
 * by brotli. `npm run size` measures with esbuild. The apps are those of the bench `navigate`;
 * page.js has lit-html beside it here, because it brings no views.
 */
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { exactly } from './harness/bars.ts'
import { publish } from './harness/publish.ts'
import { versions } from './report.ts'

const APPS = [
  { router: 'hashbang-router', views: 'its own `html`', file: 'hashbang-router' },
  { router: 'page', views: 'lit-html', file: 'page-with-lit' },
  { router: 'vue-router', views: 'vue', file: 'vue-router' },
  { router: 'react-router', views: 'react', file: 'react-router' },
]

/** Brotli's bytes of an app. */
interface Size {
  /** The downloads of every browser. */
  readonly first: number
  /** With the files that only some browsers and pages load. */
  readonly all: number
}

interface BuiltFile {
  readonly code: string
  readonly isEntry: boolean
}

const DEFINE = {
  'process.env.NODE_ENV': '"production"',
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
}

function sizeOf(files: readonly BuiltFile[]): Size {
  const bytes = files.map(({ code }) => brotliCompressSync(code).length)
  const sum = (which: (file: BuiltFile) => boolean) =>
    bytes.reduce((total, one, at) => (which(files[at] as BuiltFile) ? total + one : total), 0)
  return { first: sum(({ isEntry }) => isEntry), all: sum(() => true) }
}

/** Files that an entry imports statically are downloaded with it. */
async function measureApp(input: string): Promise<Size> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: DEFINE,
    build: { write: false, rollupOptions: { input } },
  })
  const { output } = built as Extract<typeof built, { output: unknown }>
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? file : []))
  const { imports: shared = [] } = chunks.find((chunk) => chunk.isEntry) ?? {}
  return sizeOf(
    chunks.map(({ code, fileName, isEntry }) => ({
      code,
      isEntry: isEntry || shared.includes(fileName),
    })),
  )
}

const sizes = new Map<string, Size>()
for (const { router, file } of APPS) {
  const input = fileURLToPath(new URL(`../test/fixtures/navigate/${file}.js`, import.meta.url))
  sizes.set(router, await measureApp(input))
}

const kB = (bytes = Number.NaN) => `${(bytes / 1000).toFixed(1)} kB`
const rows = APPS.map(({ router, views }) => {
  const size = sizes.get(router)
  const cells = [size?.first, size?.all].map(kB)
  return `| ${[router, views, ...cells].join(' | ')} |`
})
const own = sizes.get('hashbang-router')
publish({
  name: 'size',
  text: [
    'An app of three pages: scripts that a browser downloads, minified and compressed by brotli.',
    '"First visit" is the download of every browser. "All files" adds files that a browser loads only when it needs them: a history for browsers without the Navigation API, the view for pages that load slowly, and the take-over of pages that the server has sent.',
    ['| router | views | first visit | all files |', '| --- | --- | ---: | ---: |', ...rows].join(
      '\n',
    ),
  ],
  bars: [
    {
      what: 'an app of html views, first visit',
      value: exactly((own?.first ?? Number.NaN) / 1000),
      most: 12,
      unit: ' kB',
    },
  ],
  versions: versions(['vite', 'page', 'lit', 'vue-router', 'vue', 'react-router', 'react']),
})
