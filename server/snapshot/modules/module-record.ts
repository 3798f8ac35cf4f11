/** A module of one page: its exports, its imports, and the progress of its evaluation. */
import type { Binding, SourceModule } from './loaded-module.ts'

interface RecordOwner {
  /** Creates `import.meta`. */
  metaOf(url: string): object
  namespaceOf(module: SourceModule): object
  takenBy(taker: Taker, binding: Binding): unknown
  /** Gives the importers of exports their current values. */
  tellTakers(record: ModuleRecord, names: readonly string[]): void
}

/** An import of a module. */
export interface Taker {
  readonly record: ModuleRecord
  readonly index: number
}

type Status = 'created' | 'linked' | 'evaluating' | 'evaluated' | 'failed'

/** A module of a page. Its function uses `put`, `exports`, `meta` and `changed`. */
export class ModuleRecord {
  readonly module: SourceModule
  /** Receives the value of an import. */
  put: (index: number, value: unknown) => void = () => {}
  /** Getters of its own exports: they throw a ReferenceError before initialization. */
  exports: Readonly<Record<string, () => unknown>> = {}
  status: Status = 'created'
  error: unknown
  done: Promise<void> | undefined
  generator: Generator<void, void> | AsyncGenerator<void, void> | undefined
  readonly #map: RecordOwner
  #meta: object | undefined
  #namespace: object | undefined

  constructor(module: SourceModule, map: RecordOwner) {
    this.module = module
    this.#map = map
  }

  get meta(): object {
    this.#meta ??= this.#map.metaOf(this.module.url)
    return this.#meta
  }

  /** Passes changed exports on. @returns Its argument, the value of the assignment. */
  readonly changed = <T>(value: T, ...names: readonly string[]): T => {
    this.#map.tellTakers(this, names)
    return value
  }

  /** The value of an export: undefined before its initialization. */
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

  /** Updates its imports. An import is undefined until its module has initialized it. */
  refresh(): void {
    const { bindings = [] } = this.module
    for (let index = 0; index < bindings.length; index++)
      this.put(index, this.#map.takenBy({ record: this, index }, bindings[index] as Binding))
  }
}
