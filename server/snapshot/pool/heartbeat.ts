// Shares a worker's vital signs without messages, so that the server can read them while the worker
// hangs or after it died.

import { computedBy, threadNumber } from './processor-time.ts'
import type { Cells } from './shared-cells.ts'

const BEATS = 0
const RUNNING = 1
const DOM = 2
const THREAD = 3

/** ms between two beats. */
const BEAT_EVERY = 100

// Cells start at 0, which is also a job id.
const toCell = (job: number | undefined): number => (job === undefined ? 0 : job + 1)
const fromCell = (value: number): number | undefined => (value === 0 ? undefined : value - 1)

/** The server's side. */
export interface Vitals {
  /** Grows while the event loop turns. */
  beats(): number
  /** The job whose code ran last; undefined for code of no job. */
  running(): number | undefined
  dom(): number | undefined
  /** The thread's CPU time in ms; undefined if unknown. */
  computed(): number | undefined
}

/** The worker's side. Job ids are below 2^31 - 1. */
export interface Heartbeat {
  start(): void
  runs(job: number | undefined): void
  enter(job: number): void
  leave(): void
}

/** ms for which a reading of the kernel's figures is reused. */
const FRESH = 20

export function readHeartbeat(cells: Cells): Vitals {
  let readAt = Number.NEGATIVE_INFINITY
  let computed: number | undefined
  return {
    beats: () => cells.get(BEATS),
    running: () => fromCell(cells.get(RUNNING)),
    dom: () => fromCell(cells.get(DOM)),
    computed() {
      const now = performance.now()
      if (now - readAt > FRESH) {
        computed = computedBy(cells.get(THREAD))
        readAt = now
      }
      return computed
    },
  }
}

/** Writes the cells that the server reads. */
export function createHeartbeat(cells: Cells): Heartbeat {
  let beats = 0
  let running: number | undefined
  return {
    start() {
      cells.set(THREAD, threadNumber())
      setInterval(() => {
        beats = (beats + 1) | 0
        cells.set(BEATS, beats)
      }, BEAT_EVERY).unref()
    },
    runs(job) {
      if (job === running) return
      running = job
      cells.set(RUNNING, toCell(job))
    },
    enter: (job) => cells.set(DOM, toCell(job)),
    leave: () => cells.set(DOM, 0),
  }
}
