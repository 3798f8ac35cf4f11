/** The part that one page takes in modules that are evaluated once, for its module map. */
import type { LoadedModule, SourceModule } from './loaded-module.ts'

interface Part {
  /** Whether the page has them as they were evaluated once. */
  readonly isShared: boolean
  isDone: boolean
  error: { readonly cause: unknown } | undefined
}

/** The evaluation of a lasting module, for all pages. */
export class LastingRecord {
  /** Defines its custom elements. */
  readonly definitions: (() => void)[] = []
  readonly #names: readonly string[]
  readonly #values: readonly unknown[]

  constructor({ code }: SourceModule) {
    this.#names = code.lasting?.globals ?? []
    this.#values = this.#names.map(globalOf)
  }

  /** Whether its evaluation would have read other values now. */
  hasOtherGlobals(): boolean {
    return this.#names.some((name, at) => !Object.is(globalOf(name), this.#values[at]))
  }
}

/** Lists a module's variables, and its classes' methods: a page may write properties on them. */
export function comparedValues(variables: Readonly<Record<string, unknown>>): object {
  const methods = Object.entries(variables).flatMap(([name, value]) => {
    const prototype: unknown = typeof value === 'function' ? value.prototype : undefined
    if (Object(prototype) !== prototype) return []
    return Object.entries(Object.getOwnPropertyDescriptors(prototype as object))
      .filter(([key, { value }]) => key !== 'constructor' && typeof value === 'function')
      .map(([key, { value }]) => [`${name}.prototype.${key}`, value] as const)
  })
  return Object.freeze({ ...variables, ...Object.fromEntries(methods) })
}

const globalOf = (name: string): unknown => Reflect.get(globalThis, name)

export class LastingModules {
  readonly #parts = new Map<LoadedModule, Part>()
  /** A page that has replaced a global has modules of its own from then on. */
  #isAlone = false

  /** @param record Undefined if it was not evaluated yet. */
  shares(module: SourceModule, record: LastingRecord | undefined): boolean {
    const part = this.#parts.get(module)
    if (part) return part.isShared
    this.#isAlone ||= record?.hasOtherGlobals() ?? false
    const isShared = !this.#isAlone
    this.#parts.set(module, { isShared, isDone: false, error: undefined })
    return isShared
  }

  isShared(module: LoadedModule): boolean {
    return this.#parts.get(module)?.isShared ?? false
  }

  /** Does the work of a module for the page, once. @throws Its error, each time. */
  once(module: LoadedModule, work: () => void): void {
    const part = this.#parts.get(module) as Part
    if (!part.isDone) {
      part.isDone = true
      try {
        work()
      } catch (cause) {
        part.error = { cause }
      }
    }
    if (part.error) throw part.error.cause
  }
}
