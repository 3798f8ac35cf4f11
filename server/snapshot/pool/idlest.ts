import type { PoolWorker } from './pool-worker.ts'

/** Finds the least loaded worker that may take one more job. */
export function idlest(
  workers: Iterable<PoolWorker>,
  mayTake: (worker: PoolWorker) => boolean,
): PoolWorker | undefined {
  let best: PoolWorker | undefined
  for (const worker of workers) {
    if (mayTake(worker) && (best === undefined || worker.load < best.load)) best = worker
  }
  return best
}
