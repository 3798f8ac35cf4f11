/** The modules of a worker, for the loader and the module maps: each is linked once. */
import type { ImportBinding, ModuleCode } from './module-code.ts'

export type ImportModule = (specifier: unknown, options?: unknown) => Promise<object>

export interface Importer {
  importModule(specifier: unknown, referrer: string, options?: unknown): Promise<object>
}

/** A module as a generator: it first creates the exports, then evaluates the module. */
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
  /** Whether it or one of its imports uses top-level await. */
  isAsync: boolean
  readonly isKept: boolean
  /** Whether neither it nor its imports can hold anything of a page. Set by linking. */
  lasts: boolean
  /** A page has changed what it holds for good: each page evaluates it. */
  isSpent: boolean
  /** The bindings, set by linking. */
  bindings?: readonly Binding[]
}

/** A module from another kind of file, or from Node. */
export interface ValueModule {
  readonly kind: 'value'
  readonly url: string
  readonly isKept: boolean
  /** @param page The page's module map. @param kept The shared one. */
  readonly evaluate: (page: Importer, kept: Importer) => object
}

export type LoadedModule = SourceModule | ValueModule

export interface Binding {
  readonly module: LoadedModule
  /** The exported name. Undefined: the namespace. */
  readonly name: string | undefined
}

/** @returns Undefined if no module provides it, null if it is ambiguous. */
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
  let first: Binding | undefined
  for (const request of module.code.stars) {
    const target = module.requests[request] as LoadedModule
    // Only the namespace of a non-ES module lists its exports.
    if (target.kind === 'value') continue
    const binding = resolveExport(target, name, seen)
    if (binding === null) return null
    if (!binding) continue
    if (first && (first.module !== binding.module || first.name !== binding.name)) return null
    first = binding
  }
  // A non-ES module behind `export *` may have the name; its evaluation shows it.
  const value = module.code.stars.find((request) => module.requests[request]?.kind === 'value')
  return (
    first ??
    (value === undefined ? undefined : { module: module.requests[value] as LoadedModule, name })
  )
}

function follow(
  module: SourceModule,
  { request, name }: ImportBinding,
  seen?: Map<LoadedModule, Set<string>>,
): Binding | null | undefined {
  const target = module.requests[request] as LoadedModule
  return name === undefined ? { module: target, name } : resolveExport(target, name, seen)
}

/** Sorted. Non-ES modules add their names at evaluation. */
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

/** @throws {SyntaxError} If a module does not export an imported name. */
export function linkGraph(graph: ReadonlySet<LoadedModule>): void {
  for (const module of graph) {
    if (module.kind !== 'source' || module.bindings) continue
    module.bindings = module.code.bindings.map((binding) => {
      const source = follow(module, binding)
      if (source) return source
      const { specifier } = module.code.requests[binding.request] ?? {}
      const why =
        source === null ? 'provides more than one export named' : 'does not provide an export named'
      throw new SyntaxError(
        `The requested module '${specifier}' ${why} '${binding.name}' (imported by ${module.url})`,
      )
    })
  }
}
