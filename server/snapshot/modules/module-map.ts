/**
 * Evaluates a worker's modules for one page, and ends with it. Kept modules live in a map that
 * pages share.
 * https://html.spec.whatwg.org/multipage/webappapis.html#module-map
 */

import { isBuiltin } from 'node:module'
import { type KeepExports, takeClasses } from './counters.ts'
import { comparedValues, LastingModules, LastingRecord } from './lasting-modules.ts'
import {
  type Binding,
  exportedNames,
  type Importer,
  type LoadedModule,
  resolveExport,
  type SourceModule,
  type ValueModule,
} from './loaded-module.ts'
import { type ImportSlot, ModuleRecord, type RecordMap } from './module-record.ts'

export interface ModuleLoader {
  /** Loads a module with its imports. @throws If one is missing or is not JavaScript. */
  load(specifier: string, referrer: string, type?: string): Promise<LoadedModule>
  /** The `import.meta` of a module. */
  meta(url: string, platform: Platform): object
  readonly evaluate?: Evaluate | undefined
  readonly keepExports?: KeepExports | undefined
  /** A module, and those that import it, are evaluated for each page from then on. */
  spend(module: SourceModule): void
  /** Receives each `import()`. @returns The importer's result. */
  readonly imported?: ((module: Promise<object>) => Promise<object>) | undefined
}

/** `node`: the module imports a part of Node, so no browser has it. */
export type Platform = 'node' | 'browser'

interface Evaluated {
  readonly module: Pick<LoadedModule, 'isKept'>
  readonly lasting: LastingRecord | undefined
}

/** Up to its first `await`. @param isKept Whether pages share it. */
export type Evaluate = <T>(work: () => T, isKept: boolean) => T

export class ModuleMap implements Importer, RecordMap {
  readonly loader: ModuleLoader
  readonly #kept: ModuleMap | undefined
  /** In the kept map: the maps of open pages. */
  readonly #pages = new Set<ModuleMap>()
  /** Imports of values that may still change, by imported module and name. */
  readonly #imports = new Map<ModuleRecord, Map<string, ImportSlot[]>>()
  readonly #records = new Map<LoadedModule, ModuleRecord>()
  readonly #values = new Map<LoadedModule, object>()
  readonly #lasting = new LastingModules()
  /** In the kept map: the map of the last page. */
  #page: ModuleMap | undefined
  /** Settles after the first steps of async modules: the second ones then begin when called. */
  #created: unknown

  /** @param kept Undefined: this is the map of shared modules. */
  constructor(loader: ModuleLoader, kept?: ModuleMap) {
    this.loader = loader
    this.#kept = kept
    if (!kept) return
    kept.#pages.add(this)
    kept.#page = this
  }

  metaOf({ url, requests }: SourceModule): object {
    const isOfNode = requests.some((request) => isBuiltin(request.url))
    return this.loader.meta(url, isOfNode ? 'node' : 'browser')
  }

  /** Kept modules keep nothing of the page. */
  end(): void {
    if (this.#kept) this.#kept.#pages.delete(this)
  }

  /** @throws The module's error, or why it cannot be loaded. */
  async import(specifier: string, referrer: string, type?: string): Promise<object> {
    return this.evaluate(await this.loader.load(specifier, referrer, type))
  }

  importModule(specifier: unknown, referrer: string, options?: unknown): Promise<object> {
    const imported = this.import(String(specifier), referrer, typeOf(options))
    return this.loader.imported?.(imported) ?? imported
  }

  async evaluate(module: LoadedModule): Promise<object> {
    if (module.kind === 'value') return this.#namespaceOfValue(module)
    const record = this.#instantiated(module)
    if (module.isAsync) {
      await this.#created
      await this.#runAsync(record, new Set())
    } else this.#run(record)
    return record.namespace
  }

  /** In an import cycle it is undefined until it is declared. */
  importedValue(slot: ImportSlot, binding: Binding): unknown {
    const { module, name } = binding
    if (module.kind === 'value' || name === undefined) return this.#valueOf(binding)
    const from = this.#recordOf(module)
    if (from.status !== 'evaluated' || module.code.changing.has(name)) this.#add(slot, from, name)
    return from.read(name)
  }

  #add(slot: ImportSlot, from: ModuleRecord, name: string): void {
    const byName = this.#imports.get(from) ?? new Map<string, ImportSlot[]>()
    this.#imports.set(from, byName)
    const slots = byName.get(name)
    if (slots) slots.push(slot)
    else byName.set(name, [slot])
  }

  updateImporters(record: ModuleRecord, names: readonly string[]): void {
    this.#update(record, names)
    for (const page of this.#pages) page.#update(record, names)
  }

  #update(record: ModuleRecord, names: readonly string[]): void {
    const byName = this.#imports.get(record)
    if (byName === undefined) return
    for (const name of names) {
      const slots = byName.get(name)
      if (slots === undefined) continue
      const value = record.read(name)
      for (const { record: importer, index } of slots) importer.put(index, value)
    }
  }

