import PQueue from 'p-queue'

/** On the first failure, waits for the work under way, then rejects. */
export async function inParallel<T>(
  concurrency: number,
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let broken: { readonly error: unknown } | undefined
  const queue = new PQueue({ concurrency })
  try {
    for await (const item of items) {
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
