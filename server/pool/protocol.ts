// What crosses the border between the server's thread and a snapshot worker: plain values only.

import type { Edit } from '../html/shell-tree.ts'
import type { CompiledCode } from './code-cache.ts'
import type { KeptByPage } from './kept-by-page.ts'
import type { Traced } from './page-trace.ts'

/** How people of a site read: what pages get that ask for neither. */
export interface Region {
  /** A BCP 47 language tag, such as `en-US`. */
  readonly locale: string
  /** A name of the IANA's, such as `Europe/Berlin`. */
  readonly timeZone: string
}

/** What answers the requests of adopted pages: a `file:` folder or an `http:` server, by what their paths begin with. */
export type Mounts = readonly {
  readonly base: string
  readonly site: string
  readonly followLinks: boolean
}[]

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
  /** True: it is for the readable address of the state. Default: for its pretty URL. */
  readonly readable?: boolean | undefined
  /** True: it is for everyone, whose browsers know declared shadow trees, and for the app to take over. Default: for crawlers. */
  readonly live?: boolean | undefined
  /** Of an adopted page, what fragments of states begin with. */
  readonly states?: '#!/' | '#!' | '#/' | '#' | undefined
  /** Of an adopted page, what its readable addresses begin with. Default: it has none. */
  readonly readableAt?: string | undefined
  /** Of an adopted page, its document as another engine has made it: no script is run, and it is written as it stands. */
  readonly made?: MadeDocument | undefined
  /** Of an adopted page, what it has left for itself: it has loaded itself anew. Default: it is opened. */
  readonly kept?: KeptByPage | undefined
  /** Of an adopted page: true: it stays loaded, and goes from there to the state of the worker's next job. Default: loaded for one. */
  readonly walk?: true | undefined
  /** True: what runs before its document is open leaves what no other page may meet. All of it is to run in its document. */
  readonly inDocument?: boolean | undefined
  /** True: its answer says what the page has waited for. Default: false. */
  readonly trace?: boolean | undefined
  /** True: it is to be Markdown, of the readable address. Default: HTML. */
  readonly markdown?: boolean | undefined
}

/** A document that a browser has made. */
export interface MadeDocument {
  readonly html: string
  /** Where its page has come to. */
  readonly url: string
  /** What its page has reported, for the log. */
  readonly errors: readonly string[]
  /** Origins that were not asked, each with the first address. */
  readonly leftOut: readonly (readonly [origin: string, url: string])[]
}

/** What the pool is asked for. */
export interface Order extends Omit<Job, 'id' | 'deadline'> {
  /** The HTML of the shell that the page is shown in; workers are told when it has changed. Default: a bare one. */
  readonly shell?: string | undefined
  /** Of an adopted page: true: a page that stays loaded may make it. Default: it is loaded anew. */
  readonly walks?: boolean | undefined
}

/** What making a state both ways has shown: by a page that stays loaded, and by one that was loaded for it. */
export interface Proof {
  /** The states that are compared with each other. */
  readonly group: string
  readonly state: string
  /** Where both are not the same: what the log is to say. */
  readonly why: string | undefined
}

/** Which page that stays loaded made a snapshot: it counts once a later proof of that page holds. */
export interface Reused {
  readonly group: string
  /** Which worker's. */
  readonly maker: number
}

/** How a loaded page has come to a state. */
export interface Walked {
  /** The state that it came from; undefined: it was loaded there. */
  readonly from: string | undefined
  /**
   * What its requests were answered with, and what stands around the app, before and now: the same for the same kinds of
   * things.
   */
  readonly shape: string
  /** Whether what earlier states have left running may have had a hand in it. */
  readonly inDoubt: boolean
}

/** How long each step took, in ms. */
export interface Timings {
  readonly load: number
  readonly dom: number
  readonly serialize: number
}

