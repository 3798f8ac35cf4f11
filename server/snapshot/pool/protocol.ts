// The messages between the server and a snapshot worker: plain values only.

import type { PageForm } from '../../cache/cache-key.ts'
import type { Redirect, Region, Traced } from '../../dom/types.ts'
import type { Mount } from '../../site/adopted-pages.ts'
import type { AdoptedReadable } from '../../site/config.ts'

/**
 * "failed": it threw, lacks a response, or was not ready in time. "printed": it printed an error.
 */
export type PageFault = 'none' | 'printed' | 'failed'

export interface Assets {
  readonly folder: string
  readonly base: string
}

export interface StartData {
  /** The app module of each page, as [path, file]. */
  readonly apps?: readonly (readonly [path: string, from: string])[]
  readonly mounts?: readonly Mount[]
  /** The built style sheets. Undefined in development. */
  readonly assets?: Assets | undefined
  readonly allow?: readonly string[] | undefined
  readonly region: Region
  /** Kept packages besides the renderers. */
  readonly kept?: readonly string[]
}

/** A page to render, on its way from the handler to a worker. */
export interface Job {
  readonly page: string
  /** The canonical state. */
  readonly state: string
  /** The page's absolute URL without a fragment. */
  readonly url: string
  /** All but `crawler` are for the readable address, if the page has them. */
  readonly form: PageForm
  /** The HTML of its shell, which a worker receives once. Default: a bare shell. */
  readonly shell?: string | undefined
  /** Time to load and settle, in ms. The lane sets it. */
  readonly deadline?: number | undefined
  /** The prefix of an adopted page's state fragments. */
  readonly states?: '#!/' | '#!' | '#/' | '#' | undefined
  /** The prefix of its readable addresses. Default: it has none. */
  readonly readableAt?: AdoptedReadable | undefined
  /** The document as Chromium rendered it: no script runs in the worker. */
  readonly rendered?: ChromiumDocument | undefined
  /** The answer lists the page's waits. Default: false. */
  readonly trace?: boolean | undefined
}

export interface ChromiumDocument {
  readonly html: string
  /** The document's final URL. */
  readonly url: string
  readonly errors: readonly string[]
  /** Origins that were not requested, with the first URL of each. */
  readonly leftOut: readonly (readonly [origin: string, url: string])[]
}

/** In ms. */
export interface Timings {
  readonly load: number
  readonly dom: number
  readonly serialize: number
}

export interface Snapshot extends Traced {
  readonly type: 'snapshot'
  readonly status: number
  /** The canonical state. */
  readonly state: string
  readonly lang: string | undefined
  /** Absolute. Undefined for an error, unless the app names one. */
  readonly canonical: string | undefined
  readonly indexable: boolean
  /** HTML or Markdown, by the form, in UTF-8. Undefined: it is too large for Markdown. */
  readonly document: Buffer | undefined
  /** Whether a shadow tree is a template. */
  readonly declares: boolean
  /** In ms. */
  readonly maxAge: number | undefined
  readonly tags: readonly string[]
  readonly fault: PageFault
  /** With its stack. The page then shows a failure. */
  readonly error?: string | undefined
  /** For the log. */
  readonly warnings: readonly string[]
  readonly timings: Timings
}

export interface RedirectAnswer extends Redirect, Traced {}

/** The page was not ready by its deadline. */
export interface LateAnswer extends Traced {
  readonly type: 'late'
  readonly waiting?: readonly string[]
  /** The deadline, in ms. */
  readonly after?: number | undefined
}

/** A defect: there is nothing to show. */
export interface CrashedAnswer extends Traced {
  readonly type: 'crashed'
  readonly error: string
}

export type Answer = Snapshot | RedirectAnswer | LateAnswer | CrashedAnswer

export type ToWorker = { readonly job: Job } | { readonly page: string; readonly shell: string }

/** An error outside of an answer. The state is null if it is unknown. */
export interface Stray {
  readonly type: 'stray'
  readonly error: string
  readonly state: string | null
}

/** A page that still waits for these. */
export interface Slow {
  readonly type: 'slow'
  readonly state: string
  readonly waiting: readonly string[]
}

export type FromWorker =
  | { readonly ready: true }
  | Stray
  | Slow
  | {
      /** Undefined: an earlier page still works here, so another worker must render it. */
      readonly answer: Answer | undefined
      /** Memory in use. */
      readonly bytes: number
      /** Side effects that cannot be undone: the worker must render no other page. */
      readonly dirty?: readonly string[]
    }

/** V8's code of scripts, by the hash of their text. */
export type CompiledCode = ReadonlyMap<string, Uint8Array>

export type FromProcess =
  | FromWorker
  | { readonly failed: Error }
  | { readonly code: CompiledCode }
  | { readonly dev: unknown }

export type ToProcess =
  | ToWorker
  /** `handsOver`: whether the worker hands over its compiled code. */
  | { readonly start: object; readonly code: CompiledCode | undefined; readonly handsOver: boolean }
  | { readonly dev: object }

export type Refusal =
  /** There is no snapshot; people find the app at this URL. */
  | { readonly type: 'app'; readonly why: string; readonly url: string }
  | { readonly type: 'overloaded' }
  | { readonly type: 'closed' }
  /** No worker was free in time. */
  | { readonly type: 'no-worker'; readonly why: string }
  /** The worker of the job hung or died. `retryAfter` in ms. */
  | { readonly type: 'hung' | 'died'; readonly retryAfter: number; readonly why: string }
  /** The job ended a worker before. */
  | { readonly type: 'barred'; readonly retryAfter: number; readonly why: string }

export type Result = Answer | Refusal
