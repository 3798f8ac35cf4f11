/**
 * Evaluates a worker's modules for one page. The module map, with all state of its modules, ends
 * with the page. Kept modules live in a map that pages share.
 * https://html.spec.whatwg.org/multipage/webappapis.html#module-map
 */

import { type KeepExports, takeClasses } from './counters.ts'
import {
  type Binding,
  exportedNames,
  type Importer,
  type LoadedModule,
  resolveExport,
  type SourceModule,
  type ValueModule,
} from './loaded-module.ts'
import { ModuleRecord, type Taker } from './module-record.ts'

export interface ModuleLoader {
  /** Loads a module with all its imports. @throws If one is missing or is not JavaScript. */
  load(specifier: string, referrer: string, type?: string): Promise<LoadedModule>
  meta(url: string): object
  /** Default: in the caller's asynchronous context. */
  readonly evaluate?: Evaluate
  /** Receives the exports and declared classes of a kept module. */
  readonly keepExports?: KeepExports
  /**
   * Receives each `import()` of a module, in the caller's asynchronous context. @returns The
   * importer's result.
   */
  readonly imported?: (module: Promise<object>) => Promise<object>
}

/**
 * Evaluates a module, up to its first `await` if it has one. @param isKept Whether pages share it.
 */
export type Evaluate = <T>(work: () => T, isKept: boolean) => T

export class ModuleMap implements Importer {
  readonly loader: ModuleLoader
  readonly #kept: ModuleMap | undefined
  /** In the kept map: the maps of open pages. */
  readonly #pages = new Set<ModuleMap>()
  /** This map's imports of what may still change, by imported module and name. */
  readonly #takers = new Map<ModuleRecord, Map<string, Taker[]>>()
  readonly #records = new Map<LoadedModule, ModuleRecord>()
  readonly #values = new Map<LoadedModule, object>()
  /** Settles after the first steps of its async modules: the second ones then begin when called. */
  #created: unknown

  /** @param kept The map of shared modules; undefined: this map is it. */
  constructor(loader: ModuleLoader, kept?: ModuleMap) {
    this.loader = loader
    this.#kept = kept
    if (kept) kept.#pages.add(this)
  }

  metaOf(url: string): object {
    return this.loader.meta(url)
  }

  /** Ends the page: kept modules forget it. */
  end(): void {
    if (this.#kept) this.#kept.#pages.delete(this)
  }

  /**
   * Imports a module for this page.
   * @returns Its namespace.
   * @throws The module's error, or why it cannot be loaded.
   */
  async import(specifier: string, referrer: string, type?: string): Promise<object> {
    return this.evaluate(await this.loader.load(specifier, referrer, type))
  }

  importModule(specifier: unknown, referrer: string, options?: unknown): Promise<object> {
    const imported = this.import(String(specifier), referrer, typeOf(options))
    return this.loader.imported?.(imported) ?? imported
  }

  /** Evaluates a loaded module after its imports. @returns Its namespace. */
  async evaluate(module: LoadedModule): Promise<object> {
    if (module.kind === 'value') return this.#namespaceOfValue(module)
    const record = this.#instantiated(module)
    if (module.isAsync) {
      await this.#created
      await this.#runAsync(record, new Set())
    } else this.#run(record)
    return record.namespace
  }

  /** The value of an import. In an import cycle it is undefined until it is declared. */
  takenBy(taker: Taker, binding: Binding): unknown {
    const { module, name } = binding
    if (module.kind === 'value' || name === undefined) return this.#valueOf(binding)
    const from = this.#recordOf(module)
    if (from.status !== 'evaluated' || module.code.changing.has(name)) this.#add(taker, from, name)
    return from.read(name)
  }

  #add(taker: Taker, from: ModuleRecord, name: string): void {
    const byName = this.#takers.get(from) ?? new Map<string, Taker[]>()
    this.#takers.set(from, byName)
    const takers = byName.get(name)
    if (takers) takers.push(taker)
    else byName.set(name, [taker])
  }

  /** Gives the importers of exports their current values. */
  tellTakers(record: ModuleRecord, names: readonly string[]): void {
    this.#tell(record, names)
    for (const page of this.#pages) page.#tell(record, names)
  }

  #tell(record: ModuleRecord, names: readonly string[]): void {
    const byName = this.#takers.get(record)
    if (byName === undefined) return
    for (const name of names) {
      const takers = byName.get(name)
      if (takers === undefined) continue
      const value = record.read(name)
      for (const { record: taker, index } of takers) taker.put(index, value)
    }
  }

