// Adds a description to a set until a promise settles. The promise itself is unchanged.

export function noteWhile(waiting: Set<string> | undefined, what: string, work: unknown): void {
  if (waiting === undefined || !isThenable(work)) return
  waiting.add(what)
  const done = () => void waiting.delete(what)
  Promise.resolve(work).then(done, done)
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
