/**
 * Writes the findings as Markdown: the sum, sums by the part that keeps something, and a row for
 * each kind.
 */
import type { Outcome } from './run.ts'

const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`

const sum = (outcomes: readonly Outcome[], read: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + read(outcome), 0)

export const wrongOf = ({ silent, refused }: Outcome): number => silent + refused
export const isFlawed = (outcome: Outcome): boolean => wrongOf(outcome) + outcome.otherBytes > 0

/** One sentence. */
export function sumOf(outcomes: readonly Outcome[]): string {
  const wrong = outcomes.filter((outcome) => wrongOf(outcome) > 0)
  const silent = outcomes.filter(({ silent }) => silent > 0)
  const unsaid = silent.filter(({ warning }) => warning === undefined)
  return [
    `${sum(outcomes, ({ pages }) => pages)} pages of ${outcomes.length} kinds,`,
    `**${sum(outcomes, wrongOf)} wrong** of ${wrong.length} kinds`,
    `(${sum(outcomes, ({ silent }) => silent)} answered with 200, of ${silent.length} kinds, ${unsaid.length} of them without a warning;`,
    `${sum(outcomes, ({ refused }) => refused)} refused);`,
    `${sum(outcomes, ({ otherBytes }) => otherBytes)} of ${sum(outcomes, ({ sampled }) => sampled)} sampled pages have other bytes than a new handler's.`,
  ].join(' ')
}

/** A table of the parts that keep something. */
export function keepersTable(outcomes: readonly Outcome[]): string {
  const keepers = [...new Set(outcomes.map(({ kind }) => kind.keeps))]
  const rows = keepers.map((keeps) => {
    const some = outcomes.filter(({ kind }) => kind.keeps === keeps)
    const kinds = new Set(some.map(({ kind }) => kind))
    const wrong = new Set(some.filter((outcome) => wrongOf(outcome) > 0).map(({ kind }) => kind))
    const counts = [sum(some, ({ pages }) => pages), sum(some, wrongOf)]
    return line([keeps, kinds.size, wrong.size, ...counts])
  })
  return [
    line(['kept by', 'kinds', 'of them wrong', 'pages', 'of them wrong']),
    line(['---', '---:', '---:', '---:', '---:']),
    ...rows.sort(),
  ].join('\n')
}

/** A row for each kind. */
export function kindsTable(outcomes: readonly Outcome[]): string {
  const heads = ['kind', 'view', 'kept by', 'pages', 'silent', 'refused']
  const more = ['other bytes', 'workers replaced', 'warned', 'first wrong page']
  return [
    line([...heads, ...more]),
    line([...heads.map((_, at) => (at < 3 ? '---' : '---:')), '---:', '---:', '---', '---']),
    ...outcomes.map(rowOf).sort(),
  ].join('\n')
}

function rowOf(outcome: Outcome): string {
  const { kind, pages, silent, refused, otherBytes, sampled, replaced } = outcome
  return line([
    ...[text(kind.kind), kind.view, kind.keeps, pages, silent, refused],
    ...[sampled > 0 ? `${otherBytes} of ${sampled}` : '', replaced],
    ...[outcome.warning === undefined ? '' : 'yes', text(outcome.example ?? '')],
  ])
}

/** Text in a cell. */
const text = (full: string): string => {
  const short = full.length > 90 ? `${full.slice(0, 90)}…` : full
  return short.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
