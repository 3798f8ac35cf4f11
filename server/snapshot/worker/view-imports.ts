/**
 * Postpones the imports of a page's views until its document is open, as a browser evaluates them
 * in the page. Reports when only views are pending.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Run = <T>(work: () => T) => T

export class ViewImports {
  /** Resolves when loaders have ended and a view is pending. */
  readonly wanted: Promise<'wanted'>
  #tell: (wanted: 'wanted') => void = () => undefined
  #loaders = 0
  #waiting: (() => void)[] = []
  #run: Run | undefined

  constructor() {
    this.wanted = new Promise((resolve) => {
      this.#tell = resolve
    })
  }

  begin(work: unknown): void {
    this.#loaders += 1
    const done = () => {
      this.#loaders -= 1
      this.#look()
    }
    Promise.resolve(work).then(done, done)
  }

  /** Imports a view: now, or when the document is open. */
  import(load: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        const run = this.#run as Run
        Promise.resolve(run(async () => load())).then(resolve, reject)
      }
      if (this.#run) return begin()
      this.#waiting.push(begin)
      // Loaders of the same chain begin before the next microtask.
      queueMicrotask(() => this.#look())
    })
  }

  /** Stops waiting for loaders: their results are not needed. */
  giveUpLoaders(): void {
    this.#loaders = Number.NEGATIVE_INFINITY
    this.#look()
  }

  /** Imports views from here on, in the caller's asynchronous context. */
  openHere(): void {
    this.open(AsyncLocalStorage.snapshot() as Run)
  }

  /** Imports views from here on. @param run Runs an import. */
  open(run: Run): void {
    this.#run = run
    for (const begin of this.#waiting.splice(0)) begin()
  }

  #look(): void {
    if (this.#loaders <= 0 && this.#waiting.length > 0) this.#tell('wanted')
  }
}
