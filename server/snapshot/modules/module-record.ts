/** A module of one page: its exports, its imports, and the progress of its evaluation. */
import type { Binding, SourceModule } from './loaded-module.ts'

interface RecordOwner {
  /** Creates `import.meta`. */
  metaOf(url: string): object
  namespaceOf(module: SourceModule): object
  takenBy(taker: ModuleRecord, binding: Binding): unknown
  /** Updates the importers of a module with its current values. */
  refreshTakers(record: ModuleRecord): void
}

type Status = 'created' | 'linked' | 'evaluating' | 'evaluated' | 'failed'

/** A module of a page. Its function uses `take`, `exports`, `meta` and `changed`. */
export class ModuleRecord {
  readonly module: SourceModule
  /** Receives the values of its imports. */
  take: (values: readonly unknown[]) => void = () => {}
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

  /** Passes a changed export on. @returns Its argument, the value of the assignment. */
  readonly changed = <T>(value: T): T => {
    this.#map.refreshTakers(this)
    return value
  }

  get namespace(): object {
    this.#namespace ??= this.#map.namespaceOf(this.module)
    return this.#namespace
  }

  /** Updates its imports. An import is undefined until its module has initialized it. */
  refresh(): void {
    const { bindings = [] } = this.module
    if (bindings.length > 0) this.take(bindings.map((one) => this.#map.takenBy(this, one)))
  }
}
