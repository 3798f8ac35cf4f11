/** A module of one page: its exports, its imports, and how far its evaluation has come. */
import type { Binding, SourceModule } from './loaded-module.ts'

/** The module map of a record. */
interface RecordOwner {
  /** Creates `import.meta`. */
  metaOf(url: string): object
  namespaceOf(module: SourceModule): object
  /** The value of an import. */
  takenBy(taker: ModuleRecord, binding: Binding): unknown
  /** Gives the modules that import from one its values as they are now. */
  refreshTakers(record: ModuleRecord): void
}

type Status = 'created' | 'linked' | 'evaluating' | 'evaluated' | 'failed'

/** A module of a page. Its function reads and writes `take`, `exports`, `meta` and `changed`. */
export class ModuleRecord {
  readonly module: SourceModule
  /** Takes the values of its imports. */
  take: (values: readonly unknown[]) => void = () => {}
  /** Its own exports: they throw a ReferenceError before they have a value. */
  exports: Readonly<Record<string, () => unknown>> = {}
  status: Status = 'created'
  error: unknown
  /** The end of an evaluation that awaits. */
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

  /** Passes on that an export has another value. @returns What it is given, the value of the assignment. */
  readonly changed = <T>(value: T): T => {
    this.#map.refreshTakers(this)
    return value
  }

  get namespace(): object {
    this.#namespace ??= this.#map.namespaceOf(this.module)
    return this.#namespace
  }

  /** Gives it the values of its imports. One that has no value yet is undefined until its module has run. */
  refresh(): void {
    const { bindings = [] } = this.module
    if (bindings.length > 0) this.take(bindings.map((one) => this.#map.takenBy(this, one)))
  }
}
