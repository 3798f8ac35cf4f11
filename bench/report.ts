/**
 * Turns rounds of numbers into a table for measure.ts: quartiles, a random order that a seed
 * repeats, Markdown, and the versions of the compared packages.
 */
import { readFileSync } from 'node:fs'

export interface Quartiles {
  readonly low: number
  readonly median: number
  readonly high: number
}

export function quartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const place = (sorted.length - 1) * share
    const [below = Number.NaN, above = below] = sorted.slice(Math.floor(place))
    return below + (above - below) * (place % 1)
  }
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}

/**
 * Marsaglia's xorshift on 32 bits: enough for an order, and the same in every run with the same
 * seed.
 */
export function seededRandom(seed: number): () => number {
  let x = seed >>> 0 || 1
  return () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    x >>>= 0
    return x / 2 ** 32
  }
}

export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

export function table(
  corner: string,
  rows: readonly string[],
  columns: readonly string[],
  cell: (row: string, column: string) => Quartiles | undefined,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line([corner, ...columns]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map((row) => line([row, ...columns.map((column) => write(cell(row, column)))])),
  ].join('\n')
}

/** A value with its middle half. @param unit Default: times. */
export function write(value: Quartiles | undefined, unit = 'x'): string {
  if (!value) return '–'
  const { low, median, high } = value
  if (low === high) return `${digits(median)}${unit}`
  return `${digits(median)}${unit} (${digits(low)}–${digits(high)})`
}

function digits(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}

export function versions(packages: readonly string[]): string {
  const named = packages.map((name) => `${name} ${version(`../node_modules/${name}/`)}`)
  return [
    `hashbang-router ${version('../')}`,
    ...named,
    `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
  ].join(', ')
}

function version(folder: string): string {
  const text = readFileSync(new URL(`${folder}package.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
