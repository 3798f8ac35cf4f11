// Values that may be available at once. Most requests are answered from memory, where a promise for
// each step would cost more than the work.

/** A value, now or later. */
export type MaybePromise<T> = T | Promise<T>

/** Continues with a value, synchronously if it is there. Throws or rejects as `next` does. */
export const andThen = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(next) : next(value))
