/**
 * Lists the packages evaluated once a thread: renderers, which hold no page data between roots and
 * have hot code. `test/server/kept.spec.ts` proves each. AngularJS is not kept: its module registry
 * belongs to the document.
 */
import type { Variables } from './counters.ts'

interface KeptVariables extends Variables {
  /** Globals that its code creates on its first run and that every page needs. */
  readonly globals?: Readonly<Record<string, unknown>>
}

/** Vue's defaults for flags that no build has set. */
const VUE_FLAGS = {
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
}

/** Remains of an update that an error interrupted, and of `pauseTracking()` and the like. */
const VUE_STATE =
  /^(?:queue|flushIndex|pendingPostFlushCbs|activePostFlushCbs|postFlushIndex|currentFlushPromise|activeSub|batchDepth|batchedSub|batchedComputed|shouldTrack|trackStack|activeWatcher|activeEffectScope|currentRenderingInstance|currentScopeId|blockStack|currentBlock|isBlockTreeEnabled|currentInstance)$/

/** Roots with pending work and actions that never end: later actions would wait for them. */
const REACT_STATE =
  /^(?:firstScheduledRoot|lastScheduledRoot|didScheduleMicrotask|mightHavePendingSyncWork|isFlushingWork|currentEventTransitionLane|currentEntangled(?:Listeners|PendingCount|Lane|ActionThenable)|executionContext|workInProgress(?:Root|RootRenderLanes)?|nested(?:Passive)?UpdateCount|rootWith(?:Passive)?NestedUpdates|pendingEffects(?:Status|Root|Lanes|RemainingLanes)|pendingFinishedWork)$/

/** A page's tasks, and whether one of its timers was to start them. */
const SCHEDULER_STATE =
  /^(?:taskQueue|timerQueue|currentTask|currentPriorityLevel|isPerformingWork|isHostCallbackScheduled|isHostTimeoutScheduled|needsPaint|isMessageLoopRunning|taskTimeoutID)$/

/** Lit logs each warning once. The router's own element is no second version of Lit. */
const LIT_WARNINGS = { litIssuedWarnings: new Set(['multiple-versions']) }

/** The renderers with the packages that they depend on. */
const RENDERERS: Readonly<Record<string, KeptVariables>> = {
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

/** File names of the chunks with kept packages. */
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
  /** The variables of a file to reset; undefined: the file is not kept. */
  variables(path: string): Variables | undefined
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
    variables(path) {
      const name = packageOf(path) ?? ''
      if (!names.has(name)) return undefined
      const { counters, unfinished } = RENDERERS[name] ?? {}
      return { ...(counters && { counters }), ...(unfinished && { unfinished }) }
    },
  }
}

/**
 * SIDE EFFECT: creates the renderers' globals before the existing globals are sealed: a page's own
 * globals end with the page.
 */
export function installGlobals(): void {
  for (const { globals } of Object.values(RENDERERS)) Object.assign(globalThis, globals)
}
