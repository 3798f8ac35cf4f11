// What may be there at once, and then needs no turn of the event loop: most requests are answered from
// memory, where a promise for each step costs more than all that is done.

/** A value, now or later. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value, at once when it is there. Throws or rejects as `next` does. */
export const andThen = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(next) : next(value))
