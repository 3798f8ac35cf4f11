/**
 * The modules of one page, evaluated anew from what a thread has loaded. A page's module map ends with the page, and with it all that
 * its modules remember. Modules that are kept live in a map of their own, which pages share.
 * https://html.spec.whatwg.org/multipage/webappapis.html#module-map
 */

import { type KeepExports, takeClasses } from './counters.ts'
import {
  type Binding,
  exportedNames,
  type LoadedModule,
  resolveExport,
  type SourceModule,
  type ValueModule,
} from './loaded-module.ts'
import { ModuleRecord } from './module-record.ts'

/** Loads modules, for all pages of a thread. */
export interface ModuleLoader {
  /** Loads a module with all that it imports. @throws When one is not there or is not JavaScript. */
  load(specifier: string, referrer: string, type?: string): Promise<LoadedModule>
  /** Creates `import.meta`. */
  meta(url: string): object
  /** Default: in the caller's asynchronous context. */
  readonly evaluate?: Evaluate
  /** Receives what a kept module exports, and the classes that it declares. */
  readonly keepExports?: KeepExports
  /** Receives each `import()` of a module, in the caller's asynchronous context. @returns What the importer gets. */
  readonly imported?: (module: Promise<object>) => Promise<object>
}

/** Evaluates a module, or the part of it up to its first `await`. @param isKept Whether pages share it. */
export type Evaluate = <T>(work: () => T, isKept: boolean) => T

/** The modules of a page, or those that are kept. */
export class ModuleMap {
  readonly loader: ModuleLoader
  readonly #kept: ModuleMap | undefined
  /** Of the map that is kept: those of the pages that have not ended. */
  readonly #pages = new Set<ModuleMap>()
  /** Which modules of this page have taken values of a module. */
  readonly #takers = new Map<ModuleRecord, Set<ModuleRecord>>()
  readonly #records = new Map<LoadedModule, ModuleRecord>()
  readonly #values = new Map<LoadedModule, object>()

  /** @param kept The map of the modules that pages share; undefined: this is it. */
  constructor(loader: ModuleLoader, kept?: ModuleMap) {
    this.loader = loader
    this.#kept = kept
    if (kept) kept.#pages.add(this)
  }

  metaOf(url: string): object {
    return this.loader.meta(url)
  }

  /** Ends the page: modules that are kept forget it. */
  end(): void {
    if (this.#kept) this.#kept.#pages.delete(this)
  }

  /**
   * Imports a module for this page.
   *
   * @returns Its namespace.
   * @throws What the module throws when it is evaluated, or why it cannot be loaded.
   */
  async import(specifier: string, referrer: string, type?: string): Promise<object> {
    return this.evaluate(await this.loader.load(specifier, referrer, type))
  }

  /** Evaluates a module that is loaded, and before it those that it imports. @returns Its namespace. */
  async evaluate(module: LoadedModule): Promise<object> {
    if (module.kind === 'value') return this.#namespaceOfValue(module)
    if (module.isAsync) await this.#runAsync(this.#instantiated(module), new Set())
    else this.#run(this.#instantiated(module))
    return this.#recordOf(module).namespace
  }

  /** The value of an import. One of a circle that has no value yet is undefined until its module has run. */
  takenBy(taker: ModuleRecord, binding: Binding): unknown {
    const { module, name } = binding
    if (module.kind === 'value' || name === undefined) return this.#valueOf(binding)
    const from = this.#recordOf(module)
    const takers = this.#takers.get(from)
    if (takers) takers.add(taker)
    else this.#takers.set(from, new Set([taker]))
    try {
      return this.#valueOf(binding)
    } catch (error) {
      if (from.status === 'evaluated' || !(error instanceof ReferenceError)) throw error
      return undefined
    }
  }

  /** Gives the modules that import from one its values as they are now. */
  refreshTakers(record: ModuleRecord): void {
    for (const map of [this, ...this.#pages])
      for (const taker of map.#takers.get(record) ?? []) taker.refresh()
  }

  /** Creates the namespace of a module. https://tc39.es/ecma262/#sec-module-namespace-exotic-objects */
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

  /** Creates a module and those below it, so that each knows the functions of the others. */
  #instantiated(module: SourceModule): ModuleRecord {
    const record = this.#recordOf(module)
    if (record.status !== 'created') return record
    record.status = 'linked'
    for (const request of module.requests)
      if (request.kind === 'source') this.#instantiated(request)
    const map = this.#mapOf(module)
    const { url } = module
    const importModule = (specifier: unknown, options?: unknown) => {
      const imported = map.import(String(specifier), url, typeOf(options))
      return this.loader.imported?.(imported) ?? imported
    }
    const generator = module.run.call(undefined, record, importModule)
    record.generator = generator
    void generator.next()
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

  /** @param above Modules that wait for this one: they are not waited for. */
  async #runAsync(record: ModuleRecord, above: Set<ModuleRecord>): Promise<void> {
    if (record.status === 'failed') throw record.error
    if (above.has(record)) return
    record.done ??= this.#evaluateAsync(record, new Set(above).add(record))
    await record.done
  }

  async #evaluateAsync(record: ModuleRecord, above: Set<ModuleRecord>): Promise<void> {
    if (record.status !== 'linked') return
    record.status = 'evaluating'
    try {
      for (const request of record.module.requests) {
        if (request.kind === 'value') this.#namespaceOfValue(request)
        else if (request.isAsync) await this.#runAsync(this.#recordOf(request), above)
        else this.#run(this.#recordOf(request))
      }
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
    // Modules of a circle have taken values that were not there yet.
    this.#mapOf(record.module).refreshTakers(record)
  }

  #fail(record: ModuleRecord, error: unknown): unknown {
    record.status = 'failed'
    record.error = error
    return error
  }
}

/** The `type` attribute of a dynamic import. */
function typeOf(options: unknown): string | undefined {
  const { with: attributes } = Object(options) as { with?: { type?: unknown } }
  return attributes?.type === undefined ? undefined : String(attributes.type)
}
