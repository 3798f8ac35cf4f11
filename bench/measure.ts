/**
 * Side-by-side benchmarks. Contestants do the same work; each sample repeats one of them long
 * enough to time it well; every round takes one sample of every contestant in every case, in a new
 * random order, so that a machine that slows down slows all of them. While a bar has no verdict,
 * all is measured again in longer samples, for ten minutes at the most. Only ratios are reported:
 * to the baseline in the same round and case (`ratio`), and to the contestant's own first case in
 * the same round (`growth`). The table goes to the console, to bench/results/<name>.md and, drawn,
 * to docs/bench/<name>.svg.
 */
import { type Bar, verdict } from './harness/bars.ts'
import type { Figure } from './harness/chart.ts'
import { cpuTime, loadBefore, meterLoad } from './harness/load.ts'
import { publish } from './harness/publish.ts'
import { type Quartiles, quartiles, seededRandom, shuffle, versions } from './report.ts'

/** One way to do the work. May return a promise; it is then awaited before the next call. */
export type Contestant = () => unknown

export interface Bench {
  /** The name of the bench's file, and of its results. */
  readonly name: string
  /** A sentence above the table that describes the work. */
  readonly title: string
  /** The contestant that all others are divided by. */
  readonly baseline: string
  /** case -> contestant -> its function. A contestant may be missing from a case. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, Contestant>>>>
  /** npm packages whose installed versions the table names. */
  readonly packages?: readonly string[]
  readonly rounds?: number
  /** How long one sample should take. */
  readonly sampleMs?: number
  /**
   * How long all contestants run before the first measurement, in ms, so that engines have compiled
   * their code. Default: not at all.
   */
  readonly warmMs?: number
  /** Also report how each contestant's time grows from the first case to the others. */
  readonly growth?: boolean
  /** The bars. */
  readonly bars?: readonly RatioBar[]
  /**
   * Measure CPU time as well, and judge by it: that of this process and of all that it has started.
   * Default: false.
   */
  readonly cpu?: boolean
}

/** Time of one contestant in a round, in ms. */
export type TimeOf = (testCase: string, contestant: string) => number

/** A limit for a value that is computed from the times of one round. */
export interface RatioBar extends Omit<Bar, 'value' | 'isCpu'> {
  readonly value: (time: TimeOf) => number
  /** Judge by the clock, in a bench that measures CPU time too. Default: false. */
  readonly byClock?: boolean
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
  times: Times
  repeats: number
}

/** Values of the rounds, by measure. */
type Times = Record<Measured, number[]>
type Measured = 'clock' | 'cpu'

/** Results go here, so that no engine may drop the work as unused. */
const sink: { last: unknown } = { last: undefined }

/** No measurement begins anew that would end after so many ms. */
const LONGEST = 10 * 60_000

