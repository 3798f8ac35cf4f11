/**
 * Loads modules for the pages of a worker: reads, rewrites and compiles each once. A place (files,
 * or an adopted page's requests) resolves and reads them.
 */
import type vm from 'node:vm'
import type { KeepExports } from './counters.ts'
import {
  type LoadedModule,
  linkGraph,
  type ModuleFunction,
  type SourceModule,
  type ValueModule,
} from './loaded-module.ts'
import { type ModuleCode, moduleCode } from './module-code.ts'
import type { Evaluate, ModuleLoader } from './module-map.ts'

export interface ModuleHost {
  /** The URL of a specifier. @throws {Error} If there is none. */
  resolve(specifier: string, referrer: string): string
  /** Whether the module's state outlives a page. */
  isKept(url: string): boolean
  /** Reads a URL: the text of a module, or a value such as JSON. */
  read(
    url: string,
    type: string | undefined,
    isKept: boolean,
  ): Promise<Text | ValueModule> | Text | ValueModule
  meta(url: string): object
  compile(code: string, options: vm.ScriptOptions): vm.Script
  /** The globals of its modules. Default: the worker's. */
  readonly context?: vm.Context
  /** Rewrites a module. Default: each time. */
  readonly rewrite?: (text: string) => ModuleCode
  /** See `ModuleLoader`. */
  readonly evaluate?: Evaluate
  readonly keepExports?: KeepExports
}

export interface Text {
  readonly kind: 'text'
  readonly text: string
  /** Where it was found in the end. Default: where it was looked for. */
  readonly url?: string
}

export function createLoader(place: ModuleHost): ModuleLoader {
  const modules = new Map<string, Promise<LoadedModule>>()
  const resolved = new Map<string, string>()
  const whole = new WeakSet<LoadedModule>()

  /** Checks the disk once for each specifier of a module. */
  function resolve(specifier: string, referrer: string): string {
    const key = JSON.stringify([specifier, referrer])
    const url = resolved.get(key) ?? place.resolve(specifier, referrer)
    resolved.set(key, url)
    return url
  }

  async function fetchModule(
    url: string,
    type: string | undefined,
    isKept: boolean,
  ): Promise<LoadedModule> {
    const found = await place.read(url, type, isKept)
    if (found.kind === 'value') return found
    const { text, url: own = url } = found
    const code = rewritten(text, own)
    const script = place.compile(code.script, { filename: own, columnOffset: -(code.shift ?? 0) })
    const { context } = place
    const run: ModuleFunction = context ? script.runInContext(context) : script.runInThisContext()
    const module: SourceModule = {
      kind: 'source',
      url: own,
      code,
      run,
      requests: [],
      isAsync: code.isAsync,
      isKept,
    }
    return module
  }

  function rewritten(text: string, url: string): ModuleCode {
    try {
      return (place.rewrite ?? moduleCode)(text)
    } catch (error) {
      const { loc } = error as { loc?: { line: number; column: number } }
      // The parser does not know the file.
      if (loc && error instanceof Error)
        error.stack = `${error}\n    at ${url}:${loc.line}:${loc.column + 1}`
      throw error
    }
  }

  /** Loads one module without its imports. Imports of a kept module are kept too. */
  function at(url: string, type: string | undefined, byKept = false): Promise<LoadedModule> {
    const isKept = byKept || place.isKept(url)
    const key = JSON.stringify([url, type, isKept])
    let module = modules.get(key)
    if (!module) {
      module = fetchModule(url, type, isKept)
      modules.set(key, module)
      // A missing file may exist for the next page.
      module.catch(() => modules.delete(key))
    }
    return module
  }

  async function withRequests(module: LoadedModule, seen: Set<LoadedModule>): Promise<void> {
    if (module.kind === 'value' || seen.has(module)) return
    seen.add(module)
    if (module.requests.length < module.code.requests.length) {
      module.requests = await Promise.all(
        module.code.requests.map(({ specifier, type }) =>
          at(resolve(specifier, module.url), type, module.isKept),
        ),
      )
    }
    await Promise.all(module.requests.map((one) => withRequests(one, seen)))
  }

  return {
    async load(specifier, referrer, type) {
      const module = await at(resolve(specifier, referrer), type)
      if (whole.has(module)) return module
      const graph = new Set<LoadedModule>()
      await withRequests(module, graph)
      markAsync(graph)
      linkGraph(graph)
      whole.add(module)
      return module
    },
    meta: (url) => place.meta(url),
    ...(place.evaluate && { evaluate: place.evaluate }),
    ...(place.keepExports && { keepExports: place.keepExports }),
  }
}

/** Marks each module that imports an async module. */
function markAsync(graph: ReadonlySet<LoadedModule>): void {
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const module of graph) {
      if (module.kind === 'value' || module.isAsync) continue
      if (!module.requests.some((one) => one.kind === 'source' && one.isAsync)) continue
      module.isAsync = true
      hasChanged = true
    }
  }
}
