// What a worker shows of itself while it cannot answer; the server's side reads it when the worker hangs or
// has died. In: beats of the worker's event loop, which job's code runs, which job has the DOM, the number of its thread.
// Out: all of it, and how long the thread has computed, without a message.

import { computedBy, threadNumber } from './processor-time.ts'
import type { Cells } from './shared-cells.ts'

const BEATS = 0
const RUNNING = 1
const DOM = 2
const THREAD = 3

/** How many ms lie between two beats. */
const BEAT_EVERY = 100

// Cells begin with 0, which is the id of a job.
const toCell = (job: number | undefined): number => (job === undefined ? 0 : job + 1)
const fromCell = (value: number): number | undefined => (value === 0 ? undefined : value - 1)

/** The server's side. */
export interface Vitals {
  /** Grows while the event loop turns. */
  beats(): number
  /** The job whose code ran last; undefined for code of none. */
  running(): number | undefined
  /** The job that has the DOM. */
  dom(): number | undefined
  /** For how many ms its thread has computed; undefined where that is not known. */
  computed(): number | undefined
}

/** The worker's side. Job ids are below 2^31 - 1. */
export interface Heartbeat {
  /** Beats from now on. */
  start(): void
  runs(job: number | undefined): void
  enter(job: number): void
  leave(): void
}

/** For how many ms a reading of the kernel's figures is taken as it is. */
const FRESH = 20

/** Reads the cells that a worker writes to. */
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

/** Writes to the cells that the server reads. */
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
