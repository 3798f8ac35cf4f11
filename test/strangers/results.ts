/**
 * The table of the corpus: takes views, shown twice, and the reasons of differences, and returns
 * Markdown without times.
 */
import type { Compared } from './run.ts'

const COLUMNS: readonly [title: string, counts: (one: Compared) => boolean][] = [
  ['views', () => true],
  ['equal', ({ verdict }) => verdict === 'equal'],
  ['equal in text', ({ verdict }) => verdict === 'text'],
  [
    'differ with a warning',
    ({ verdict, warnings }) => verdict === 'differs' && warnings.length > 0,
  ],
  ['differ', ({ verdict, warnings }) => verdict === 'differs' && warnings.length === 0],
  ['failed', ({ verdict }) => verdict === 'failed'],
]

/** @param reasons By the name of a view. */
export function tableOf(
  found: readonly Compared[],
  reasons: Readonly<Record<string, string>>,
): string {
  const libraries = new Set(found.map(({ name }) => name.replace(/\/.*/, '')))
  const sums = COLUMNS.map(([, counts]) => found.filter(counts).length || '')
  const others = found.filter(({ verdict }) => verdict !== 'equal')
  return [
    '# What Chromium shows, and what snapshots hold\n',
    'Written by `npx tsx test/strangers/show.ts`.\n',
    `| | ${COLUMNS.map(([title]) => title).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '---:|').join('')}`,
    `| **${libraries.size} libraries** | ${sums.join(' | ')} |`,
    '\n| shown otherwise | why |\n|---|---|',
    ...others.map(({ name }) => `| ${name} | ${reasons[name] ?? ''} |`),
    '',
  ].join('\n')
}
