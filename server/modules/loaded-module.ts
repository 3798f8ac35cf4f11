/** Modules as a thread knows them: compiled once, linked once, evaluated for each page. */
import type { ImportBinding, ModuleCode } from './module-code.ts'

/** The function of a module: the first step creates its exports, the second evaluates it. */
export type ModuleFunction = (
  record: object,
  importModule: (specifier: unknown, options?: unknown) => Promise<object>,
) => Generator<void, void> | AsyncGenerator<void, void>

/** A module of the language. */
export interface SourceModule {
  readonly kind: 'source'
  readonly url: string
  readonly code: ModuleCode
  readonly run: ModuleFunction
  /** The modules that it requests, in the order of its requests. */
  requests: readonly LoadedModule[]
  /** Whether it or a module below it awaits at its top level. */
  isAsync: boolean
  /** Whether what it evaluates to lives as long as the thread. */
  readonly isKept: boolean
  /** The places of its imports, found when it is linked. */
  bindings?: readonly Binding[]
}

/** A module that is made of another kind of file, or of Node itself. */
export interface ValueModule {
  readonly kind: 'value'
  readonly url: string
  readonly isKept: boolean
  /** Creates the namespace of a page. `page` and `kept` stand for the two module maps. */
  readonly evaluate: (page: object, kept: object) => object
}

export type LoadedModule = SourceModule | ValueModule

/** Where an import finds its value. */
export interface Binding {
  readonly module: LoadedModule
  /** Undefined: the namespace. */
  readonly name: string | undefined
}

/**
 * Finds the module that provides an export.
 *
 * @returns Undefined where no module does, null where two do.
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
    // Only its namespace says what a module of another kind exports.
    if (target.kind === 'value') continue
    const binding = resolveExport(target, name, seen)
    if (binding === null) return null
    if (!binding) continue
    if (found && (found.module !== binding.module || found.name !== binding.name)) return null
    found = binding
  }
  return found ?? starOfValue(module, name)
}

/** Finds the export behind an import of a module. */
function follow(
  module: SourceModule,
  { request, name }: ImportBinding,
  seen?: Map<LoadedModule, Set<string>>,
): Binding | null | undefined {
  const target = module.requests[request] as LoadedModule
  return name === undefined ? { module: target, name } : resolveExport(target, name, seen)
}

/** `export *` of a module of another kind may have the name, which shows when it is evaluated. */
function starOfValue({ code, requests }: SourceModule, name: string): Binding | undefined {
  const module = code.stars.map((request) => requests[request]).find((one) => one?.kind === 'value')
  return module && { module, name }
}

/** The names that a module exports, sorted. Modules of other kinds add theirs when they are evaluated. */
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
 * Finds the places of all imports of a graph.
 *
 * @throws {SyntaxError} When a module imports what no module exports.
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
