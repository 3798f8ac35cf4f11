// Renders one state for inspect as the server would, and collects its warnings, codes and waits.

import { codeIn } from '../diagnostics/diagnosis.ts'
import type { ServerEvent } from '../serve/observe/events.ts'
import { createSite, type Site } from '../serve/start/create-site.ts'
import type { Config } from '../site/config.ts'
import { asUsage } from './open-site.ts'
import { UsageError } from './terminal.ts'

type Rendered = Extract<ServerEvent, { type: 'rendered' }>

export type TracedWait = NonNullable<Rendered['trace']>['waited'][number]

/** The response and its causes. Times in ms, sizes in bytes. */
export type AnsweredState = Awaited<ReturnType<typeof answerState>>

/** @param address Returns the state's path; null: it has none. @throws {UsageError} For null. */
export async function answerState(
  config: Config,
  address: (site: Site) => { readonly state: string; readonly target: string | null },
) {
  let isRequested = false
  const messages: string[] = []
  const replaced: string[] = []
  let rendered: Rendered | undefined
  const site = await asUsage(() =>
    createSite(
      { ...config, workers: 1, cache: { ...config.cache, bytes: 0 } },
      {
        trace: true,
        observe(event) {
          // The server requests pages itself at the start.
          if (isRequested && event.type === 'warning') messages.push(...event.warnings)
          if (isRequested && event.type === 'replaced')
            replaced.push(`a worker was replaced: ${event.why}`)
          if (isRequested && event.type === 'rendered') rendered = event
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
    isRequested = true
    const started = performance.now()
    const response = await site({ method: 'GET', target, headers: {} })
    const time = performance.now() - started
    const { status = 404, headers = {}, body = '' } = response ?? {}
    return {
      ...{ status, headers, time, body: String(body), size: Buffer.byteLength(body) },
      /** The cause of a 5xx status. */
      why: status >= 500 ? causeOf(messages) : undefined,
      warnings: [...messages, ...replaced].map((text) => ({ code: codeIn(text), text })),
      missing: missingIn(messages),
      ...{ timings: rendered?.timings, trace: rendered?.trace },
    }
  } finally {
    await site.close()
  }
}

const CAUSE = /\b\w*Error\b|\bHB\d{3}\b/

/** The most useful line. Missing features are listed separately. */
function causeOf(messages: readonly string[]): string | undefined {
  const lines = messages.flatMap((text) => text.split('\n'))
  const cause = lines.find((line) => CAUSE.test(line)) ?? messages.at(-1)
  return cause?.replace(/ \((?:HB115: )?`[^`]+` is missing .*\)$/, '')
}

const MISSING = /`([^`]+)` is missing here; Chromium has it(?:\. (\S+) uses it)?/g

/** The browser or language features that the server lacks, each with the line that used it. */
function missingIn(messages: readonly string[]) {
  const features = new Map<string, { name: string; place: string | undefined }>()
  for (const [, name = '', place] of messages.flatMap((text) => [...text.matchAll(MISSING)]))
    if (!features.has(name)) features.set(name, { name, place })
  return [...features.values()]
}
