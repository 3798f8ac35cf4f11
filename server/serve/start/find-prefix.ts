// Finds the prefix of an adopted page's states in the links of its first page. Without such links
// it assumes "#!".

import { diagnosis } from '../../diagnostics/diagnosis.ts'
import type { StatePrefix } from '../../site/adopted-urls.ts'
import type { Shell } from '../../site/shell.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Refusal } from '../../snapshot/pool/protocol.ts'
import { prefixOfPage } from '../handler/adopted-html.ts'

export interface PrefixOptions {
  readonly page: string
  readonly url: string
  /** The configured prefix, if any. */
  readonly states?: StatePrefix | undefined
  readonly shell: () => Promise<Shell | undefined>
  readonly render: Pool['render']
  readonly warn: (warning: string) => void
  /** Default: the process's monotonic clock. */
  readonly now?: () => number
}

export type PrefixResult =
  | { readonly prefix: StatePrefix; readonly why?: never }
  | { readonly prefix?: never; readonly why: string }

/** The pause after a failure. */
const RETRY_AFTER_MS = 1000

const PREFIXES = 'one of "#!", "#!/", "#/", "#"'

export interface PrefixFinder {
  /** Undefined until it is found. */
  readonly known: StatePrefix | undefined
  /** Retries after a failure. */
  find(): Promise<PrefixResult>
}

export function prefixFinder(options: PrefixOptions): PrefixFinder {
  const { now = () => performance.now() } = options
  let known = options.states
  let last: { readonly at: number; readonly result: Promise<PrefixResult> } | undefined
  return {
    get known() {
      return known
    },
    async find() {
      if (known !== undefined) return { prefix: known }
      if (last === undefined || now() - last.at >= RETRY_AFTER_MS)
        last = { at: now(), result: search(options) }
      const result = await last.result
      known = result.prefix
      return result
    },
  }
}

async function search({ page, url, shell, render, warn }: PrefixOptions): Promise<PrefixResult> {
  const { html } = (await shell()) ?? {}
  const answer =
    html === undefined
      ? undefined
      : await render({ page, state: '', url, form: 'crawler', shell: html })
  const prefix = answer?.type === 'snapshot' ? prefixOfPage(answer.document ?? '', url) : undefined
  if (prefix !== undefined) return { prefix }
  const reason = answer === undefined ? 'its HTML could not be fetched' : whyUnseen(answer)
  if (reason !== undefined) {
    return {
      why: `The page "${page}" cannot be rendered, so its links do not show how its states begin. They get status 503. Correct the error below, or set --states, or "states" of the page, to ${PREFIXES}.\n${reason}`,
    }
  }
  warn(
    `The page "${page}" has no link to a state, so its states are assumed to begin with "#!". Set --states, or "states" of the page, to ${PREFIXES}`,
  )
  return { prefix: '#!' }
}

/** Undefined when the page is complete. */
function whyUnseen(answer: Answer | Refusal): string | undefined {
  if (answer.type === 'snapshot') {
    if (answer.fault === 'none') return undefined
    return `it has no link to a state, and reported errors: ${answer.warnings.join('; ')}`
  }
  if (answer.type === 'late') return diagnosis('HB105', '', answer.after ?? 0, answer.waiting ?? [])
  if (answer.type === 'redirect') return `it leads to ${answer.location}`
  return ('why' in answer && answer.why) || ('error' in answer && answer.error) || answer.type
}
