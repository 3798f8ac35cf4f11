/** One module in a module map: its exports, its imports' values, and how far its evaluation is. */
import type { LastingRecord } from './lasting-modules.ts'
import type { Binding, SourceModule } from './loaded-module.ts'

/** The map that a record is in. */
export interface RecordMap {
  metaOf(module: SourceModule): object
  namespaceOf(module: SourceModule): object
  importedValue(slot: ImportSlot, binding: Binding): unknown
  updateImporters(record: ModuleRecord, names: readonly string[]): void
}

export interface ImportSlot {
  readonly record: ModuleRecord
  readonly index: number
}

type Status = 'created' | 'linked' | 'evaluating' | 'evaluated' | 'failed'

/** The module's function uses `put`, `exports`, `meta`, `changed`, `define` and `variables`. */
export class ModuleRecord {
  readonly module: SourceModule
  /** Of a module that pages share since its evaluation. */
  lasting: LastingRecord | undefined
  variables: () => Readonly<Record<string, unknown>> = () => ({})
  put: (index: number, value: unknown) => void = () => {}
  /** Getters, which throw a ReferenceError before initialization. */
  exports: Readonly<Record<string, () => unknown>> = {}
  status: Status = 'created'
  error: unknown
  done: Promise<void> | undefined
  generator: Generator<void, void> | AsyncGenerator<void, void> | undefined
  readonly #map: RecordMap
  #meta: object | undefined
  #namespace: object | undefined

  constructor(module: SourceModule, map: RecordMap) {
    this.module = module
    this.#map = map
  }

  get meta(): object {
    this.#meta ??= this.#map.metaOf(this.module)
    return this.#meta
  }

  /** @returns The value of the assignment. */
  readonly changed = <T>(value: T, ...names: readonly string[]): T => {
    this.#map.updateImporters(this, names)
    return value
  }

  /** Defines a custom element; a module that lasts does so again for each page. */
  define(definition: () => void): void {
    if (this.lasting) this.lasting.definitions.push(definition)
    else definition()
  }

  /** Reads an export, which is undefined before its initialization. */
  read(name: string): unknown {
    try {
      return this.exports[name]?.()
    } catch (error) {
      if (this.status === 'evaluated' || !(error instanceof ReferenceError)) throw error
      return undefined
    }
  }

  get namespace(): object {
    this.#namespace ??= this.#map.namespaceOf(this.module)
    return this.#namespace
  }

  refresh(): void {
    const { bindings = [] } = this.module
    for (let index = 0; index < bindings.length; index++)
      this.put(index, this.#map.importedValue({ record: this, index }, bindings[index] as Binding))
  }
}
