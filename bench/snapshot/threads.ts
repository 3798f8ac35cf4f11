// Threads that only compute and share nothing. The gain of two of them over one is the most that
// two workers can gain on this machine under its present load.
import { Worker } from 'node:worker_threads'

/** Some fifth of a second on one core. */
const STEPS = 200_000_000

const SOURCE = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (steps) => {
    let x = 1
    for (let i = 0; i < steps; i++) x = (Math.imul(x, 48271) + i) | 0
    parentPort.postMessage(x)
  })`

/** Starts threads. @returns A function that divides the same computation among them. */
export function bareThreads(count: number): () => Promise<unknown> {
  const threads = Array.from({ length: count }, () => new Worker(SOURCE, { eval: true }))
  return () =>
    Promise.all(
      threads.map((thread) => {
        const done = new Promise((resolve) => thread.once('message', resolve))
        thread.postMessage(STEPS / count)
        return done
      }),
    )
}
