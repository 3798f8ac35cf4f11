// Finds the prefix of an adopted page's states from the links of its first page. Without such links
// it assumes "#!".

import { diagnosis } from '../../diagnostics/diagnostics.ts'
import type { StatePrefix } from '../../site/adopted-urls.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Refusal } from '../../snapshot/pool/protocol.ts'
import { prefixOfPage } from '../handler/adopted-html.ts'
import type { Shell } from '../handler/html-shell.ts'

export interface PrefixOptions {
  readonly page: string
  readonly url: string
  /** The configured prefix, which is never looked for. */
  readonly states?: StatePrefix | undefined
  readonly shell: () => Promise<Shell | undefined>
  readonly render: Pool['render']
  readonly warn: (warning: string) => void
  /** Default: the process's monotonic clock. */
  readonly now?: () => number
}

export type FoundPrefix =
  | { readonly prefix: StatePrefix; readonly why?: never }
  | { readonly prefix?: never; readonly why: string }

/** How long a failed page is not tried again, in ms. */
const FRESH = 1000

const PREFIXES = 'one of "#!", "#!/", "#/", "#"'

export interface PrefixFinder {
  /** Undefined until it is found. */
  readonly known: StatePrefix | undefined
  /** After a failure, it looks again. */
  find(): Promise<FoundPrefix>
}

export function prefixFinder(options: PrefixOptions): PrefixFinder {
  const { now = () => performance.now() } = options
  let known = options.states
  let last: { readonly at: number; readonly found: Promise<FoundPrefix> } | undefined
  return {
    get known() {
      return known
    },
    async find() {
      if (known !== undefined) return { prefix: known }
      if (last === undefined || now() - last.at >= FRESH) last = { at: now(), found: look(options) }
      const found = await last.found
      known = found.prefix
      return found
    },
  }
}

async function look({ page, url, shell, render, warn }: PrefixOptions): Promise<FoundPrefix> {
  const { html } = (await shell()) ?? {}
  const answer =
    html === undefined ? undefined : await render({ page, state: '', url, shell: html })
  const prefix = answer?.type === 'snapshot' ? prefixOfPage(answer.body, url) : undefined
  if (prefix !== undefined) return { prefix }
  const reason = answer === undefined ? 'it is not there' : whyUnseen(answer)
  if (reason !== undefined) {
    return {
      why: `The page "${page}" cannot be rendered, so its links do not show how its states begin: ${reason}. Mend that, or set "states" of the page to ${PREFIXES}`,
    }
  }
  warn(
    `The page "${page}" has no link to a state, so its states are assumed to begin with "#!". Set "states" of the page to ${PREFIXES}`,
  )
  return { prefix: '#!' }
}

/** Why a response shows nothing of the page; undefined when it is complete. */
function whyUnseen(answer: Answer | Refusal): string | undefined {
  if (answer.type === 'snapshot') {
    if (answer.fault === 'none') return undefined
    return `it has no link to a state, and reported errors: ${answer.warnings.join('; ')}`
  }
  if (answer.type === 'late' && !('why' in answer))
    return diagnosis('HB105', '', answer.after ?? 0, answer.waiting ?? [])
  if (answer.type === 'redirect') return `it leads to ${answer.location}`
  return ('why' in answer && answer.why) || ('error' in answer && answer.error) || answer.type
}
