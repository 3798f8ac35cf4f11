// Summarizes a server log by kind of reader: requests, pages, misses, statuses and response times.
// Uses constant memory.

import { READER_KINDS, type ReaderKind } from './reader-kinds.ts'

/** Times in ms. */
export interface ReaderSummary {
  readonly requests: number
  /** Requests for a state, whether or not it exists. The others are for the app itself. */
  readonly pages: number
  /** Pages that this request, or a concurrent one, rendered. */
  readonly misses: number
  /** Median and 95th percentile, within 5 %. */
  readonly time: { readonly half: number; readonly most: number }
  readonly statuses: Readonly<Record<string, number>>
}

export interface LogSummary {
  readonly lines: number
  /** Lines that are no responses of this server. */
  readonly others: number
  /** Time of the first and last response, ISO 8601. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** `unknown`: from a server without the setting `readers`. */
  readonly readers: Readonly<Partial<Record<ReaderKind | 'unknown', ReaderSummary>>>
}

export interface LogReader {
  line(text: string): void
  readonly summary: LogSummary
}

/** Each class of times is 10 % wider than the last. The first ends at this many ms. */
const FIRST = 0.01
const STEP = Math.log(1.1)
const CLASSES = 200

interface Counts {
  requests: number
  pages: number
  misses: number
  readonly times: Uint32Array
  readonly statuses: Map<number, number>
}

export function createLogReader(): LogReader {
  const counts = new Map<ReaderKind | 'unknown', Counts>()
  let lines = 0
  let answers = 0
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  return {
    line(text) {
      lines += 1
      const answer = readAnswer(text)
      if (answer === undefined) return
      answers += 1
      const { reader, status, time, at, isPage, isMiss } = answer
      const kind = READER_KINDS.find((one) => one === reader) ?? 'unknown'
      const of = counts.get(kind) ?? {
        ...{ requests: 0, pages: 0, misses: 0 },
        times: new Uint32Array(CLASSES),
        statuses: new Map<number, number>(),
      }
      counts.set(kind, of)
      of.requests += 1
      if (isPage) of.pages += 1
      if (isMiss) of.misses += 1
      const index = Math.min(CLASSES - 1, Math.max(0, Math.ceil(Math.log(time / FIRST) / STEP)))
      of.times[index] = (of.times[index] as number) + 1
      of.statuses.set(status, (of.statuses.get(status) ?? 0) + 1)
      if (at !== undefined) [from, to] = [Math.min(from, at), Math.max(to, at)]
    },
    get summary() {
      const kinds = [...READER_KINDS, 'unknown' as const].flatMap((kind) => {
        const of = counts.get(kind)
        return of ? [[kind, summarize(of)] as const] : []
      })
      const date = (time: number) =>
        Number.isFinite(time) ? new Date(time).toISOString() : undefined
      return {
        ...{ lines, others: lines - answers },
        ...{ from: date(from), to: date(to) },
        readers: Object.fromEntries(kinds),
      }
    },
  }
}

function summarize({ requests, pages, misses, times, statuses }: Counts): ReaderSummary {
  const below = (share: number) => {
    let left = Math.ceil(requests * share)
    const index = times.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return Number((FIRST * Math.exp(STEP * index)).toPrecision(3))
  }
  return {
    ...{ requests, pages, misses },
    time: { half: below(0.5), most: below(0.95) },
    statuses: Object.fromEntries(statuses),
  }
}

function readAnswer(text: string) {
  // Skips most other lines without parsing them.
  if (!text.includes('"answered"')) return undefined
  let line: Record<string, unknown> | null
  try {
    line = JSON.parse(text)
  } catch {
    return undefined
  }
  if (line?.type !== 'answered') return undefined
  const { status, time, state, source, reader } = line
  if (!Number.isInteger(status) || (status as number) < 100 || (status as number) > 599)
    return undefined
  // The line has two `time` keys: pino's, then the event's. JSON.parse returns the second.
  const took = typeof time === 'number' && time >= 0 ? time : 0
  const written = /"time":(\d{12,14})\b/.exec(text)?.[1]
  return {
    reader,
    status: status as number,
    time: took,
    at: written === undefined ? undefined : Number(written),
    isPage: state !== null && state !== undefined,
    isMiss: source === 'rendered' || source === 'waited',
  }
}
