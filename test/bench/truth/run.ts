// Asks a server for pages of the kinds in random order, and holds each against what a thread shows that has never shown
// another page of the kind. In: routes, a number of pages, a seed. Out: what was wrong, for each route.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createHandler } from '../../../dist/server/index.js'
import { createPool } from '../../../dist/server/pool/pool.js'
import { sharedMemory } from '../../../dist/server/pool/shared-cells.js'
import { threadHandle } from '../../../dist/server/pool/worker-thread.js'
import { seededRandom } from '../report.ts'
import { RARE, STATES } from './data.ts'

/** How the pages of one route came out. */
export interface Outcome {
  pages: number
  /** Answers that anyone may keep, and that were not what a new thread shows. */
  wrong: number
  /** Answers that nobody else may keep, as they may be recalled; and how many of these were wrong. */
  provisional: number
  provisionalWrong: number
  /** Answers that are wrong when all is asked for again at the end, and what others were left with. */
  wrongAfter: number
  /** What the log says of the route, where it says something. */
  warning: string | undefined
  /** Whether its views are still used again at the end. */
  isOn: boolean
}

export interface TruthOptions {
  readonly site: { readonly shell: string; readonly app: string }
  readonly routes: readonly string[]
  /** Of each route. */
  readonly pages: number
  readonly seed: number
  readonly reuse: boolean
  readonly oracle: Oracle
  /** Which pages are asked for; default: all. And the share of those of rare data. */
  readonly ids?: readonly number[]
  readonly rareShare?: number
  readonly onDone?: (route: string, outcome: Outcome) => void
}

/** What a new thread shows, by route and id. */
export type Oracle = ReadonlyMap<string, string>

const ORIGIN = 'http://truth.test'
const WORKER = new URL('../../../dist/server/render/worker.js', import.meta.url)

/** Routes that are asked for at a time, in any order: a worker keeps views of no more than eight. */
const TOGETHER = 5
const ON_THE_WAY = 8
const RARE_SHARE = 0.02

const ALL = Array.from({ length: STATES }, (_, id) => id)

/** Asks as many threads as there are pages of a route: each shows one page of each, and ends. */
export async function askOracle(
  { app, shell: file }: TruthOptions['site'],
  routes: readonly string[],
  ids: readonly number[] = ALL,
): Promise<Oracle> {
  const shell = readFileSync(file, 'utf8')
  const shown = new Map<string, string>()
  for (const id of ids) {
    const pool = await createPool({
      spawn: () => {
        const heartbeat = sharedMemory()
        const worker = new Worker(WORKER, {
          workerData: {
            apps: [['/', pathToFileURL(app).href]],
            region: { locale: 'en-US', timeZone: 'UTC' },
            heartbeat,
          },
          execArgv: ['--conditions=browser'],
        })
        return threadHandle(worker, heartbeat)
      },
      workers: 1,
      spares: 0,
      deadline: 30_000,
      startDeadline: 30_000,
      queue: 10_000,
      patience: 600_000,
      maxAge: { renders: Infinity, ms: Infinity, bytes: Infinity },
    })
    for (const route of routes) {
      const answer = await pool.render({
        page: '/',
        state: `/${route}/${id}?n=0`,
        url: `${ORIGIN}/`,
        shell,
      })
      if (answer.type !== 'snapshot' || answer.status !== 200 || answer.warnings.length > 0) {
        throw new Error(`${route}/${id}: ${JSON.stringify(answer)}`)
      }
      shown.set(`${route}/${id}`, answer.body)
    }
    await pool.close()
  }
  return shown
}

