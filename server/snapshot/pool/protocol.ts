// Messages between the server and a snapshot worker: plain values only.

import type { Redirect } from '../../dom/isolation/context.ts'
import type { Region } from '../../dom/isolation/locale.ts'
import type { Traced } from '../../dom/isolation/page-trace.ts'
import type { Edit } from '../../html/shell-tree.ts'
import type { Mount } from '../../site/adopted-pages.ts'
import type { AdoptedReadable } from '../../site/config.ts'

/**
 * Whether a page threw, lacks a response, or was not ready in time ("failed"), or only printed an
 * error. Either is kept for seconds; an export keeps its last page in the place of a failed one.
 */
export type PageFault = 'none' | 'printed' | 'failed'

/** The folder of the site's files, and the path that they are below. */
export interface Assets {
  readonly folder: string
  readonly base: string
}

/** The start data of a worker. */
export interface StartData {
  /** The app module of each page, as [path, file]. */
  readonly apps?: readonly (readonly [path: string, from: string])[]
  /** The sources of the pages' requests. */
  readonly mounts?: readonly Mount[]
  /** Where built style sheets are. Undefined: nowhere, as in development. */
  readonly assets?: Assets | undefined
  /** Origins that `fetch` may use. */
  readonly allow?: readonly string[] | undefined
  readonly region: Region
  /** Packages whose modules pages share, besides the renderers. */
  readonly kept?: readonly string[]
}

export interface Job {
  readonly id: number
  readonly page: string
  /** The canonical state. */
  readonly state: string
  /** The page's absolute URL without a fragment. */
  readonly url: string
  /** ms in which the page must load and settle. */
  readonly deadline: number
  /** True: for the readable address of the state. Default: for its pretty URL. */
  readonly readable?: boolean | undefined
  /**
   * True: for everyone: browsers with declarative shadow DOM, in which the app takes over. Default:
   * for crawlers.
   */
  readonly live?: boolean | undefined
  /** True: shadow trees in place, for readers that don't know declared ones. Default: false. */
  readonly inPlace?: boolean | undefined
  /** Prefix of an adopted page's state fragments. */
  readonly states?: '#!/' | '#!' | '#/' | '#' | undefined
  /** Prefix of an adopted page's readable addresses. Default: it has none. */
  readonly readableAt?: AdoptedReadable | undefined
  /** An adopted page's document from another engine: it is written as it is, and no script runs. */
  readonly made?: MadeDocument | undefined
  /** True: the answer lists the waits of the page. Default: false. */
  readonly trace?: boolean | undefined
  /** True: Markdown, of the readable address. Default: HTML. */
  readonly markdown?: boolean | undefined
}

export interface MadeDocument {
  readonly html: string
  /** The page's final URL. */
  readonly url: string
  readonly errors: readonly string[]
  /** Origins that were not requested, each with its first URL. */
  readonly leftOut: readonly (readonly [origin: string, url: string])[]
}

export interface Order extends Omit<Job, 'id' | 'deadline'> {
  /** The HTML of the page's shell; workers receive it when it changes. Default: a bare shell. */
  readonly shell?: string | undefined
}

/** Duration of each step, in ms. */
export interface Timings {
  readonly load: number
  readonly dom: number
  readonly serialize: number
}

export interface Snapshot extends Traced {
  readonly type: 'snapshot'
  readonly status: number
  /** The canonical state that the page declares. */
  readonly state: string
  readonly lang: string | undefined
  /** Head tags of the shell that the page replaces; see `tagKey`. */
  readonly headKeys: readonly string[]
  readonly head: string
  /** The views' changes to the shell. */
  readonly edits: readonly Edit[]
  /** URLs of the views' style sheets, in order; in development, the imported modules. */
  readonly styles: readonly string[]
  /** `<style>` elements for the head, before the page's style sheets. */
  readonly sheets: string
  readonly body: string
  /** Whether it declares shadow trees. */
  readonly declares: boolean
  /**
   * The page as Markdown, if requested: it then has no HTML. Undefined if the page is too large.
   */
  readonly markdown?: string | undefined
  readonly indexable: boolean
  /** How long the page may be cached, in ms, if it declares that. */
  readonly maxAge: number | undefined
  /** Tags from its routes: see `tags` of a route. */
  readonly tags: readonly string[]
  /** The absolute canonical URL of the head: the pretty URL, or the page's own. */
  readonly canonical: string
  readonly fault: PageFault
  /** The error of a guard, loader or view, with its stack; the page then shows a failure. */
  readonly error?: string | undefined
  /** Faults that did not stop the render, for the log. */
  readonly warnings: readonly string[]
  readonly timings: Timings
}

export interface RedirectAnswer extends Redirect, Traced {}

export interface LateAnswer extends Traced {
  readonly type: 'late'
  /** What it still waited for. */
  readonly waiting?: readonly string[]
  /** The deadline, in ms. */
  readonly after?: number
}

/** A defect: no snapshot, and nothing to show instead. */
export interface CrashedAnswer extends Traced {
  readonly type: 'crashed'
  readonly error: string
}

export type Answer = Snapshot | RedirectAnswer | LateAnswer | CrashedAnswer

export type ToWorker =
  | { readonly job: Job }
  /** The page's new shell, as HTML. */
  | { readonly page: string; readonly shell: string }

export type FromWorker =
  | { readonly ready: true }
  /** An uncaught error after its answer: of this state's loaders or views, or of no job. */
  | { readonly stray: string; readonly state: string | null }
  /** What a page of this state has waited for longer than usual. */
  | { readonly slow: readonly string[]; readonly state: string }
  | {
      readonly id: number
      /** Undefined: another worker must render it. An earlier page still works in this one. */
      readonly answer: Answer | undefined
      /** Memory in use. */
      readonly bytes: number
      /** Side effects of its page that cannot be undone: the worker must show no other page. */
      readonly dirty?: readonly string[]
    }

/** V8's code of scripts, by the hash of their text. V8 rejects code of another version. */
export type CompiledCode = ReadonlyMap<string, Uint8Array>

/** Messages of a process, for the program that started it. */
export type FromProcess =
  | FromWorker
  /** It could not start. */
  | { readonly failed: Error }
  /** The code that it has compiled when it is ready. */
  | { readonly code: CompiledCode }
  /** For Vite's environment. */
  | { readonly dev: unknown }

export type ToProcess =
  | ToWorker
  /** Comes first. `gives`: whether it hands over its compiled code. */
  | { readonly start: object; readonly code: CompiledCode | undefined; readonly gives: boolean }
  | { readonly dev: object }

export type Refusal =
  /** No proven snapshot; people find the app at this URL. */
  | { readonly type: 'app'; readonly why: string; readonly url: string }
  | { readonly type: 'overloaded' }
  | { readonly type: 'closed' }
  /** Its worker ended, or none was free in time. */
  | { readonly type: 'late' | 'crashed'; readonly why: string }
  /** The state ended a worker; `retryAfter` in ms, `why` describes how. */
  | { readonly type: 'barred'; readonly retryAfter: number; readonly why: string }
