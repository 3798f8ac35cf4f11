/**
 * The app's modules in development, evaluated anew for each page. In: a channel to Vite, which transforms them. Out: what the app
 * module of a page exports. A module is transformed and compiled once a thread; the thread is replaced after every edit. Packages that
 * Vite leaves as they are come from their files, for each page anew as well.
 */
import {
  createNodeImportMeta,
  ESModulesEvaluator,
  EvaluatedModules,
  type ModuleEvaluator,
  ModuleRunner,
  type ModuleRunnerContext,
  type ModuleRunnerImportMeta,
  type ModuleRunnerTransport,
  ssrDynamicImportKey,
  ssrExportAllKey,
  ssrExportNameKey,
  ssrImportKey,
  ssrImportMetaKey,
  ssrModuleExportsKey,
} from 'vite/module-runner'
import type { ViteHotContext } from 'vite/types/hot.js'
import type { Evaluate } from '../modules/module-map.ts'
import type { AppSource, PageModules } from '../render/app-source.ts'

type Invoke = NonNullable<ModuleRunnerTransport['invoke']>

/** Where the apps are. */
export interface DevApps {
  /** The app module of each page, as [path, file]. */
  readonly apps: readonly (readonly [path: string, file: string])[]
  /** Has Vite do something, such as transform a module. */
  readonly invoke: Invoke
  /** Opens the modules of packages for a page. */
  readonly openPackages: () => PageModules
  /** See `ModuleLoader`. */
  readonly evaluate?: Evaluate
}

/** Creates the source of the apps. */
export function devApps({ apps, invoke, openPackages, evaluate = call }: DevApps): AppSource {
  const files = new Map(apps)
  // It outlives the pages: the stack of an error may be read when its page has ended.
  const evaluatedModules = new EvaluatedModules()
  const transport = { invoke: remembered(invoke, evaluatedModules) }
  const compiled = compiler()
  new ModuleRunner({ transport, hmr: false, evaluatedModules })
  return {
    open(path) {
      const packages = openPackages()
      const evaluator: ModuleEvaluator = {
        startOffset: START_OFFSET,
        async runInlinedModule(context, code) {
          const run = compiled(code)
          await evaluate(() => run(...KEYS.map((key) => context[key])), false)
          Object.seal(context[ssrModuleExportsKey])
        },
        runExternalModule: (url) => packages.import(url),
      }
      const options = {
        transport,
        hmr: false,
        sourcemapInterceptor: false,
        createImportMeta,
      } as const
      const runner = new ModuleRunner(options, evaluator)
      return { module: runner.import(files.get(path) ?? ''), end: packages.end }
    },
  }
}

const call: Evaluate = (work) => work()

/** Asks for each module once, and tells the maps of it. */
function remembered(invoke: Invoke, maps: EvaluatedModules): Invoke {
  const answers = new Map<string, ReturnType<Invoke>>()
  return async (payload) => {
    const { name, data } = (payload as { data: { name: string; data: unknown[] } }).data
    if (name !== 'fetchModule') return invoke(payload)
    const key = JSON.stringify(data)
    const known = answers.get(key) ?? invoke(payload)
    answers.set(key, known)
    const answer = await known
    if ('error' in answer) {
      // What is wrong now may be right for the next page.
      answers.delete(key)
      return answer
    }
    const { id, url, code } = answer.result
    if (code !== undefined) maps.ensureModule(id, url).meta = answer.result
    // A runner writes into what it is given.
    return { result: { ...answer.result } }
  }
}

type Run = (...values: unknown[]) => Promise<void>

const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => Run

/** What a module that Vite has transformed finds as its variables. */
const KEYS = [
  ssrModuleExportsKey,
  ssrImportMetaKey,
  ssrImportKey,
  ssrDynamicImportKey,
  ssrExportAllKey,
  ssrExportNameKey,
] as const satisfies readonly (keyof ModuleRunnerContext)[]

/** How many lines stand before the first of a module: as in Vite's own evaluator. */
const START_OFFSET = new ESModulesEvaluator().startOffset

/** Creates the function that compiles a module once. */
function compiler(): (code: string) => Run {
  const known = new Map<string, Run>()
  return (code) => {
    const run = known.get(code) ?? new AsyncFunction(...KEYS, `"use strict";\n${code}`)
    known.set(code, run)
    return run
  }
}

/** A thread is replaced after every edit; what modules say of their own replacement is heard and has no effect. */
function createImportMeta(path: string): ModuleRunnerImportMeta {
  const nothing = () => undefined
  const hot: ViteHotContext = {
    data: {},
    accept: nothing,
    acceptExports: nothing,
    dispose: nothing,
    prune: nothing,
    invalidate: nothing,
    on: nothing,
    off: nothing,
    send: nothing,
  }
  return Object.assign(createNodeImportMeta(path), { hot })
}
