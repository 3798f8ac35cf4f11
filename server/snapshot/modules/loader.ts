/**
 * Loads modules for the module maps of a worker: reads, rewrites and compiles each once. A host
 * (files, or an adopted page's requests) resolves and reads them.
 */
import type vm from 'node:vm'
import {
  type LoadedModule,
  linkGraph,
  type ModuleFunction,
  type SourceModule,
  type ValueModule,
} from './loaded-module.ts'
import type { ModuleCode } from './module-code.ts'
import type { ModuleLoader, Platform } from './module-map.ts'

/** One file is several modules if importers differ in the type or keep it. */
export interface ModuleAddress {
  readonly url: string
  /** The import attribute, such as `json`. */
  readonly type: string | undefined
  readonly isKept: boolean
}

export interface ModuleHost {
  /** @throws {Error} If there is none. */
  resolve(specifier: string, referrer: string): string
  isKept(url: string): boolean
  /** The text of a module, or a value such as JSON. */
  read(address: ModuleAddress): Promise<ScriptText | ValueModule> | ScriptText | ValueModule
  /** The `import.meta` of a module. */
  meta(url: string, platform: Platform): object
  compile(code: string, options: vm.ScriptOptions): vm.Script
  /** The globals of its modules. Default: the worker's. */
  readonly context?: vm.Context
  /** Rewrites the text of a module as a script. */
  readonly rewrite: (text: string) => ModuleCode
}

export interface ScriptText {
  readonly kind: 'text'
  readonly text: string
  /** The URL after redirects. Default: the requested one. */
  readonly url?: string
}

/** The modules loaded from one host. */
interface Loaded {
  readonly host: ModuleHost
  readonly modules: Map<string, Promise<LoadedModule>>
  readonly resolved: Map<string, string>
  readonly linked: WeakSet<LoadedModule>
  /** All modules that were linked. */
  readonly graph: Set<LoadedModule>
}

export function createLoader(host: ModuleHost): ModuleLoader {
  const loaded: Loaded = {
    host,
    modules: new Map(),
    resolved: new Map(),
    linked: new WeakSet(),
    graph: new Set(),
  }
  return {
    load: (specifier, referrer, type) => load(loaded, specifier, referrer, type),
    meta: (url, platform) => host.meta(url, platform),
    spend(module) {
      module.isSpent = true
      markLasting(loaded.graph)
    },
  }
}

async function load(loaded: Loaded, specifier: string, referrer: string, type: string | undefined) {
  const module = await moduleAt(loaded, resolve(loaded, specifier, referrer), type)
  if (loaded.linked.has(module)) return module
  const graph = new Set<LoadedModule>()
  await loadRequests(loaded, module, graph)
  markAsync(graph)
  for (const one of graph) loaded.graph.add(one)
  markLasting(graph)
  linkGraph(graph)
  loaded.linked.add(module)
  return module
}

/** Resolves a specifier once for each importer: the host reads the disk. */
function resolve({ host, resolved }: Loaded, specifier: string, referrer: string): string {
  const key = JSON.stringify([specifier, referrer])
  const url = resolved.get(key) ?? host.resolve(specifier, referrer)
  resolved.set(key, url)
  return url
}

/** Loads a module without its imports. A kept module keeps its imports too. */
function moduleAt(
  { host, modules }: Loaded,
  url: string,
  type: string | undefined,
  importer?: LoadedModule,
): Promise<LoadedModule> {
  const isKept = importer?.isKept || host.isKept(url)
  const key = JSON.stringify([url, type, isKept])
  let module = modules.get(key)
  if (!module) {
    module = fetchModule(host, { url, type, isKept })
    modules.set(key, module)
    // A missing file may exist for the next page.
    module.catch(() => modules.delete(key))
  }
  return module
}

async function loadRequests(loaded: Loaded, module: LoadedModule, seen: Set<LoadedModule>) {
  if (module.kind === 'value' || seen.has(module)) return
  seen.add(module)
  if (module.requests.length < module.code.requests.length)
    module.requests = await Promise.all(
      module.code.requests.map(({ specifier, type }) =>
        moduleAt(loaded, resolve(loaded, specifier, module.url), type, module),
      ),
    )
  await Promise.all(module.requests.map((request) => loadRequests(loaded, request, seen)))
}

async function fetchModule(host: ModuleHost, address: ModuleAddress): Promise<LoadedModule> {
  const source = await host.read(address)
  if (source.kind === 'value') return source
  const { text, url = address.url } = source
  const code = rewritten(host, text, url)
  const script = host.compile(code.script, { filename: url, columnOffset: -code.shift })
  const { context } = host
  const run: ModuleFunction = context ? script.runInContext(context) : script.runInThisContext()
  const { isAsync } = code
  return {
    kind: 'source',
    url,
    code,
    run,
    requests: [],
    isAsync,
    isKept: address.isKept,
    lasts: false,
    isSpent: false,
  }
}

function rewritten(host: ModuleHost, text: string, url: string): ModuleCode {
  try {
    return host.rewrite(text)
  } catch (error) {
    const { loc } = error as { loc?: { line: number; column: number } }
    // The parser does not know the file.
    if (loc && error instanceof Error)
      error.stack = `${error}\n    at ${url}:${loc.line}:${loc.column + 1}`
    throw error
  }
}

/** Marks importers of async modules as async. */
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

/** A module lasts if its code can hold nothing, and its imports last or are kept. */
function markLasting(graph: ReadonlySet<LoadedModule>): void {
  const sources = [...graph].filter((module) => module.kind === 'source')
  const isSettled = ({ lasts, isKept }: SourceModule) => lasts || isKept
  const isLeft = (module: LoadedModule) =>
    module.kind === 'source' ? isSettled(module) : module.isKept
  for (const module of sources) module.lasts = !module.isKept && mayLast(module)
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const module of sources) {
      if (!module.lasts || module.requests.every(isLeft)) continue
      module.lasts = false
      hasChanged = true
    }
  }
}

function mayLast({ code, requests, isSpent }: SourceModule): boolean {
  const { lasting } = code
  return (
    lasting !== undefined &&
    !isSpent &&
    code.requests.every(
      ({ specifier }, at) => !lasting.tags.includes(specifier) || requests[at]?.isKept,
    )
  )
}
