/**
 * Lists the packages evaluated once a worker: renderers, which hold no page data between roots and
 * have hot code. `test/server/kept.spec.ts` proves each. AngularJS is not kept: its module registry
 * belongs to the document.
 */
interface Renderer {
  /**
   * Variables that begin anew with each page: counters of ids, settings of a whole app, and flags
   * that an error leaves set.
   */
  readonly counters?: RegExp
  /** Globals that its code creates on its first run and that every page needs. */
  readonly globals?: Readonly<Record<string, unknown>>
}

/** Vue's defaults for flags that no build has set. */
const VUE_FLAGS = {
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
}

/** An error in its queue leaves it busy: it would show no further change. */
const OF_VUE = /^(?:uid|currentFlushPromise|activePostFlushCbs)(?:\$\d+)?$/

/** Lit logs each warning once. The router's own element is no second version of Lit. */
const LIT_WARNINGS = { litIssuedWarnings: new Set(['multiple-versions']) }

/** The renderers with the packages that they depend on. */
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
  svelte: { counters: /^uid$/ },
  tslib: {},
  vue: { counters: OF_VUE },
}

/** The file names of the chunks with kept packages. */
export const KEPT_CHUNK_NAME = 'kept/kept-[hash].js'
const KEPT_CHUNK = /[\\/]kept[\\/]kept-[^\\/]+\.js$/

function packageOf(path: string): string | undefined {
  const at = path.replaceAll('\\', '/').lastIndexOf('/node_modules/')
  if (at < 0) return undefined
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path.slice(at + '/node_modules/'.length)) ?? []
  return name
}

export interface KeptRule {
  readonly names: readonly string[]
  has(path: string): boolean
  packageOf(path: string): string | undefined
  /** The names of the ID counters in a file. */
  counters(path: string): RegExp | undefined
}

/** @param more Packages from the configuration. */
export function keptPackages(more: readonly string[] = []): KeptRule {
  const names = new Set([...Object.keys(RENDERERS), ...more])
  return {
    names: [...names],
    has: (path) => names.has(packageOf(path) ?? '') || KEPT_CHUNK.test(path),
    packageOf(path) {
      const name = packageOf(path)
      return name !== undefined && names.has(name) ? name : undefined
    },
    counters: (path) => RENDERERS[packageOf(path) ?? '']?.counters,
  }
}

/**
 * SIDE EFFECT: creates the renderers' globals before the existing globals are sealed: a page's own
 * globals end with the page.
 */
export function installGlobals(): void {
  for (const { globals } of Object.values(RENDERERS)) Object.assign(globalThis, globals)
}
