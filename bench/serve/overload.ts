/**
 * Sends ten times as many requests for cold pages as the server can render. Measures how many pages
 * are still rendered, how soon the rest is refused, and that responses without a render still
 * arrive. A page has 18 KB with 50 ReactiveElements, and is rendered each time. wrk sends the
 * requests by the clock, without waiting for the last response: a client in Node would use more of
 * the machine than the server does to refuse it.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startChild } from '../../test/fixtures/site/child.ts'
import { uglyUrl } from '../../test/fixtures/site/site.ts'
import { findProgram } from '../../test/run/programs.ts'
import { exactly } from '../harness/bars.ts'
import { timeOfWorkers } from '../harness/load.ts'
import type { Results } from '../harness/publish.ts'
import { quartiles } from '../report.ts'

const ROUNDS = 5
const SECONDS = { capacity: 4, overload: 10 }
const script = fileURLToPath(new URL('load.lua', import.meta.url))

/** The counts that wrk reports. */
interface Load {
  readonly ok: number
  readonly shed: number
  /** Answers of other statuses. */
  readonly other: number
  /** Requests without an answer. */
  readonly errors: number
  readonly seconds: number
  /** ms to an answer; of those turned away, if there are any. */
  readonly median: number
  /** How many answers took less than 10 ms. */
  readonly quick: number
}

interface Round {
  readonly asked: Load
  readonly spared: Load
  /** Pages that its workers made in a second of their CPU time. */
  readonly perCpu: number
  readonly capacity: Capacity
}

/** The server's capacity, before and after a round. */
interface Capacity {
  /** Pages a second. */
  readonly rate: number
  /** Pages in a second of its workers' CPU time. */
  readonly perCpu: number
}

export const overload = async (): Promise<Results> => resultsOf(await measureRounds())

async function measureRounds(): Promise<readonly Round[]> {
  const child = await startChild()
  let runs = 0
  const cold = () => uglyUrl('', `/heavy/${runs++}-*`)
  const { pid = 0 } = child.process
  /** Seconds of CPU time of the server without its main thread, since. */
  const meterWorkers = () => {
    const begun = timeOfWorkers(pid)
    return () => (timeOfWorkers(pid) - begun) / 1000
  }
  const kept = [uglyUrl('', '/items/kept'), '/robots.txt', '/sitemap.xml', '/', '/healthz']
  const get = async (path: string) => (await fetch(child.url + path)).arrayBuffer()
  for (const path of kept) await get(path)
  // Somebody always waits for a page, and nobody more than that.
  const capacityNow = async (): Promise<Capacity> => {
    const time = meterWorkers()
    const { ok, seconds } = await load(
      child.url,
      { connections: 4, rate: 0, seconds: SECONDS.capacity },
      [cold()],
    )
    const perCpu = ok / time()
    // Clears the queue that earlier requests left before it measures.
    await get(cold())
    return { rate: ok / seconds, perCpu }
  }
  await capacityNow()
  const rounds: Round[] = []
  let before = await capacityNow()
  while (rounds.length < ROUNDS) {
    const seconds = SECONDS.overload
    const time = meterWorkers()
    const [asked, spared] = await Promise.all([
      load(child.url, { connections: 400, rate: 10 * before.rate, seconds }, [cold()]),
      load(child.url, { connections: 4, rate: 50, seconds }, kept),
    ])
    const perCpu = asked.ok / time()
    await get(cold())
    const after = await capacityNow()
    rounds.push({ asked, spared, perCpu, capacity: middle(before, after) })
    before = after
  }
  child.process.kill('SIGTERM')
  await child.ended
  return rounds
}

function resultsOf(rounds: readonly Round[]): Results {
  const sum = (of: (round: Round) => number) => rounds.reduce((all, round) => all + of(round), 0)
  const median = (of: (round: Round) => number) => quartiles(rounds.map(of)).median
  const all = ({ ok, shed, other }: Load) => ok + shed + other
  const wrong = ({ other, errors }: Load) => other + errors
  const times = median(({ asked, capacity }) => all(asked) / asked.seconds / capacity.rate)
  const byClock = median(({ asked, capacity }) => asked.ok / asked.seconds / capacity.rate)
  const goodput = quartiles(rounds.map(({ perCpu, capacity }) => perCpu / capacity.perCpu))
  const shed = sum(({ asked }) => asked.shed) / sum(({ asked }) => all(asked))
  const quick = median(({ asked }) => Math.min(1, asked.quick / asked.shed))
  const keptQuick = median(({ spared }) => spared.quick / all(spared))
  const failed = sum(({ asked }) => wrong(asked))
  const unspared = sum(({ spared }) => spared.shed + wrong(spared))
  // The time of a cached page at the same moment, so that the cost of the machine and the client is
  // in both.
  const toKept = median(({ asked, spared }) => asked.median / spared.median)
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`
  return {
    text: [
      `Pages of 18 KB with 50 ReactiveElements, ${times.toFixed(1)} times as many as can be rendered, median of ${ROUNDS} rounds of ${SECONDS.overload} s: goodput ${percent(goodput.median)} of capacity in each second of CPU time that is left to the workers, ${percent(byClock)} by the clock; ${percent(shed)} turned away with 503, ${percent(quick)} of these within 10 ms (of the kept pages ${percent(keptQuick)}), in ${toKept.toFixed(2)}x the time of a kept page; ${failed} failed. Of ${sum(({ spared }) => all(spared))} requests for kept pages, robots.txt, sitemap.xml, the app and health at the same time, ${unspared} were not answered 200.`,
    ],
    bars: [
      {
        ...{ what: 'goodput per CPU second of the workers, of capacity', isCpu: true },
        ...{ value: goodput, least: 0.9 },
      },
      { what: 'requests that failed', value: exactly(failed + unspared), most: 0, unit: '' },
      { what: 'asked for, of capacity', value: exactly(times), least: 8 },
      {
        ...{ what: 'turned away within 10 ms, of kept pages answered so', least: 0.95 },
        value: exactly(quick / keptQuick),
      },
      { what: 'time to turn away, of a kept page', value: exactly(toKept), most: 2 },
    ],
  }
}

const middle = (one: Capacity, other: Capacity): Capacity => ({
  rate: (one.rate + other.rate) / 2,
  perCpu: (one.perCpu + other.perCpu) / 2,
})

/** Sends requests for these paths, so many a second, or one after the other for a rate of 0. */
async function load(
  url: string,
  { connections, rate, seconds }: Readonly<Record<'connections' | 'rate' | 'seconds', number>>,
  paths: readonly string[],
): Promise<Load> {
  const wrk = findProgram('wrk')
  if (wrk === undefined) throw new Error('The bench needs wrk (Debian: apt-get install wrk)')
  const flags = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  // A page that is slow on a busy machine has not failed.
  flags.push('--timeout', '60s', '-s', script, url)
  const { stdout } = await promisify(execFile)(wrk, [...flags, '--', String(rate), ...paths])
  const [, json] = /^RESULT (.*)$/m.exec(stdout) ?? []
  if (json === undefined) throw new Error(`wrk has no result: ${stdout}`)
  return JSON.parse(json) as Load
}