export async function measure(bench: Bench): Promise<Results> {
  const { rounds = 15, sampleMs = 20, warmMs = 0, cpu = false } = bench
  const seed = Number(process.env.SEED) || (Date.now() % 1_000_000) + 1
  const random = seededRandom(seed)
  const entrants = entrantsOf(bench)
  const judged: Measured = cpu ? 'cpu' : 'clock'
  const barsNow = () => (bench.bars ?? []).map((bar) => barOf(bar, entrants, rounds, judged))

  const before = await loadBefore()
  for (const entrant of entrants) {
    for (let ms = 0; ms < warmMs; ) ms += (await sample(entrant)).clock
  }
  const begin = performance.now()
  let during = meterLoad()
  for (let time = sampleMs; ; time *= 2) {
    const start = performance.now()
    during = meterLoad()
    for (const entrant of entrants) {
      await calibrate(entrant, time)
      entrant.times = { clock: [], cpu: [] }
    }
    for (let round = 1; round <= rounds; round++) {
      if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `)
      for (const entrant of shuffle(entrants, random)) {
        const taken = await sample(entrant)
        entrant.times.clock.push(taken.clock / entrant.repeats)
        entrant.times.cpu.push(taken.cpu / entrant.repeats)
      }
    }
    const next = performance.now() + 2 * (performance.now() - start)
    const isDecided = barsNow().every((bar) => verdict(bar, 0) !== 'noisy')
    if (isDecided || next - begin > LONGEST) break
  }
  publish({
    name: bench.name,
    text: textOf(bench, entrants, rounds),
    bars: barsNow(),
    load: { before, during: during() },
    versions: `${versions(bench.packages ?? [])}; seed ${seed}`,
  })
  const { ratio, growth } = ratiosOf(bench, entrants, judged)
  return {
    ratio: (c, n) => known(ratio(c, n), c, n),
    growth: (c, n) => known(growth(c, n), c, n),
  }
}

function entrantsOf({ cases }: Bench): Entrant[] {
  return Object.entries(cases).flatMap(([testCase, contestants]) =>
    Object.entries(contestants).map(
      ([contestant, run]): Entrant => ({
        ...{ testCase, contestant, run, repeats: 1 },
        times: { clock: [], cpu: [] },
      }),
    ),
  )
}

const find = (entrants: readonly Entrant[], testCase: string, contestant: string) =>
  entrants.find((one) => one.testCase === testCase && one.contestant === contestant)

/** The bar's value in each round, computed from the samples. */
function barOf(
  { value, byClock = false, ...bar }: RatioBar,
  entrants: readonly Entrant[],
  rounds: number,
  judged: Measured,
): Bar {
  const by = byClock ? 'clock' : judged
  const ofRound = (round: number) =>
    value((c, n) => known(find(entrants, c, n), c, n).times[by][round] ?? Number.NaN)
  const values = Array.from({ length: rounds }, (_, round) => ofRound(round))
  return { ...bar, value: quartiles(values), isCpu: by === 'cpu' }
}

function ratiosOf(bench: Bench, entrants: readonly Entrant[], by: Measured) {
  const [firstCase = ''] = Object.keys(bench.cases)
  return {
    ratio: (c: string, n: string) =>
      divide(by, find(entrants, c, n), find(entrants, c, bench.baseline)),
    growth: (c: string, n: string) =>
      divide(by, find(entrants, c, n), find(entrants, firstCase, n)),
  }
}

/** The results above the bars: CPU times first, where they are measured. */
function textOf(bench: Bench, entrants: readonly Entrant[], rounds: number): (string | Figure)[] {
  const [firstCase = ''] = Object.keys(bench.cases)
  const columns = [...new Set(entrants.map(({ contestant }) => contestant))]
  const figure = (cell: Figure['cell'], axis: string): Figure => ({
    ...{ corner: 'case', rows: Object.keys(bench.cases), columns, cell, axis },
  })
  const tables = (by: Measured): (string | Figure)[] => {
    const what = by === 'cpu' ? 'CPU time' : 'Time'
    const { ratio, growth } = ratiosOf(bench, entrants, by)
    return [
      `${what} of one call divided by that of \`${bench.baseline}\` in the same round (below 1: ${by === 'cpu' ? 'less' : 'faster'}), median of ${rounds} ` +
        'rounds, middle half of the rounds in brackets.',
      figure(ratio, `${what}, divided by that of ${bench.baseline}`),
      ...(bench.growth
        ? [
            `${what} divided by the same contestant's in the case "${firstCase}".`,
            figure(growth, `${what}, divided by its own in "${firstCase}"`),
          ]
        : []),
    ]
  }
  return [bench.title, ...(bench.cpu ? tables('cpu') : []), ...tables('clock')]
}

/** Warms the contestant up and finds how many calls fill a sample. */
async function calibrate(entrant: Entrant, sampleMs: number): Promise<void> {
  let ms = (await sample(entrant)).clock
  while (ms < sampleMs) {
    // Early samples run cold code: grow by ten at most, or the guess overshoots.
    const factor = ms > 0 ? Math.min((1.2 * sampleMs) / ms, 10) : 10
    entrant.repeats = Math.ceil(entrant.repeats * factor)
    ms = (await sample(entrant)).clock
  }
  entrant.repeats = Math.max(1, Math.round((entrant.repeats * sampleMs) / ms))
}

/**
 * Milliseconds for `repeats` calls. A synchronous contestant is never awaited: otherwise the bench
 * would time a promise for each call.
 */
async function sample({ run, repeats }: Entrant): Promise<Record<Measured, number>> {
  const used = cpuTime()
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
  return { clock: performance.now() - start, cpu: cpuTime() - used }
}

function divide(by: Measured, one?: Entrant, other?: Entrant): Quartiles | undefined {
  if (!one || !other) return undefined
  const values = other.times[by]
  return quartiles(one.times[by].map((time, round) => time / (values[round] ?? Number.NaN)))
}

function known<T>(value: T | undefined, testCase: string, contestant: string): T {
  if (value !== undefined) return value
  throw new RangeError(`No "${contestant}" in the case "${testCase}" to read a ratio of.`)
}
