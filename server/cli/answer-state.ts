// Requests one state as the server would, and collects its warnings, codes and waits.

import { codeIn } from '../diagnostics/diagnostics.ts'
import type { ServerEvent } from '../serve/observe/events.ts'
import { createSite, type Site } from '../serve/start/create-site.ts'
import type { Config } from '../site/config.ts'
import { asUsage } from './open-site.ts'
import { UsageError } from './terminal.ts'

type Rendered = Extract<ServerEvent, { type: 'rendered' }>

export type Waited = NonNullable<Rendered['trace']>['waited'][number]

export interface Warning {
  readonly code: string | undefined
  readonly text: string
}

/** A feature that Chromium has and this server lacks. */
export interface Missing {
  readonly name: string
  /** The line that used it, if known. */
  readonly place: string | undefined
}

/** The response and its causes. Times in ms, sizes in bytes. */
export interface AnsweredState {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly size: number
  readonly time: number
  /** The cause of a 5xx status. */
  readonly why: string | undefined
  readonly warnings: readonly Warning[]
  /** Names of missing browser or language features that caused the failure. */
  readonly missing: readonly Missing[]
  readonly timings: Rendered['timings']
  readonly trace: Rendered['trace']
}

/** @param address Returns the state's path; null: it has none. @throws {UsageError} For null. */
export async function answerState(
  config: Config,
  address: (site: Site) => { readonly state: string; readonly target: string | null },
): Promise<AnsweredState> {
  let isAsked = false
  const messages: string[] = []
  const replaced: string[] = []
  let rendered: Rendered | undefined
  const site = await asUsage(
    createSite(
      { ...config, workers: 1, cache: { ...config.cache, bytes: 0 } },
      {
        trace: true,
        observe(event) {
          // The server requests pages of its own at the start.
          if (isAsked && event.type === 'warning') messages.push(...event.warnings)
          if (isAsked && event.type === 'replaced')
            replaced.push(`a worker was replaced: ${event.why}`)
          if (isAsked && event.type === 'rendered') rendered = event
        },
      },
    ),
  )
  try {
    const { state, target } = address(site)
    if (target === null)
      throw new UsageError(
        `"${state}" has no ugly URL: it contains half a character (a lone surrogate). Correct the state`,
      )
    isAsked = true
    const started = performance.now()
    const response = await site({ method: 'GET', target, headers: {} })
    const time = performance.now() - started
    const { status = 404, headers = {}, body = '' } = response ?? {}
    return {
      ...{ status, headers, time, body: String(body), size: Buffer.byteLength(body) },
      why: status >= 500 ? causeOf(messages) : undefined,
      warnings: [...messages, ...replaced].map((text) => ({ code: codeIn(text), text })),
      missing: missingIn(messages),
      ...{ timings: rendered?.timings, trace: rendered?.trace },
    }
  } finally {
    await site.close()
  }
}

const SAYS_WHY = /\b\w*Error\b|\bHB\d{3}\b/

/** The most useful line. Missing features are listed separately. */
function causeOf(said: readonly string[]): string | undefined {
  const lines = said.flatMap((text) => text.split('\n'))
  const cause = lines.find((line) => SAYS_WHY.test(line)) ?? said.at(-1)
  return cause?.replace(/ \((?:HB115: )?`[^`]+` is missing .*\)$/, '')
}

const MISSING = /`([^`]+)` is missing here; Chromium has it(?:\. (\S+) uses it)?/g

function missingIn(said: readonly string[]): readonly Missing[] {
  const found = new Map<string, Missing>()
  for (const [, name = '', place] of said.flatMap((text) => [...text.matchAll(MISSING)]))
    if (!found.has(name)) found.set(name, { name, place })
  return [...found.values()]
}
