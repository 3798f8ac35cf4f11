/** Modules of a worker: compiled once, linked once, evaluated for each page. */
import type { ImportBinding, ModuleCode } from './module-code.ts'

/** `import()` of a module. */
export type ImportModule = (specifier: unknown, options?: unknown) => Promise<object>

/** A module map, of a page or of the kept modules. */
export interface Importer {
  /** Runs an `import()` of the module at `referrer`. */
  importModule(specifier: unknown, referrer: string, options?: unknown): Promise<object>
}

/**
 * The function of a module: its first step creates the exports, the second evaluates the module.
 */
export type ModuleFunction = (
  record: object,
  importModule: ImportModule,
) => Generator<void, void> | AsyncGenerator<void, void>

export interface SourceModule {
  readonly kind: 'source'
  readonly url: string
  readonly code: ModuleCode
  readonly run: ModuleFunction
  requests: readonly LoadedModule[]
  /** Whether it or a module that it imports uses top-level await. */
  isAsync: boolean
  /** Whether its evaluation lives as long as the worker. */
  readonly isKept: boolean
  /** The sources of its imports, set by linking. */
  bindings?: readonly Binding[]
}

/** A module from another kind of file, or from Node. */
export interface ValueModule {
  readonly kind: 'value'
  readonly url: string
  readonly isKept: boolean
  /** Creates the namespace for a page. `page` and `kept` are the two module maps. */
  readonly evaluate: (page: Importer, kept: Importer) => object
}

export type LoadedModule = SourceModule | ValueModule

export interface Binding {
  readonly module: LoadedModule
  /** Undefined: the namespace. */
  readonly name: string | undefined
}

/**
 * Finds the module that provides an export.
 * @returns Undefined if there is none, null if it is ambiguous.
 */
export function resolveExport(
  module: LoadedModule,
  name: string,
  seen = new Map<LoadedModule, Set<string>>(),
): Binding | null | undefined {
  if (module.kind === 'value') return { module, name }
  const names = seen.get(module) ?? new Set()
  if (names.has(name)) return undefined
  seen.set(module, names.add(name))
  if (module.code.exports.includes(name)) return { module, name }
  const reexport = module.code.reexports.find(({ exported }) => exported === name)
  if (reexport) return follow(module, reexport, seen)
  if (name === 'default') return undefined
  let found: Binding | undefined
  for (const request of module.code.stars) {
    const target = module.requests[request] as LoadedModule
    // Only the namespace of a non-ES module lists its exports.
    if (target.kind === 'value') continue
    const binding = resolveExport(target, name, seen)
    if (binding === null) return null
    if (!binding) continue
    if (found && (found.module !== binding.module || found.name !== binding.name)) return null
    found = binding
  }
  return found ?? starOfValue(module, name)
}

function follow(
  module: SourceModule,
  { request, name }: ImportBinding,
  seen?: Map<LoadedModule, Set<string>>,
): Binding | null | undefined {
  const target = module.requests[request] as LoadedModule
  return name === undefined ? { module: target, name } : resolveExport(target, name, seen)
}

/** A non-ES module behind `export *` may have the name; its evaluation shows it. */
function starOfValue({ code, requests }: SourceModule, name: string): Binding | undefined {
  const module = code.stars.map((request) => requests[request]).find((one) => one?.kind === 'value')
  return module && { module, name }
}

/** The exported names of a module, sorted. Non-ES modules add theirs at evaluation. */
export function exportedNames(module: SourceModule, seen = new Set<LoadedModule>()): string[] {
  if (seen.has(module)) return []
  seen.add(module)
  const { exports, reexports, stars } = module.code
  const names = new Set([...exports, ...reexports.map(({ exported }) => exported)])
  for (const request of stars) {
    const target = module.requests[request]
    if (target?.kind !== 'source') continue
    for (const name of exportedNames(target, seen)) if (name !== 'default') names.add(name)
  }
  return [...names].sort()
}

/**
 * Resolves all imports of a graph.
 * @throws {SyntaxError} If no module exports an imported name.
 */
export function linkGraph(graph: ReadonlySet<LoadedModule>): void {
  for (const module of graph) {
    if (module.kind !== 'source' || module.bindings) continue
    module.bindings = module.code.bindings.map((binding) => {
      const found = follow(module, binding)
      if (found) return found
      const { specifier } = module.code.requests[binding.request] ?? {}
      const why =
        found === null ? 'provides more than one export named' : 'does not provide an export named'
      throw new SyntaxError(
        `The requested module '${specifier}' ${why} '${binding.name}' (imported by ${module.url})`,
      )
    })
  }
}
