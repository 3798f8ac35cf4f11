// Waits for the work of a page until its deadline.

export function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve('late')
    signal.addEventListener('abort', () => resolve('late'), { once: true })
    work.then(resolve, reject)
  })
}
