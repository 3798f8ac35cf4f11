// What a worker shows of itself while it cannot answer: shared memory that the server's thread reads when
// the worker hangs or has died. In: a beat from the worker's event loop, the job that has the DOM.
// Out: both, without a message.

const BEATS = 0
const JOB = 1
const NONE = -1

/** How many ms lie between two beats. */
const BEAT_EVERY = 100

/** Shared memory for one worker. */
export type Pulse = SharedArrayBuffer

/** Makes the memory; the worker gets it as `workerData.pulse`. */
export function createPulse(): Pulse {
  const pulse = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  Atomics.store(new Int32Array(pulse), JOB, NONE)
  return pulse
}

/** The server's side. */
export function readPulse(pulse: Pulse): { beats(): number; job(): number | undefined } {
  const cells = new Int32Array(pulse)
  return {
    beats: () => Atomics.load(cells, BEATS),
    job() {
      const id = Atomics.load(cells, JOB)
      return id === NONE ? undefined : id
    },
  }
}

/** The worker's side: beats from now on. */
export function startPulse(pulse: Pulse): { enter(job: number): void; leave(): void } {
  const cells = new Int32Array(pulse)
  setInterval(() => Atomics.add(cells, BEATS, 1), BEAT_EVERY).unref()
  return {
    enter: (job) => void Atomics.store(cells, JOB, job),
    leave: () => void Atomics.store(cells, JOB, NONE),
  }
}
