/**
 * The packages whose modules are evaluated once a thread: renderers. Their code is hot after some pages, and they keep no page's data
 * from one root to the next. Every other module is evaluated for each page. `test/server/kept.spec.ts` shows of each entry that
 * nothing crosses. AngularJS is not kept: its registry of modules is one of the whole document.
 */
import type { Variables } from './counters.ts'

/** A package that is kept. */
interface Kept extends Variables {
  /** What its code creates on the window when it first runs, and needs in every page. */
  readonly globals?: Readonly<Record<string, unknown>>
}

/** What Vue takes for granted where no build has said it. */
const VUE_FLAGS = {
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
}

/** What an error may leave in the midst of an update of Vue, and what `pauseTracking()` and the like leave. */
const VUE_STATE =
  /^(?:queue|flushIndex|pendingPostFlushCbs|activePostFlushCbs|postFlushIndex|currentFlushPromise|activeSub|batchDepth|batchedSub|batchedComputed|shouldTrack|trackStack|activeWatcher|activeEffectScope|currentRenderingInstance|currentScopeId|blockStack|currentBlock|isBlockTreeEnabled|currentInstance)$/

/** Roots of a page that still have work, and actions that never end: later ones would wait for them. */
const REACT_STATE =
  /^(?:firstScheduledRoot|lastScheduledRoot|didScheduleMicrotask|mightHavePendingSyncWork|isFlushingWork|currentEventTransitionLane|currentEntangled(?:Listeners|PendingCount|Lane|ActionThenable)|executionContext|workInProgress(?:Root|RootRenderLanes)?|nested(?:Passive)?UpdateCount|rootWith(?:Passive)?NestedUpdates|pendingEffects(?:Status|Root|Lanes|RemainingLanes)|pendingFinishedWork)$/

/** Tasks of a page, and whether one of its timers was to begin them. */
const SCHEDULER_STATE =
  /^(?:taskQueue|timerQueue|currentTask|currentPriorityLevel|isPerformingWork|isHostCallbackScheduled|isHostTimeoutScheduled|needsPaint|isMessageLoopRunning|taskTimeoutID)$/

/** Lit gives each warning once. The router's own element is no other version of Lit. */
const LIT_WARNINGS = { litIssuedWarnings: new Set(['multiple-versions']) }

/** The renderers, and the packages that they cannot be taken apart from. */
const RENDERERS: Readonly<Record<string, Kept>> = {
  '@angular/common': {},
  '@angular/compiler': { globals: { ng: {} } },
  '@angular/core': {
    counters: /^nextNgElementId$/,
    unfinished: /^(?:_platformInjector|LOCALE_DATA|GENERATED_COMP_IDS)$/,
    globals: { ngDevMode: {} },
  },
  '@angular/platform-browser': {},
  '@lit/reactive-element': { globals: LIT_WARNINGS },
  '@vue/reactivity': { unfinished: VUE_STATE },
  '@vue/runtime-core': { counters: /^uid(?:\$\d+)?$/, unfinished: VUE_STATE, globals: VUE_FLAGS },
  '@vue/runtime-dom': {},
  '@vue/shared': {},
  lit: {},
  'lit-element': {},
  'lit-html': {},
  preact: {},
  react: {},
  'react-dom': { counters: /^globalClientIdCounter(?:\$\d+)?$/, unfinished: REACT_STATE },
  rxjs: {},
  scheduler: { unfinished: SCHEDULER_STATE },
  'solid-js': {
    counters: /^counter$/,
    unfinished:
      /^(?:runEffects|Owner|Transition|Scheduler|ExternalSourceConfig|Listener|Updates|Effects)$/,
  },
  svelte: { counters: /^uid$/ },
  tslib: {},
  vue: { counters: /^uid(?:\$\d+)?$/, unfinished: VUE_STATE },
}

/** How a build names the chunks that it makes of them. */
export const KEPT_CHUNK_NAME = 'kept/kept-[hash].js'
const KEPT_CHUNK = /[\\/]kept[\\/]kept-[^\\/]+\.js$/

/** The name of the package that a file of `node_modules` belongs to. */
function packageOf(path: string): string | undefined {
  const at = path.replaceAll('\\', '/').lastIndexOf('/node_modules/')
  if (at < 0) return undefined
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path.slice(at + '/node_modules/'.length)) ?? []
  return name
}

/** Which modules are kept. */
export interface KeptRule {
  /** The names of the packages. */
  readonly names: readonly string[]
  /** Whether the module in a file is. */
  has(path: string): boolean
  /** The kept package that a file belongs to. */
  packageOf(path: string): string | undefined
  /** Which variables of a file are set back; undefined: it is not kept. */
  variables(path: string): Variables | undefined
}

/**
 * Creates the rule.
 *
 * @param more Packages that the configuration names.
 */
export function keptPackages(more: readonly string[] = []): KeptRule {
  const names = new Set([...Object.keys(RENDERERS), ...more])
  return {
    names: [...names],
    has: (path) => names.has(packageOf(path) ?? '') || KEPT_CHUNK.test(path),
    packageOf(path) {
      const name = packageOf(path)
      return name !== undefined && names.has(name) ? name : undefined
    },
    variables(path) {
      const name = packageOf(path) ?? ''
      if (!names.has(name)) return undefined
      const { counters, unfinished } = RENDERERS[name] ?? {}
      return { ...(counters && { counters }), ...(unfinished && { unfinished }) }
    },
  }
}

/** SIDE EFFECT: puts the globals of renderers in place, before what is there is sealed: a page's own end with it. */
export function installGlobals(): void {
  for (const { globals } of Object.values(RENDERERS)) Object.assign(globalThis, globals)
}