  /** https://tc39.es/ecma262/#sec-module-namespace-exotic-objects */
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
      for (const name of Object.keys(this.#namespaceOfValue(target)))
        if (name !== 'default' && !(name in namespace)) define(name, { module: target, name })
    }
    Object.defineProperty(namespace, Symbol.toStringTag, { value: 'Module' })
    return Object.preventExtensions(namespace)
  }

  #mapOf(module: LoadedModule): ModuleMap {
    const kept = this.#kept
    if (!kept) return this
    if (module.isKept) return kept
    const lasts = module.kind === 'source' && module.lasts
    return lasts && this.#lasting.shares(module, kept.#records.get(module)?.lasting) ? kept : this
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
      value = this.#evaluate(evaluate, { module, lasting: undefined })
      map.#values.set(module, value)
    }
    return value
  }

  /** Creates imported modules too, so that each sees the others' functions. */
  #instantiated(module: SourceModule): ModuleRecord {
    const record = this.#recordOf(module)
    if (record.status !== 'created') return record
    record.status = 'linked'
    for (const request of module.requests)
      if (request.kind === 'source') this.#instantiated(request)
    const map = this.#mapOf(module)
    const { url } = module
    // The code of a lasting module runs for one page after the other.
    const importer = () => (module.isKept ? map : (map.#page ?? map))
    const generator = module.run.call(undefined, record, (specifier, options) =>
      importer().importModule(specifier, url, options),
    )
    record.generator = generator
    const created = generator.next()
    if (module.code.isAsync) this.#created = created
    return record
  }

  #run(record: ModuleRecord): void {
    const { module } = record
    if (this.#lasting.isShared(module)) this.#lasting.once(module, () => this.#runLasting(record))
    else this.#runWhole(record)
  }

  /** Evaluates it once, and defines its elements for each page. */
  #runLasting(record: ModuleRecord): void {
    for (const request of record.module.requests)
      if (request.kind === 'source') this.#run(this.#recordOf(request))
    const isFirst = record.lasting === undefined
    if (isFirst) {
      record.lasting = new LastingRecord(record.module)
      this.#runWhole(record)
    }
    try {
      for (const define of record.lasting?.definitions ?? []) define()
    } finally {
      // The look compares a class with what its definition has left.
      if (isFirst) this.#compare(record)
    }
  }

  #compare({ module, variables }: ModuleRecord): void {
    const { loader } = this
    loader.keepExports?.(comparedValues(variables()), [], () => loader.spend(module))
  }

  #runWhole(record: ModuleRecord): void {
    if (record.status === 'failed') throw record.error
    if (record.status !== 'linked') return
    record.status = 'evaluating'
    try {
      for (const request of record.module.requests) {
        if (request.kind === 'source') this.#run(this.#recordOf(request))
        else this.#namespaceOfValue(request)
      }
      record.refresh()
      this.#evaluate(() => void record.generator?.next(), record)
      this.#finish(record)
    } catch (error) {
      throw this.#fail(record, error)
    }
  }

  /** @param above Modules that wait for this one. */
  async #runAsync(record: ModuleRecord, above: Set<ModuleRecord>): Promise<void> {
    if (record.status === 'failed') throw record.error
    if (above.has(record)) return
    if (!record.done) {
      record.done = this.#evaluateAsync(record, new Set(above).add(record))
      // Importers may have failed already.
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
      await this.#evaluate(() => record.generator?.next(), record)
      this.#finish(record)
    } catch (error) {
      throw this.#fail(record, error)
    }
  }

  #evaluate<T>(work: () => T, { module, lasting }: Evaluated): T {
    const { evaluate } = this.loader
    return evaluate ? evaluate(work, module.isKept || lasting !== undefined) : work()
  }

  #finish(record: ModuleRecord): void {
    record.status = 'evaluated'
    record.generator = undefined
    if (record.module.isKept) this.loader.keepExports?.(record.namespace, takeClasses())
    // In an import cycle, importers have read the values before.
    this.#mapOf(record.module).updateImporters(record, record.module.code.exports)
  }

  #fail(record: ModuleRecord, error: unknown): unknown {
    record.status = 'failed'
    record.error = error
    // Another page may have what this one lacked.
    const { module } = record
    if (module.isKept || record.lasting) this.#mapOf(module).#records.delete(module)
    return error
  }
}

function typeOf(options: unknown): string | undefined {
  const { with: attributes } = Object(options) as { with?: { type?: unknown } }
  return attributes?.type === undefined ? undefined : String(attributes.type)
}
