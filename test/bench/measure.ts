/**
 * Side-by-side benchmarks. Contestants do the same work; each sample repeats one of them long enough to time it well; every
 * round takes one sample of every contestant in every case, in a new random order, so that a machine that slows down slows
 * all of them. Only ratios are reported: to the baseline in the same round and case (`ratio`), and to the contestant's own
 * first case in the same round (`growth`). The table goes to the console and to test/bench/results/<name>.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { type Quartiles, quartiles, seededRandom, shuffle, table, versions } from './report.ts'

/** One way to do the work. May return a promise; it is then awaited before the next call. */
export type Contestant = () => unknown

export interface Bench {
  /** The name of the bench's file, and of its results. */
  readonly name: string
  /** What is done, in a sentence that stands above the table. */
  readonly title: string
  /** The contestant that all others are divided by. */
  readonly baseline: string
  /** case -> contestant -> what it does. A contestant may be missing from a case. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, Contestant>>>>
  /** npm packages whose installed versions the table names. */
  readonly packages?: readonly string[]
  readonly rounds?: number
  /** How long one sample should take. */
  readonly sampleMs?: number
  /** For how long everyone runs before anything is timed: until engines have compiled what they run. Default: not at all. */
  readonly warmMs?: number
  /** Also report how each contestant's time grows from the first case to the others. */
  readonly growth?: boolean
}

export interface Results {
  /** Median over the rounds of time / baseline's time: 0.5 is twice as fast as the baseline. */
  ratio(testCase: string, contestant: string): number
  /** Median over the rounds of time / the same contestant's time in the first case. */
  growth(testCase: string, contestant: string): number
}

interface Entrant {
  readonly testCase: string
  readonly contestant: string
  readonly run: Contestant
  /** Milliseconds per call, one entry per round. */
  readonly times: number[]
  repeats: number
}

/** Results go here, so that no engine may drop the work as unused. */
const sink: { last: unknown } = { last: undefined }

export async function measure(bench: Bench): Promise<Results> {
  const { rounds = 15, sampleMs = 20, warmMs = 0 } = bench
  const seed = Number(process.env.SEED) || (Date.now() % 1_000_000) + 1
  const random = seededRandom(seed)
  const entrants = Object.entries(bench.cases).flatMap(([testCase, contestants]) =>
    Object.entries(contestants).map(
      ([contestant, run]): Entrant => ({ testCase, contestant, run, times: [], repeats: 1 }),
    ),
  )
  for (const entrant of entrants) {
    for (let ms = 0; ms < warmMs; ) ms += await sample(entrant)
    await calibrate(entrant, sampleMs)
  }
  for (let round = 1; round <= rounds; round++) {
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `)
    for (const entrant of shuffle(entrants, random)) {
      entrant.times.push((await sample(entrant)) / entrant.repeats)
    }
  }

  const find = (testCase: string, contestant: string) =>
    entrants.find((e) => e.testCase === testCase && e.contestant === contestant)
  const [firstCase = ''] = Object.keys(bench.cases)
  const ratio = (c: string, n: string) => divide(find(c, n), find(c, bench.baseline))
  const growth = (c: string, n: string) => divide(find(c, n), find(firstCase, n))

  const rows = Object.keys(bench.cases)
  const columns = [...new Set(entrants.map(({ contestant }) => contestant))]
  const text = [
    `# ${bench.name}\n\n${bench.title}\n`,
    `Time of one call divided by that of \`${bench.baseline}\` in the same round (below 1: faster), median of ${rounds} ` +
      'rounds, middle half of the rounds in brackets.\n',
    table('case', rows, columns, ratio),
    ...(bench.growth
      ? [`\nTime divided by the same contestant's in the case "${firstCase}".\n`]
      : []),
    ...(bench.growth ? [table('case', rows, columns, growth)] : []),
    `\n${versions(bench.packages ?? [])}; seed ${seed}.\n`,
  ].join('\n')
  console.log(text)
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${bench.name}.md`, folder), text)

  return {
    ratio: (c, n) => known(ratio(c, n), c, n).median,
    growth: (c, n) => known(growth(c, n), c, n).median,
  }
}

/** Warms the contestant up and finds how many calls fill a sample. */
async function calibrate(entrant: Entrant, sampleMs: number): Promise<void> {
  let ms = await sample(entrant)
  while (ms < sampleMs) {
    // Early samples run cold code: grow by ten at most, or the guess overshoots.
    const factor = ms > 0 ? Math.min((1.2 * sampleMs) / ms, 10) : 10
    entrant.repeats = Math.ceil(entrant.repeats * factor)
    ms = await sample(entrant)
  }
  entrant.repeats = Math.max(1, Math.round((entrant.repeats * sampleMs) / ms))
}

/** Milliseconds for `repeats` calls. A synchronous contestant is never awaited: a promise per call would be what is timed. */
async function sample({ run, repeats }: Entrant): Promise<number> {
  const start = performance.now()
  let result = run()
  if (result instanceof Promise) {
    for (let i = 1; i < repeats; i++) {
      await result
      result = run()
    }
    sink.last = await result
  } else {
    for (let i = 1; i < repeats; i++) result = run()
    sink.last = result
  }
  return performance.now() - start
}

function divide(one?: Entrant, other?: Entrant): Quartiles | undefined {
  if (!one || !other) return undefined
  return quartiles(one.times.map((time, round) => time / (other.times[round] ?? Number.NaN)))
}

function known(value: Quartiles | undefined, testCase: string, contestant: string): Quartiles {
  if (value) return value
  throw new RangeError(`No "${contestant}" in the case "${testCase}" to read a ratio of.`)
}