  /**
   * Creates the namespace of a module. https://tc39.es/ecma262/#sec-module-namespace-exotic-objects
   */
  namespaceOf(module: SourceModule): object {
    const namespace = Object.create(null)
    const define = (name: string, binding: Binding) =>
      Object.defineProperty(namespace, name, {
        enumerable: true,
        get: () => this.#valueOf(binding),
      })
    for (const name of exportedNames(module)) {
      const binding = resolveExport(module, name)
      if (binding) define(name, binding)
    }
    for (const request of module.code.stars) {
      const target = module.requests[request] as LoadedModule
      if (target.kind === 'source') continue
      for (const name of Object.keys(this.#namespaceOfValue(target))) {
        if (name !== 'default' && !(name in namespace)) define(name, { module: target, name })
      }
    }
    Object.defineProperty(namespace, Symbol.toStringTag, { value: 'Module' })
    return Object.preventExtensions(namespace)
  }

  #mapOf({ isKept }: LoadedModule): ModuleMap {
    return isKept ? (this.#kept ?? this) : this
  }

  #recordOf(module: SourceModule): ModuleRecord {
    const map = this.#mapOf(module)
    let record = map.#records.get(module)
    if (!record) {
      record = new ModuleRecord(module, map)
      map.#records.set(module, record)
    }
    return record
  }

  #valueOf({ module, name }: Binding): unknown {
    if (module.kind === 'value') {
      const namespace = this.#namespaceOfValue(module)
      return name === undefined ? namespace : (namespace as Record<string, unknown>)[name]
    }
    const record = this.#recordOf(module)
    return name === undefined ? record.namespace : record.exports[name]?.()
  }

  #namespaceOfValue(module: ValueModule): object {
    const map = this.#mapOf(module)
    let value = map.#values.get(module)
    if (value === undefined) {
      const evaluate = () => module.evaluate(this, this.#kept ?? this)
      value = this.#evaluate(evaluate, module)
      map.#values.set(module, value)
    }
    return value
  }

  /** Creates a module and its imports, so that each sees the others' functions. */
  #instantiated(module: SourceModule): ModuleRecord {
    const record = this.#recordOf(module)
    if (record.status !== 'created') return record
    record.status = 'linked'
    for (const request of module.requests)
      if (request.kind === 'source') this.#instantiated(request)
    const map = this.#mapOf(module)
    const { url } = module
    const generator = module.run.call(undefined, record, (specifier, options) =>
      map.importModule(specifier, url, options),
    )
    record.generator = generator
    const created = generator.next()
    if (module.code.isAsync) this.#created = created
    return record
  }

  #run(record: ModuleRecord): void {
    if (record.status === 'failed') throw record.error
    if (record.status !== 'linked') return
    record.status = 'evaluating'
    try {
      for (const request of record.module.requests) {
        if (request.kind === 'source') this.#run(this.#recordOf(request))
        else this.#namespaceOfValue(request)
      }
      record.refresh()
      this.#evaluate(() => void record.generator?.next(), record.module)
      this.#finish(record)
    } catch (error) {
      throw this.#fail(record, error)
    }
  }

  /** @param above Modules that wait for this one; it must not wait for them. */
  async #runAsync(record: ModuleRecord, above: Set<ModuleRecord>): Promise<void> {
    if (record.status === 'failed') throw record.error
    if (above.has(record)) return
    if (!record.done) {
      record.done = this.#evaluateAsync(record, new Set(above).add(record))
      // Importers that have failed already do not hear of it.
      record.done.catch(() => undefined)
    }
    await record.done
  }

  async #evaluateAsync(record: ModuleRecord, above: Set<ModuleRecord>): Promise<void> {
    if (record.status !== 'linked') return
    record.status = 'evaluating'
    try {
      const waits: Promise<void>[] = []
      for (const request of record.module.requests) {
        if (request.kind === 'value') this.#namespaceOfValue(request)
        else if (request.isAsync) waits.push(this.#runAsync(this.#recordOf(request), above))
        else this.#run(this.#recordOf(request))
      }
      // A module without such imports begins at once.
      if (waits.length > 0) await Promise.all(waits)
      record.refresh()
      await this.#evaluate(() => record.generator?.next(), record.module)
      this.#finish(record)
    } catch (error) {
      throw this.#fail(record, error)
    }
  }

  #evaluate<T>(work: () => T, { isKept }: LoadedModule): T {
    const { evaluate } = this.loader
    return evaluate ? evaluate(work, isKept) : work()
  }

  #finish(record: ModuleRecord): void {
    record.status = 'evaluated'
    record.generator = undefined
    if (record.module.isKept) {
      this.loader.keepExports?.(record.namespace, takeClasses())
    }
    // In an import cycle, importers have read values before they existed.
    this.#mapOf(record.module).tellTakers(record, record.module.code.exports)
  }

  #fail(record: ModuleRecord, error: unknown): unknown {
    record.status = 'failed'
    record.error = error
    // What a page lacked, another one may have.
    if (record.module.isKept) this.#mapOf(record.module).#records.delete(record.module)
    return error
  }
}

function typeOf(options: unknown): string | undefined {
  const { with: attributes } = Object(options) as { with?: { type?: unknown } }
  return attributes?.type === undefined ? undefined : String(attributes.type)
}
