/**
 * Evaluates the app's modules anew for each page in development. Vite transforms them. A worker
 * transforms and compiles each module once, and is replaced after every edit. Packages that Vite
 * externalises are loaded from their files, also anew for each page.
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
import type { Evaluate } from '../snapshot/modules/module-map.ts'
import type { AppSource, PageModules } from '../snapshot/worker/app-source.ts'

type Invoke = NonNullable<ModuleRunnerTransport['invoke']>

/** Location of the apps, and access to Vite. */
export interface DevApps {
  readonly apps: readonly (readonly [path: string, file: string])[]
  /** Calls Vite, such as to transform a module. */
  readonly invoke: Invoke
  readonly openPackages: () => PageModules
  readonly evaluate?: Evaluate
}

export function devApps({ apps, invoke, openPackages, evaluate = call }: DevApps): AppSource {
  const files = new Map(apps)
  // Outlives the pages: an error's stack may be read after its page has ended.
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

/** Requests each module once, and registers its source map. */
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
      // A failed transform may succeed for the next page.
      answers.delete(key)
      return answer
    }
    const { id, url, code } = answer.result
    if (code !== undefined) maps.ensureModule(id, url).meta = answer.result
    // A module runner writes to this object.
    return { result: { ...answer.result } }
  }
}

type Run = (...values: unknown[]) => Promise<void>

const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => Run

/** The variables of a module that Vite has transformed. */
const KEYS = [
  ssrModuleExportsKey,
  ssrImportMetaKey,
  ssrImportKey,
  ssrDynamicImportKey,
  ssrExportAllKey,
  ssrExportNameKey,
] as const satisfies readonly (keyof ModuleRunnerContext)[]

/** Lines before the first line of a module, as in Vite's own evaluator. */
const START_OFFSET = new ESModulesEvaluator().startOffset

function compiler(): (code: string) => Run {
  const known = new Map<string, Run>()
  return (code) => {
    const run = known.get(code) ?? new AsyncFunction(...KEYS, `"use strict";\n${code}`)
    known.set(code, run)
    return run
  }
}

/** `import.meta.hot` has no effect: the worker is replaced after every edit. */
function createImportMeta(path: string): ModuleRunnerImportMeta {
  const nothing = () => undefined
  const names = ['accept', 'acceptExports', 'dispose', 'prune', 'invalidate', 'on', 'off', 'send']
  const hot = { data: {}, ...Object.fromEntries(names.map((name) => [name, nothing])) }
  return Object.assign(createNodeImportMeta(path), { hot })
}
