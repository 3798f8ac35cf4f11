// Waits for the work of a page until its deadline, or until its code navigates away. The work may
// never end then.

import type { Destination, PageContext } from '../../dom/index.ts'

export function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve('late')
    signal.addEventListener('abort', () => resolve('late'), { once: true })
    work.then(resolve, reject)
  })
}

export async function unlessLeft<T>(
  pageContext: PageContext,
  work: Promise<T>,
): Promise<T | { readonly destination: Destination }> {
  const { leaving } = pageContext
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  leaving.addEventListener('abort', leave, { once: true })
  const done = await Promise.race([left, work]).finally(() =>
    leaving.removeEventListener('abort', leave),
  )
  const destination = pageContext.takeDestination()
  return destination ? { destination } : (done as T)
}
