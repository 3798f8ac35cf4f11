// Prints the facts about a state for people. Rows without a value are omitted.

import type { AnsweredState, Missing, Waited, Warning } from './answer-state.ts'
import { dim, green, red, styled, yellow } from './styled.ts'
import { count, type Terminal } from './terminal.ts'

/** For other sites, only the response is known. */
type Answered = Pick<AnsweredState, 'status' | 'headers' | 'time' | 'body' | 'size'> &
  Partial<AnsweredState>

export interface Findings extends Answered {
  readonly pretty: string
  readonly ugly: string
  readonly readable?: string | undefined
  readonly route?: unknown
  /** Routes whose pattern fits but that refuse a param or search key. */
  readonly refused?: readonly string[]
  readonly allowed?: boolean
}

const ms = (time: number): string => `${time.toFixed(1)} ms`

/** Most stack lines shown; the JSON has them all. */
const MOST_FRAMES = 3
/** Most waits shown, the longest first. */
const MOST_WAITS = 12

type Row = (name: string, value: unknown) => void

export function printFindings(
  terminal: Terminal,
  findings: Findings,
  head: Readonly<Record<string, string | undefined>>,
  text: string,
): void {
  const row: Row = (name, value) => {
    if (value !== undefined) terminal.line(styled`${dim(name.padEnd(12))} ${value}`)
  }
  printPlace(row, findings)
  const { status, why, time, size, headers, warnings, missing, trace } = findings
  row('status', styled`${status === 200 ? green(status) : red(status)} in ${ms(time)}`)
  row('why', why && red(why))
  printList(row, 'missing here', (missing ?? []).map(missingLine))
  printList(row, 'did nothing', (trace?.tried ?? []).map(yellow))
  for (const warning of warnings ?? []) printWarning(row, warning)
  printWork(row, findings)
  row('size', count(size, 'byte'))
  for (const [name, value] of Object.entries(head)) row(name, value)
  printList(
    row,
    'headers',
    Object.entries(headers).map((pair) => pair.join(': ')),
  )
  if (text !== '') terminal.lines(`\n${text}`)
}

function printPlace(row: Row, findings: Findings): void {
  const { pretty, ugly, readable, route, refused, allowed } = findings
  row('pretty', pretty)
  row('ugly', ugly)
  if (new URL(pretty).hash === '') row('', 'the page without a fragment')
  row('readable', readable)
  row('route', route === null ? red('none takes this state') : route && JSON.stringify(route))
  for (const what of refused ?? []) row('', yellow(what))
  row('robots.txt', allowed === undefined ? undefined : allowed ? 'allows it' : red('forbids it'))
}

const missingLine = ({ name, place }: Missing): unknown =>
  styled`${yellow(name)}, which Chromium has${place ? `; ${place} uses it` : ''}`

function printWork(row: Row, { timings, trace }: Findings): void {
  if (timings) {
    const { load, dom, serialize } = timings
    row('made in', `load ${ms(load)}, show ${ms(dom)}, write ${ms(serialize)}`)
  }
  const waited = trace?.waited.toSorted((a, b) => lengthOf(b) - lengthOf(a)) ?? []
  const lines = waited.slice(0, MOST_WAITS).map(lineOf)
  if (waited.length > MOST_WAITS) lines.push(`and ${waited.length - MOST_WAITS} more`)
  if (trace && trace.timers.count > 0) {
    const { count: timers, time } = trace.timers
    lines.push(`${count(timers, 'timer')}, ${ms(time)} of the page's own time`)
  }
  printList(row, 'waited for', lines)
}

function printList(row: Row, name: string, values: readonly unknown[]): void {
  for (const [at, value] of values.entries()) row(at === 0 ? name : '', value)
}

/** A wait without an end is the longest. */
const lengthOf = ({ time }: Waited): number => time ?? Number.POSITIVE_INFINITY

const lineOf = ({ what, count: times, from, time }: Waited): unknown => {
  const often = times > 1 ? `, ${times} times` : ''
  return time === undefined
    ? yellow(`${what}${often}: not ended, since ${ms(from)}`)
    : `${what}${often}: ${ms(time)}, from ${ms(from)}`
}

function printWarning(row: Row, { text }: Warning): void {
  const [first = '', ...more] = text.split('\n')
  row('warning', yellow(first))
  for (const line of more.slice(0, MOST_FRAMES)) row('', dim(line))
  if (more.length > MOST_FRAMES) row('', dim(`    and ${more.length - MOST_FRAMES} more lines`))
}
