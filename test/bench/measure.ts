/**
 * Side-by-side benchmarks. Contestants do the same work; each sample repeats one of them long enough to time it well; every
 * round takes one sample of every contestant in every case, in a new random order, so that a machine that slows down slows
 * all of them. Where the middle half of the rounds is too far apart for a verdict, all is measured again in longer samples.
 * Only ratios are reported: to the baseline in the same round and case (`ratio`), and to the contestant's own first case in
 * the same round (`growth`). The table goes to the console, to test/bench/results/<name>.md and, drawn, to docs/bench/<name>.svg.
 */
import { type Bar, MOST_SPREAD, spread } from './harness/bars.ts'
import { loadBefore, meterLoad } from './harness/load.ts'
import { type Figure, publish } from './harness/publish.ts'
import { type Quartiles, quartiles, seededRandom, shuffle, versions } from './report.ts'

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
  /** What has to hold. */
  readonly bars?: readonly RatioBar[]
  /** How often samples may be made twice as long, where values are too far apart. Default: 2. */
  readonly again?: number
}

/** Time of one contestant in a round, in ms. */
export type TimeOf = (testCase: string, contestant: string) => number

/** A limit of what comes of the times of one round. */
export interface RatioBar extends Omit<Bar, 'value'> {
  readonly value: (time: TimeOf) => number
}

export interface Results {
  /** Time / baseline's time in the same round: 0.5 is twice as fast as the baseline. */
  ratio(testCase: string, contestant: string): Quartiles
  /** Time / the same contestant's time in the first case. */
  growth(testCase: string, contestant: string): Quartiles
}

interface Entrant {
  readonly testCase: string
  readonly contestant: string
  readonly run: Contestant
  /** Milliseconds per call, one entry per round. */
  times: number[]
  repeats: number
}

/** Results go here, so that no engine may drop the work as unused. */
const sink: { last: unknown } = { last: undefined }

export async function measure(bench: Bench): Promise<Results> {
  const { rounds = 15, sampleMs = 20, warmMs = 0, again = 2 } = bench
  const seed = Number(process.env.SEED) || (Date.now() % 1_000_000) + 1
  const random = seededRandom(seed)
  const entrants = Object.entries(bench.cases).flatMap(([testCase, contestants]) =>
    Object.entries(contestants).map(
      ([contestant, run]): Entrant => ({ testCase, contestant, run, times: [], repeats: 1 }),
    ),
  )
  const find = (testCase: string, contestant: string) =>
    entrants.find((e) => e.testCase === testCase && e.contestant === contestant)
  const [firstCase = ''] = Object.keys(bench.cases)
  const ratio = (c: string, n: string) => divide(find(c, n), find(c, bench.baseline))
  const growth = (c: string, n: string) => divide(find(c, n), find(firstCase, n))
  const barsNow = () =>
    (bench.bars ?? []).map(({ value, ...bar }): Bar => ({ ...bar, value: each(rounds, value) }))
  const each = (count: number, value: RatioBar['value']): Quartiles =>
    quartiles(
      Array.from({ length: count }, (_, round) =>
        value((c, n) => known(find(c, n), c, n).times[round] ?? Number.NaN),
      ),
    )

  const before = await loadBefore()
  for (const entrant of entrants) {
    for (let ms = 0; ms < warmMs; ) ms += await sample(entrant)
  }
  let during = meterLoad()
  for (let time = sampleMs, left = again; ; time *= 2, left--) {
    during = meterLoad()
    for (const entrant of entrants) {
      await calibrate(entrant, time)
      entrant.times = []
    }
    for (let round = 1; round <= rounds; round++) {
      if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `)
      for (const entrant of shuffle(entrants, random)) {
        entrant.times.push((await sample(entrant)) / entrant.repeats)
      }
    }
    if (left === 0 || barsNow().every(({ value }) => spread(value) <= MOST_SPREAD)) break
  }

  const figure = (cell: Figure['cell'], axis: string): Figure => ({
    ...{ corner: 'case', rows: Object.keys(bench.cases), cell, axis },
    columns: [...new Set(entrants.map(({ contestant }) => contestant))],
  })
  publish({
    name: bench.name,
    text: [
      bench.title,
      `Time of one call divided by that of \`${bench.baseline}\` in the same round (below 1: faster), median of ${rounds} ` +
        'rounds, middle half of the rounds in brackets.',
      figure(ratio, `time, divided by that of ${bench.baseline}`),
      ...(bench.growth
        ? [
            `Time divided by the same contestant's in the case "${firstCase}".`,
            figure(growth, `time, divided by its own in "${firstCase}"`),
          ]
        : []),
    ],
    bars: barsNow(),
    load: { before, during: during() },
    versions: `${versions(bench.packages ?? [])}; seed ${seed}`,
  })
  return {
    ratio: (c, n) => known(ratio(c, n), c, n),
    growth: (c, n) => known(growth(c, n), c, n),
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

function known<T>(value: T | undefined, testCase: string, contestant: string): T {
  if (value !== undefined) return value
  throw new RangeError(`No "${contestant}" in the case "${testCase}" to read a ratio of.`)
}