/** What a state shows, as the worker found it. */
export interface Snapshot extends Traced {
  readonly type: 'snapshot'
  readonly status: number
  /** The canonical state that the page says it is of. */
  readonly state: string
  readonly lang: string | undefined
  /** Which of the shell's own head tags the page's replace; see `tagKey`. */
  readonly headKeys: readonly string[]
  /** The head's tags as HTML. */
  readonly head: string
  /** What its views have changed of the shell. */
  readonly edits: readonly Edit[]
  /** URLs of the style sheets that its views bring, in their order; in development the modules that were imported for it. */
  readonly styles: readonly string[]
  /** `<style>` elements for the head, before all style sheets of the page. */
  readonly sheets: string
  /** The content of the outlet as HTML. */
  readonly body: string
  /** The page as Markdown, where that was asked for: it then has no HTML. Undefined where it is too large for it. */
  readonly markdown?: string | undefined
  readonly indexable: boolean
  /** For how many ms the page may be kept, if it says so. */
  readonly maxAge: number | undefined
  /** What it is made of, as its routes say: see `tags` of a route. */
  readonly tags: readonly string[]
  /** The absolute canonical URL that the head names: the pretty URL, or what the page says. */
  readonly canonical: string
  /** How much it shows, for whoever compares it with others of its group; undefined where nothing can have gone wrong. */
  readonly shows?: Extent | undefined
  /** What a guard, a loader or a view threw, with its stack; the page then says that it failed. */
  readonly error?: string | undefined
  /** What went wrong on the way and did not stop it; for the log. */
  readonly warnings: readonly string[]
  /** Set where a page that stays loaded has made it, and no proof was made of this one. */
  readonly reused?: Reused | undefined
  /** Of a page that stays loaded. */
  readonly walked?: Walked | undefined
  readonly timings: Timings
}

/** How much a page shows. */
export interface Extent {
  /** The pages that are shown by the same views. */
  readonly group: string
  /** Characters of text. */
  readonly text: number
  /** Whether it has reported an error, or was not ready in time. */
  readonly isAtFault: boolean
}

/** The state stands for another. */
export interface RedirectAnswer extends Traced {
  readonly type: 'redirect'
  readonly status: 301 | 302
  /** Undefined: none of the page's. */
  readonly state?: string | undefined
  /** The absolute pretty URL of that state, or whatever page it is. */
  readonly location: string
}

/** There was no page in time. */
export interface LateAnswer extends Traced {
  readonly type: 'late'
  /** What it was still waiting for. */
  readonly waiting?: readonly string[]
  /** The deadline, in ms. */
  readonly after?: number
}

/** The snapshot could not be made, and there is nothing to show instead: a defect. */
export interface CrashedAnswer extends Traced {
  readonly type: 'crashed'
  readonly error: string
  /** Of an adopted page that has loaded itself anew, what a worker goes on with. Default: that is of no use. */
  readonly again?: KeptByPage
}

/** What a worker answers. */
export type Answer = Snapshot | RedirectAnswer | LateAnswer | CrashedAnswer

/** Messages to a worker. */
export type ToWorker =
  | { readonly job: Job }
  /** The shell that a page is shown in from now on, as HTML. */
  | { readonly page: string; readonly shell: string }

/** Messages from a worker. */
export type FromWorker =
  | {
      readonly ready: true
      /** For how many ms its event loop has been busy. */
      readonly busy: number
    }
  /** An error that nobody caught, and that no answer can tell of any more: of this state's loaders or views, or of no job. */
  | { readonly stray: string; readonly state: string | null }
  /** What a page of this state has been waiting for longer than usual. */
  | { readonly slow: readonly string[]; readonly state: string }
  | {
      readonly id: number
      /** Undefined: another worker is to make it, in its document. */
      readonly answer: Answer | undefined
      /** As above. */
      readonly busy: number
      /** Memory in use, on the worker's heap and outside of it. */
      readonly bytes: number
      /** What its page has left that cannot be taken back: no other may be shown in this worker. */
      readonly soiled?: readonly string[]
    }
  /** It could not start; the message of the error. */
  | { readonly failed: string }

/** Messages that only threads send. */
export interface FromThread {
  /** What was compiled of scripts that were new to it. */
  readonly code: CompiledCode
}

/** Why there is no snapshot. */
export type Refusal =
  /** None that is proven; the app itself is there, at this address for people. */
  | { readonly type: 'app'; readonly why: string; readonly url: string }
  | { readonly type: 'overloaded' | 'closed' }
  /** Its worker has ended, or none was free in time. */
  | { readonly type: 'late' | 'crashed'; readonly why: string }
  /** The state, or its route, has ended workers before; `retryAfter` in ms. */
  | { readonly type: 'barred'; readonly retryAfter: number }
