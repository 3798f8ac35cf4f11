// Work on a stream of items, so many at a time. In: items, and what is done for each. Out: an end, when all is done.

import PQueue from 'p-queue'

/** Does work for each item, so many at a time; the first that fails ends it when the others are done. */
export async function inParallel<T>(
  concurrency: number,
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let broken: { readonly error: unknown } | undefined
  const queue = new PQueue({ concurrency })
  try {
    for await (const item of items) {
      // So that states are listed as they are made, and not all of them before.
      await queue.onSizeLessThan(1)
      if (broken) break
      queue
        .add(() => work(item))
        .catch((error: unknown) => {
          broken ??= { error }
        })
    }
  } finally {
    await queue.onIdle()
  }
  if (broken) throw broken.error
}
