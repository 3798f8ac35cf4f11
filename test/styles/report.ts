/** Sums and prints the differences between the DOM and Chromium. */
import type { Difference, PageResult, PropertyTally } from './compare-page.ts'

/** Properties that may not differ for any element: they decide what is shown, and as what. */
export const STRICT: readonly string[] = [
  'display',
  'visibility',
  'content',
  '::before content',
  '::after content',
  'font-weight',
  'font-style',
  'position',
  'list-style-image',
  'list-style-position',
  'list-style-type',
  'white-space-collapse',
  'text-wrap-mode',
  'text-transform',
  'direction',
  'offsetWidth > 0',
  'checkVisibility()',
]

/** Resolved to used values: they depend on the fonts and the layout, not on the cascade alone. */
const USED = new Set(
  (
    'width height inline-size block-size perspective-origin transform-origin ' +
    'top right bottom left inset-block-start inset-block-end inset-inline-start ' +
    'inset-inline-end grid-template-columns grid-template-rows'
  ).split(' '),
)

const EXAMPLES = 3

interface Share {
  readonly values: number
  readonly different: number
}

const sum = (tallies: readonly Share[]): Share => ({
  values: tallies.reduce((total, { values }) => total + values, 0),
  different: tallies.reduce((total, { different }) => total + different, 0),
})

const percent = ({ values, different }: Share) => ((different / values) * 100).toFixed(2)

const entriesOf = (results: readonly PageResult[]) =>
  results.flatMap(({ properties }) => Object.entries(properties))

/** The share (0-1) of different values, without those that depend on the layout. */
export function shareOf(results: readonly PageResult[]): number {
  const { values, different } = cascaded(results)
  return different / values
}

const cascaded = (results: readonly PageResult[]): Share =>
  sum(entriesOf(results).flatMap(([name, tally]) => (USED.has(name) ? [] : [tally])))

/** The differences of properties that may not differ. */
export const strictOf = (results: readonly PageResult[]): Difference[] =>
  results.flatMap(({ listed }) => listed.filter(({ property }) => STRICT.includes(property)))

const show = ({ page, path, chromium, ours, views }: Difference) =>
  `    ${page}  ${path}\n      chromium ${chromium}\n      ours     ${ours}   (${views.join(', ')})`

export function printReport(results: readonly PageResult[]): void {
  printProperties(results)
  printSummary(results)
}

export function printSummary(results: readonly PageResult[]): void {
  printPages(results)
  const strict = strictOf(results)
  console.log(`\n${strict.length} differences of ${STRICT.join(', ')} (bar: none)`)
  for (const name of STRICT) {
    const found = strict.filter(({ property }) => property === name)
    if (found.length === 0) continue
    console.log(`  ${name}: ${found.length}`)
    for (const one of found.slice(0, EXAMPLES)) console.log(show(one))
  }
  console.log(`\n${percent(cascaded(results))} % of the values differ (bar: 0.50 %)`)
  console.log(
    `${percent(sum(entriesOf(results).map(([, tally]) => tally)))} % with those of the layout (${[...USED].join(', ')})`,
  )
}

interface Row extends Share {
  readonly name: string
  readonly tallies: readonly PropertyTally[]
}

/** Properties with differences, those with the most first. */
function rowsOf(results: readonly PageResult[]): Row[] {
  const byName = new Map<string, PropertyTally[]>()
  for (const [name, tally] of entriesOf(results))
    byName.set(name, [...(byName.get(name) ?? []), tally])
  return [...byName]
    .map(([name, tallies]) => ({ name, tallies, ...sum(tallies) }))
    .filter(({ different }) => different > 0)
    .sort((one, other) => other.different - one.different)
}

/** The differences by property as a document. */
export function tableOf(results: readonly PageResult[], version: string): string {
  const all = sum(entriesOf(results).map(([, tally]) => tally))
  const rows = rowsOf(results).map(
    (row) =>
      `| \`${row.name}\` | ${row.different} | ${percent(row)} | ${USED.has(row.name) ? 'layout' : ''} |`,
  )
  return `# Computed styles beside Chromium ${version}

${results.length} pages, light and dark, 1280 and 390 px wide, all longhands of every element. Written by \`npx tsx test/styles/compare.ts --table\`.

${percent(cascaded(results))} % of the values differ, and ${percent(all)} % with those that depend on the layout and its one font.
${strictOf(results).length} differences are of properties that decide what is shown: ${STRICT.map((name) => `\`${name}\``).join(', ')}.

| property | values that differ | % | depends on |
| --- | ---: | ---: | --- |
${rows.join('\n')}
`
}

function printProperties(results: readonly PageResult[]): void {
  for (const row of rowsOf(results)) {
    const kind = USED.has(row.name) ? ', layout' : ''
    console.log(`  ${row.name}: ${row.different} (${percent(row)} %${kind})`)
    for (const one of spread(row.tallies)) console.log(show(one))
  }
}

/** Examples of different pages, where there are. */
function spread(tallies: readonly PropertyTally[]): Difference[] {
  const firsts = tallies.flatMap(({ examples }) => examples.slice(0, 1))
  const others = tallies.flatMap(({ examples }) => examples.slice(1))
  return [...firsts, ...others].slice(0, EXAMPLES)
}

function printPages(results: readonly PageResult[]): void {
  console.log('\nPages')
  for (const result of results) {
    console.log(`  ${percent(cascaded([result])).padStart(6)} %  ${result.page}`)
    for (const error of result.errors) console.log(`    ${error.slice(0, 400)}`)
  }
}

/** Prints all differences of a property, those of one kind together. */
export function printDifferences(results: readonly PageResult[], name: string): void {
  const found = results.flatMap(({ listed }) => listed.filter(({ property }) => property === name))
  const kinds = new Map<string, Difference[]>()
  for (const one of found) {
    const kind = `chromium ${one.chromium} | ours ${one.ours}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), one])
  }
  for (const [kind, all] of [...kinds].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`${all.length} x ${kind}`)
    for (const { page, path, views } of all)
      console.log(`    ${page}  ${path}  (${views.join(', ')})`)
  }
  console.log(`${found.length} differences of ${name}`)
}