/** Runs. */
export async function runTruth(options: TruthOptions): Promise<Map<string, Outcome>> {
  const { site, routes, pages, seed, reuse, oracle } = options
  const { ids = ALL, rareShare = RARE_SHARE } = options
  const rareIds = ids.filter((id) => id >= RARE)
  const usualIds = ids.filter((id) => id < RARE)
  const random = seededRandom(seed)
  const outcomes = new Map<string, Outcome>()
  const given = new Map<string, string>()
  const logged: string[] = []
  const handler = await createHandler({
    origin: ORIGIN,
    pages: { '/': site },
    workers: 2,
    queue: 10_000,
    // How fast the machine is decides nothing here: pages that are made anew behind an answer wait in the same line.
    deadline: 600_000,
    patience: 600_000,
    cacheBytes: 2 ** 30,
    reuse,
    tiers: [
      {
        get: async () => ({ generation: '0' }),
        put: ({ state }, { entry }) => void given.set(state, bodyOf(entry.body)),
        drop: ({ state }) => void given.delete(state),
      },
    ],
    observe: (event) => {
      if (event.type === 'warning') logged.push(...event.warnings)
      if (event.type === 'replaced') logged.push(event.why)
      if (event.type === 'rendered' && event.outcome !== 'snapshot') {
        logged.push(`${event.state}: ${event.outcome} after ${Math.round(event.time)} ms`)
      }
    },
  })
  const isRight = (state: string, body: string) => body === oracle.get(keyOf(state))

  async function ask(state: string) {
    const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
    const response = await handler({ method: 'GET', target, headers: {} })
    if (response?.status !== 200) {
      throw new Error(`${state}: ${response?.status}\n${logged.slice(-5).join('\n')}`)
    }
    const kept = response.headers['cache-control'] !== 'no-cache'
    return { kept, right: isRight(state, bodyOf(response.body)) }
  }

  async function first(state: string, outcome: Outcome) {
    const { kept, right } = await ask(state)
    outcome.pages += 1
    if (!kept) outcome.provisional += 1
    if (!right && kept) outcome.wrong += 1
    if (!right && !kept) outcome.provisionalWrong += 1
  }

  async function inParallel(states: readonly string[], work: (state: string) => Promise<void>) {
    let next = 0
    const one = async () => {
      while (next < states.length) await work(states[next++] as string)
    }
    await Promise.all(Array.from({ length: ON_THE_WAY }, one))
  }

  for (let at = 0; at < routes.length; at += TOGETHER) {
    const some = routes.slice(at, at + TOGETHER)
    for (const route of some) outcomes.set(route, nothing())
    const outcomeOf = (state: string) => outcomes.get(routeOf(state)) as Outcome
    const states = Array.from({ length: some.length * pages }, (_, n) => {
      const route = some[Math.floor(random() * some.length)]
      const among = random() < rareShare ? rareIds : usualIds
      const id = among[Math.floor(random() * among.length)]
      return `/${route}/${id}?n=${n}`
    })
    await inParallel(states, (state) => first(state, outcomeOf(state)))
    await inParallel(states, async (state) => {
      const { right } = await ask(state)
      const others = given.get(state)
      if (!right || (others !== undefined && !isRight(state, others))) {
        outcomeOf(state).wrongAfter += 1
      }
    })
    handler.purge()
    given.clear()
    for (const route of some) {
      const outcome = outcomes.get(route) as Outcome
      const warnings = logged.filter((text) => text.includes(`route "${route}"`))
      outcome.warning = warnings[0]
      outcome.isOn = reuse && !warnings.some((text) => text.includes('is forgotten'))
      options.onDone?.(route, outcome)
    }
  }
  await handler.close()
  return outcomes
}

const nothing = (): Outcome => ({
  pages: 0,
  wrong: 0,
  provisional: 0,
  provisionalWrong: 0,
  wrongAfter: 0,
  warning: undefined,
  isOn: false,
})

const routeOf = (state: string): string => state.split('/')[1] ?? ''
const keyOf = (state: string): string => state.slice(1, state.indexOf('?'))
const bodyOf = (document: Uint8Array): string =>
  /<hashbang-outlet>([\s\S]*)<\/hashbang-outlet>/.exec(Buffer.from(document).toString())?.[1] ?? ''

/** Where the app is built to. */
export const BUILT = join(import.meta.dirname, '../../../.cache/bench-truth')
