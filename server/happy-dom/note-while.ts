// Notes work while it is under way. In: a set of words, what a step returned. Out: nothing; the word is in the set until a promise
// settles, and never for a step that has ended. The promise itself is not touched.

/** Notes a promise; what is none has ended already. */
export function noteWhile(waiting: Set<string> | undefined, what: string, work: unknown): void {
  if (waiting === undefined || !isThenable(work)) return
  waiting.add(what)
  const done = () => void waiting.delete(what)
  Promise.resolve(work).then(done, done)
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
