// Renders one state for inspect as the server would, and collects its warnings, codes and waits.

import { codeIn } from '../diagnostics/diagnosis.ts'
import { type ServerEvent, sentenceOf } from '../serve/observe/events.ts'
import { createSite } from '../serve/start/create-site.ts'
import type { Config } from '../site/config.ts'

/** The response and its causes. Times in ms, sizes in bytes. */
export type AnsweredState = Awaited<ReturnType<Awaited<ReturnType<typeof openTraced>>['answer']>>

/** Opens a site for one request. */
export async function openTraced(config: Config) {
  const events: ServerEvent[] = []
  const site = await createSite(
    { ...config, workers: 1, cache: { ...config.cache, bytes: 0 } },
    { trace: true, observe: (event) => void events.push(event) },
  )
  /** @param target The ugly path of the state. */
  async function answer(target: string) {
    // The server requests pages itself at the start.
    events.length = 0
    const started = performance.now()
    const response = await site({ method: 'GET', target, headers: {} })
    const time = performance.now() - started
    const { status = 404, headers = {}, body = '' } = response ?? {}
    const messages = events.flatMap((one) => (one.type === 'warning' ? one.warnings : []))
    const replaced = events.filter((one) => one.type === 'replaced')
    const rendered = events.findLast((one) => one.type === 'rendered')
    const texts = [...messages, ...replaced.map(sentenceOf)]
    return {
      status,
      headers,
      time,
      body: String(body),
      size: Buffer.byteLength(body),
      /** The cause of a 5xx status. */
      why: status >= 500 ? causeOf(messages) : undefined,
      warnings: texts.map((text) => ({ code: codeIn(text), text })),
      missing: missingIn(messages),
      timings: rendered?.timings,
      trace: rendered?.trace,
    }
  }
  return { site, answer }
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
  const places = new Map<string, string | undefined>()
  for (const [, name = '', place] of messages.flatMap((text) => [...text.matchAll(MISSING)]))
    if (!places.has(name)) places.set(name, place)
  return [...places].map(([name, place]) => ({ name, place }))
}
