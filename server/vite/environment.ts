// Vite's environment of the snapshot workers in development. It has a pool of one thread, started by the
// first snapshot and replaced after every edit: modules are evaluated once a thread, and custom elements
// cannot be defined twice. In: jobs. Out: answers made from the sources as they are now.

import { MessageChannel, Worker } from 'node:worker_threads'
import { DevEnvironment } from 'vite'
import type { Answer, Job } from '../job.ts'
import { createPool, type Pool } from '../pool.ts'
import type { Pulse } from '../pulse.ts'
import type { Refusal } from '../thread.ts'

// Views are transformed when they are first wanted, which production does not have to wait for.
const DEADLINE = 20_000

/** The environment: owns its worker thread. */
export class SnapshotEnvironment extends DevEnvironment {
  #pool: Promise<Pool> | undefined
  #closed = false

  /** The app modules, as [page path, file]. */
  apps: readonly (readonly [path: string, file: string])[] = []

  /**
   * Makes a snapshot of the current sources.
   *
   * @throws What an app module threw when it was evaluated, or why Vite could not transform it.
   */
  async render(job: Omit<Job, 'id' | 'deadline'>): Promise<Answer | Refusal> {
    for (;;) {
      const answer = await (await this.#start()).render(job)
      // The thread was replaced in mid-render: the sources have changed, so must the answer.
      if (answer.type !== 'closed' || this.#closed) return answer
    }
  }

  /** Sees to it that the next snapshot is made from the sources as they will be then. */
  renew(): void {
    const pool = this.#pool
    this.#pool = undefined
    pool?.then(
      (running) => running.close(),
      () => undefined,
    )
  }

  override async close(): Promise<void> {
    this.#closed = true
    this.renew()
    await super.close()
  }

  #start(): Promise<Pool> {
    if (this.#pool !== undefined) return this.#pool
    const pool = createPool({
      spawn: (pulse) => this.#spawn(pulse),
      workers: 1,
      spares: 0,
      maxAge: { renders: Infinity, ms: Infinity, heapBytes: Infinity },
      deadline: DEADLINE,
      queue: 1000,
      patience: Number.POSITIVE_INFINITY,
      onReplaced: (why) => this.logger.warn(`The snapshot worker was replaced: ${String(why)}`),
    })
    this.#pool = pool
    pool.catch(() => {
      if (this.#pool === pool) this.#pool = undefined
    })
    return pool
  }

  #spawn(pulse: Pulse): Worker {
    const { port1: ours, port2: theirs } = new MessageChannel()
    ours.on('message', async ({ id, payload }) => {
      const answer = await this.hot.handleInvoke(payload)
      // Errors of plugins carry functions and whole ASTs, which cannot be cloned.
      ours.postMessage({ id, answer: JSON.parse(JSON.stringify(answer)) })
    })
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { apps: this.apps, port: theirs, pulse },
      transferList: [theirs],
      execArgv: ['--conditions=browser', '--conditions=development'],
    })
    worker.on('exit', () => ours.close())
    return worker
  }
}
