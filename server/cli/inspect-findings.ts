// Prints the facts of inspect about a state. Rows without a value are omitted.

import type { AnsweredState } from './inspect-state.ts'
import { count, dim, green, red, styled, yellow } from './styled.ts'
import type { Terminal } from './terminal.ts'

/** Of the states of other sites, only the response is known. */
type InspectedAnswer = Pick<AnsweredState, 'status' | 'headers' | 'time' | 'body' | 'size'> &
  Partial<AnsweredState>

export interface Findings extends InspectedAnswer {
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

export function printFindings(
  terminal: Terminal,
  findings: Findings,
  head: Readonly<Record<string, string | undefined>>,
  text: string,
): void {
  const row = (name: string, ...values: readonly unknown[]) => {
    for (const [index, value] of values.filter((item) => item !== undefined).entries())
      terminal.line(styled`${dim((index === 0 ? name : '').padEnd(12))} ${value}`)
  }
  const { pretty, ugly, readable, route, refused = [], allowed } = findings
  const { status, why, time, size, headers, warnings = [], missing = [], trace, timings } = findings
  row('pretty', pretty)
  row('ugly', ugly, new URL(pretty).hash === '' ? 'the page without a fragment' : undefined)
  row('readable', readable)
  const taken = route === null ? red('none takes this state') : route && JSON.stringify(route)
  row('route', taken, ...refused.map(yellow))
  row('robots.txt', allowed === undefined ? undefined : allowed ? 'allows it' : red('forbids it'))
  row('status', styled`${status === 200 ? green(status) : red(status)} in ${ms(time)}`)
  row('why', why && red(why))
  row(
    'missing here',
    ...missing.map(
      ({ name, place }) =>
        styled`${yellow(name)}, which Chromium has${place ? `; ${place} uses it` : ''}`,
    ),
  )
  row('did nothing', ...(trace?.tried ?? []).map(yellow))
  for (const warning of warnings) {
    const [first, ...more] = warning.text.split('\n')
    row('warning', yellow(first), ...most(more, MOST_FRAMES, 'more lines').map(dim))
  }
  row(
    'made in',
    timings && `load ${ms(timings.load)}, show ${ms(timings.dom)}, write ${ms(timings.serialize)}`,
  )
  row('waited for', ...(trace ? waitLines(trace) : []))
  row('size', count(size, 'byte'))
  for (const [name, value] of Object.entries(head)) row(name, value)
  row('headers', ...Object.entries(headers).map((pair) => pair.join(': ')))
  if (text !== '') terminal.lines(`\n${text}`)
}

/** The first lines, and how many more there are. */
const most = (lines: readonly unknown[], shown: number, unit: string): readonly unknown[] =>
  lines.length > shown
    ? [...lines.slice(0, shown), `    and ${lines.length - shown} ${unit}`]
    : lines

/** The longest first. A wait without an end is the longest. */
function waitLines({ waited, timers }: NonNullable<AnsweredState['trace']>): readonly unknown[] {
  const endless = Number.POSITIVE_INFINITY
  const sorted = waited.toSorted((a, b) => (b.time ?? endless) - (a.time ?? endless))
  const lines = sorted.map(({ what, count: times, from, time }) => {
    const often = times > 1 ? `, ${times} times` : ''
    return time === undefined
      ? yellow(`${what}${often}: not ended, since ${ms(from)}`)
      : `${what}${often}: ${ms(time)}, from ${ms(from)}`
  })
  const ofTimers =
    timers.count > 0
      ? `${count(timers.count, 'timer')}, ${ms(timers.time)} of the page's own time`
      : undefined
  return [...most(lines, MOST_WAITS, 'more'), ofTimers]
}
