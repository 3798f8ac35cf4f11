// Answers one state as the server would, and keeps all that is told of it on the way. In: the configuration, the address of the state. Out: the
// answer, the log's warnings with their codes, what the page has waited for.

import { codeIn } from '../diagnostics/diagnostics.ts'
import type { ServerEvent } from '../observe/events.ts'
import { createHandler, type Site } from '../production/create-handler.ts'
import type { Config } from '../site/load-config.ts'
import { asUsage } from './open-site.ts'
import { UsageError } from './terminal.ts'

type Rendered = Extract<ServerEvent, { type: 'rendered' }>

/** Work that a page has waited for. */
export type Waited = NonNullable<Rendered['trace']>['waited'][number]

/** Something that went wrong behind an answer. */
export interface Warning {
  /** Such as `HB105`. */
  readonly code: string | undefined
  readonly text: string
}

/** Something that Chromium has and this server has not. */
export interface Missing {
  readonly name: string
  /** The line that asked for it, where that is known. */
  readonly place: string | undefined
}

/** How a state is answered, and why so. Times in ms, sizes in bytes. */
export interface AnsweredState {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly size: number
  /** Until the answer was there. */
  readonly time: number
  /** What the failure comes of, where the status is 5xx. */
  readonly why: string | undefined
  readonly warnings: readonly Warning[]
  /** Parts of browsers, and of the language, that it failed for want of, by their names. */
  readonly missing: readonly Missing[]
  /** How long its steps took. */
  readonly timings: Rendered['timings']
  /** What it waited for, and what it tried that does nothing here. */
  readonly trace: Rendered['trace']
}

/**
 * Answers it.
 *
 * @param address Gives the state's path; undefined: it has none.
 * @throws {UsageError} When it has none.
 */
export async function answerState(
  config: Config,
  address: (site: Site) => { readonly state: string; readonly target: string | null },
): Promise<AnsweredState> {
  let isAsked = false
  const said: string[] = []
  let rendered: Rendered | undefined
  const site = await asUsage(
    createHandler({
      ...config,
      ...{ workers: 1, cacheBytes: 0, trace: true },
      observe(event) {
        // The server asks for pages of its own when it starts.
        if (isAsked && event.type === 'warning') said.push(...event.warnings)
        if (isAsked && event.type === 'rendered') rendered = event
      },
    }),
  )
  try {
    const { state, target } = address(site)
    if (target === null)
      throw new UsageError(`"${state}" has no ugly URL: it holds half a character`)
    isAsked = true
    const started = performance.now()
    const response = await site({ method: 'GET', target, headers: {} })
    const time = performance.now() - started
    const { status = 404, headers = {}, body = '' } = response ?? {}
    return {
      ...{ status, headers, time, body: String(body), size: Buffer.byteLength(body) },
      why: status >= 500 ? causeOf(said) : undefined,
      warnings: said.map((text) => ({ code: codeIn(text), text })),
      missing: missingIn(said),
      ...{ timings: rendered?.timings, trace: rendered?.trace },
    }
  } finally {
    await site.close()
  }
}

const SAYS_WHY = /\b\w*Error\b|\bHB\d{3}\b/

/** The line that says most: an error, or what the server made of it. What is missing is told by itself. */
function causeOf(said: readonly string[]): string | undefined {
  const lines = said.flatMap((text) => text.split('\n'))
  const cause = lines.find((line) => SAYS_WHY.test(line)) ?? said.at(-1)
  return cause?.replace(/ \((?:HB115: )?`[^`]+` is missing .*\)$/, '')
}

const MISSING =
  /`([^`]+)` is missing (?:here|in Node \d+); Chromium has it(?:\. (\S+) asks for it)?/g

/** What the log names as missing, each once. */
function missingIn(said: readonly string[]): readonly Missing[] {
  const found = new Map<string, Missing>()
  for (const [, name = '', place] of said.flatMap((text) => [...text.matchAll(MISSING)]))
    if (!found.has(name)) found.set(name, { name, place })
  return [...found.values()]
}
