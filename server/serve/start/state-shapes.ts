// Finds the form of an adopted page's states from its first page's links. Without such links it
// assumes "#!".

import { diagnosis } from '../../diagnostics/diagnostics.ts'
import type { StatePrefix } from '../../site/state-shape.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Refusal } from '../../snapshot/pool/protocol.ts'
import { prefixOfPage } from '../handler/adopted-states.ts'
import type { Shell } from '../handler/html-shell.ts'

export interface ShapeOptions {
  readonly origin: string
  readonly shell: (path: string) => Promise<Shell | undefined>
  readonly render: Pool['render']
  readonly warn: (warning: string) => void
  /** Default: the process's monotonic clock. */
  readonly now?: () => number
}

export type FoundShape =
  | { readonly prefix: StatePrefix; readonly why?: never }
  | { readonly prefix?: never; readonly why: string }

interface Looked {
  readonly at: number
  readonly done: Promise<void>
}

/** How long a failed page is not tried again, in ms. */
const FRESH = 1000

const PREFIXES = 'one of "#!", "#!/", "#/", "#"'

export class StateShapes {
  readonly #options: ShapeOptions
  readonly #known = new Map<string, StatePrefix>()
  /** Why a page could not be shown. */
  readonly #reasons = new Map<string, string>()
  readonly #looked = new Map<string, Looked>()

  constructor(options: ShapeOptions) {
    this.#options = options
  }

  set(page: string, prefix: StatePrefix): void {
    this.#known.set(page, prefix)
  }

  known(page: string): StatePrefix | undefined {
    return this.#known.get(page)
  }

  async of(page: string): Promise<FoundShape> {
    if (!this.#known.has(page)) {
      const before = this.#looked.get(page)
      const { now = () => performance.now() } = this.#options
      const isRecent = before !== undefined && now() - before.at < FRESH
      const looked = isRecent ? before : { at: now(), done: this.#look(page) }
      this.#looked.set(page, looked)
      await looked.done
    }
    const prefix = this.known(page)
    return prefix === undefined ? { why: this.#unknown(page) } : { prefix }
  }

  async #look(page: string): Promise<void> {
    const { origin, render, warn } = this.#options
    const shell = await this.#options.shell(page)
    if (shell === undefined) return
    const url = origin + page
    const answer = await render({ page, state: '', url, shell: shell.html })
    const prefix = answer.type === 'snapshot' ? prefixOfPage(answer.body, url) : undefined
    if (prefix !== undefined) {
      this.#known.set(page, prefix)
      return
    }
    const why = whyUnseen(answer)
    if (why !== undefined) {
      // Keeps the first cause while retries are barred.
      if (answer.type !== 'barred' || !this.#reasons.has(page)) this.#reasons.set(page, why)
      return
    }
    this.#known.set(page, '#!')
    warn(
      `The page "${page}" has no link to a state, so its states are assumed to begin with "#!". Set "states" of the page to ${PREFIXES}`,
    )
  }

  #unknown(page: string): string {
    const reason = this.#reasons.get(page) ?? 'it is not there'
    return `The page "${page}" cannot be rendered, so its links do not show how its states begin. Correct the error, or set "states" of the page to ${PREFIXES} (${reason})`
  }
}

/** Why a response shows nothing of the page; undefined when it is complete. */
function whyUnseen(answer: Answer | Refusal): string | undefined {
  if (answer.type === 'snapshot') {
    if (answer.shows?.isAtFault !== true) return undefined
    return `it has no link to a state, and reported errors: ${answer.warnings.join('; ')}`
  }
  if (answer.type === 'late' && !('why' in answer))
    return diagnosis('HB105', '', answer.after ?? 0, answer.waiting ?? [])
  if (answer.type === 'redirect') return `it leads to ${answer.location}`
  return ('why' in answer && answer.why) || ('error' in answer && answer.error) || answer.type
}
