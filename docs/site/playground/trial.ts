// Runs a table in a worker before the page does: an endless loop there ends with the worker.

import type { TrialRequest } from './trial-worker.ts'

/** ms for which the worker may be silent. */
const LIMIT_MS = 2000

let worker: Promise<Worker | null> | undefined
let last = 0

/** Starts the worker. Null where the browser cannot. */
function startWorker(): Promise<Worker | null> {
  const started = new Worker(new URL('./trial-worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve) => {
    started.addEventListener('message', () => resolve(started), { once: true })
    started.addEventListener('error', () => resolve(null), { once: true })
  })
}

/** Whether the code of a table comes to an end. */
export async function endsInTime(text: string, state: string): Promise<boolean> {
  worker ??= startWorker()
  const running = await worker
  if (!running) return true
  const request: TrialRequest = { id: ++last, text, state }
  return new Promise((resolve) => {
    const end = new AbortController()
    const settle = (isEnded: boolean) => {
      end.abort()
      clearTimeout(timer)
      resolve(isEnded)
    }
    const timer = setTimeout(() => {
      running.terminate()
      worker = undefined
      settle(false)
    }, LIMIT_MS)
    const onMessage = ({ data }: MessageEvent) => data === request.id && settle(true)
    running.addEventListener('message', onMessage, end)
    running.postMessage(request)
  })
}
