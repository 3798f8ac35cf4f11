/** Promises that a unit settles itself. */

interface Deferred<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
}

export function deferred<T = void>(): Deferred<T> {
  let settle: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: (value) => settle(value) }
}

/** Lets work end that nobody waits for. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
