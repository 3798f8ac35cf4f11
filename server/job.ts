// What crosses the border between the server's thread and a snapshot worker: plain values only.

/** One snapshot to make. */
export interface Job {
  readonly id: number
  /** Which page of the site, by its path. */
  readonly page: string
  /** The canonical state. */
  readonly state: string
  /** The page's absolute URL without a fragment. */
  readonly url: string
  /** How many ms the page may take to load and settle. */
  readonly deadline: number
}

/** How long each step took, in ms. */
export interface Timings {
  readonly load: number
  readonly dom: number
  readonly serialize: number
}

/** What a state shows, as the worker found it. */
export interface Snapshot {
  readonly type: 'snapshot'
  readonly status: number
  /** The canonical state that the page says it is of. */
  readonly state: string
  readonly lang: string | undefined
  /** Which of the shell's own head tags the page's replace; see `tagKey`. */
  readonly headKeys: readonly string[]
  /** The head's tags as HTML. */
  readonly head: string
  /** The content of the outlet as HTML. */
  readonly body: string
  readonly indexable: boolean
  /** For how many ms the page may be kept, if it says so. */
  readonly maxAge: number | undefined
  /** The absolute canonical URL that the head names: the pretty URL, or what the page says. */
  readonly canonical: string
  /** What went wrong on the way and did not stop it; for the log. */
  readonly warnings: readonly string[]
  /** Whether the view of an earlier snapshot was used again. */
  readonly reused: boolean
  readonly timings: Timings
}

/** The state stands for another. */
export interface RedirectAnswer {
  readonly type: 'redirect'
  readonly status: 301 | 302
  readonly state: string
  /** The absolute pretty URL of that state. */
  readonly location: string
}

/** There was no page in time. */
export interface LateAnswer {
  readonly type: 'late'
}

/** The snapshot could not be made, and there is nothing to show instead: a defect. */
export interface CrashedAnswer {
  readonly type: 'crashed'
  readonly error: string
}

/** What a worker answers. */
export type Answer = Snapshot | RedirectAnswer | LateAnswer | CrashedAnswer

/** Messages to a worker. */
export type ToWorker = { readonly job: Job }

/** Messages from a worker. */
export type FromWorker =
  | { readonly ready: true }
  | {
      readonly id: number
      readonly answer: Answer
      /** Bytes in use on the worker's heap. */
      readonly heapBytes: number
    }
