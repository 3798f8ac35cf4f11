/** Waits for good pages as long as a busy machine needs, where bad pages use up all the time that they are given. */

/**
 * Repeats work with twice the time until `isDone`, for a minute at the most.
 * @returns The last result, and the time in ms that it was given.
 */
export async function patiently<T>(
  first: number,
  work: (timeout: number) => Promise<T>,
  isDone: (result: T) => boolean,
): Promise<{ readonly result: T; readonly timeout: number }> {
  for (let timeout = first; ; timeout *= 2) {
    const result = await work(timeout)
    if (isDone(result) || timeout > 30_000) return { result, timeout }
  }
}
