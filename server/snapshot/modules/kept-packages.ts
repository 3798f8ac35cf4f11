/**
 * Lists the packages that a worker evaluates once: renderers, whose code is hot and holds no page
 * data. `test/server/kept.spec.ts` proves each. Used by the loaders and by the plugin.
 */
interface Renderer {
  /** Counters, settings and flags that begin anew with each page. */
  readonly counters?: RegExp
  /** Globals that its first run creates and every page needs. */
  readonly globals?: Readonly<Record<string, unknown>>
}

const VUE_FLAGS = {
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
}

/** An error in Vue's queue leaves it busy. */
const OF_VUE = /^(?:uid|currentFlushPromise|activePostFlushCbs)(?:\$\d+)?$/

/** The router's own element is no second version of Lit. */
const LIT_WARNINGS = { litIssuedWarnings: new Set(['multiple-versions']) }

/** With the packages that they depend on. */
const RENDERERS: Readonly<Record<string, Renderer>> = {
  '@angular/common': {},
  '@angular/compiler': { globals: { ng: {} } },
  '@angular/core': {
    counters: /^(?:nextNgElementId|LOCALE_DATA)$/,
    globals: { ngDevMode: {} },
  },
  '@angular/platform-browser': {},
  '@lit/reactive-element': { globals: LIT_WARNINGS },
  '@vue/reactivity': {},
  '@vue/runtime-core': { counters: OF_VUE, globals: VUE_FLAGS },
  '@vue/runtime-dom': {},
  '@vue/shared': {},
  lit: {},
  'lit-element': {},
  'lit-html': {},
  preact: {},
  react: {},
  'react-dom': { counters: /^globalClientIdCounter(?:\$\d+)?$/ },
  rxjs: {},
  scheduler: {},
  'solid-js': {
    counters: /^(?:counter|Scheduler|ExternalSourceConfig)$/,
  },
  svelte: { counters: /^(?:uid|inited)(?:\$\d+)?$/ },
  tslib: {},
  vue: { counters: OF_VUE },
}

export const KEPT_CHUNK_NAME = 'kept/kept-[hash].js'
const KEPT_CHUNK = /[\\/]kept[\\/]kept-[^\\/]+\.js$/

function packageOf(path: string): string | undefined {
  const index = path.replaceAll('\\', '/').lastIndexOf('/node_modules/')
  if (index < 0) return undefined
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path.slice(index + '/node_modules/'.length)) ?? []
  return name
}

export type KeptRule = ReturnType<typeof keptPackages>

/** @param more From the configuration. */
export function keptPackages(more: readonly string[] = []) {
  const names = new Set([...Object.keys(RENDERERS), ...more])
  return {
    names: [...names],
    has: (path: string): boolean => names.has(packageOf(path) ?? '') || KEPT_CHUNK.test(path),
    packageOf(path: string): string | undefined {
      const name = packageOf(path)
      return name !== undefined && names.has(name) ? name : undefined
    },
    /** The names of the ID counters in a file. */
    counters: (path: string): RegExp | undefined => RENDERERS[packageOf(path) ?? '']?.counters,
  }
}

/** SIDE EFFECT. Call it before the existing globals are sealed. */
export function installGlobals(): void {
  for (const { globals } of Object.values(RENDERERS)) Object.assign(globalThis, globals)
}
