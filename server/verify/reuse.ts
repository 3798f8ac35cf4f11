// Proves which routes may say `reuse: true`: draws states of each route by the view of the state before and by a
// new one, in random order, each several times, so that many ways from one to another are gone.
// In: a configuration and the states of its site. Out: a verdict for each route, with the first difference.

import type { Proof } from '../pool/protocol.ts'
import { startWorkers, type WorkersOptions } from '../production/start-pool.ts'
import { seededRandom } from '../runtime/random.ts'
import type { SiteState } from '../site/states.ts'

/** What to prove, and how. */
export interface ProveOptions {
  readonly origin: string
  readonly config: WorkersOptions
  readonly states: AsyncIterable<SiteState>
  /** Of how many states of each route. */
  readonly sample: number
  readonly seed: number
  readonly onProven?: (proven: Proven) => void
}

/**
 * What came out for a route: it may say `reuse: true` (`same`), must not (`different`), has no element to use
 * again (`nothing`), or could not be drawn often enough to tell (`unknown`).
 */
export interface Proven {
  readonly page: string
  readonly route: string
  readonly verdict: 'same' | 'different' | 'nothing' | 'unknown'
  /** How many states were drawn, and how many pages both ways. */
  readonly states: number
  readonly proofs: number
  readonly reason?: string
}

/** How often each state is drawn. */
const TIMES = 3

/** So many proofs are the least that count. */
const LEAST = 2

interface Sampled {
  readonly page: string
  readonly route: string
  readonly states: string[]
  seen: number
}

/** Proves. @throws What an app module threw. */
export async function proveReuse(options: ProveOptions): Promise<Proven[]> {
  const { origin, config, onProven } = options
  const random = seededRandom(options.seed)
  const routes = await sampleRoutes(options, random)
  let proofs: Proof[] = []
  const pool = await startWorkers(
    { ...config, workers: 1, patience: Number.POSITIVE_INFINITY },
    () => undefined,
    { onProof: (proof) => void proofs.push(proof) },
  )

  async function prove({ page, route, states }: Sampled): Promise<Proven> {
    proofs = []
    const said = (verdict: Proven['verdict'], reason?: string): Proven => ({
      page,
      route,
      verdict,
      states: states.length,
      proofs: proofs.length,
      ...(reason === undefined ? {} : { reason }),
    })
    let failed: string | undefined
    let drawn = 0
    for (const state of inAnyOrder(Array(TIMES).fill(states).flat() as string[], random)) {
      const answer = await pool.render({ page, state, url: origin + page, reuse: 'proven' })
      const lie = proofs.find(({ why }) => why !== undefined)
      if (lie) return said('different', lie.why)
      if (answer.type === 'snapshot' && answer.status < 400) drawn += 1
      else
        failed ??= `"#!${state}" is ${answer.type === 'snapshot' ? `answered ${answer.status}` : answer.type}`
    }
    if (proofs.length >= LEAST) return said('same')
    if (drawn === 0) return said('unknown', failed ?? 'there is nothing to draw')
    return proofs.length === 0
      ? said('nothing')
      : said('unknown', failed ?? 'it has too few states')
  }

  try {
    const all: Proven[] = []
    for (const route of routes) {
      const proven = await prove(route)
      onProven?.(proven)
      all.push(proven)
    }
    return all
  } finally {
    await pool.close()
  }
}

/** As many states of each route, each as likely as any other (Vitter's algorithm R). */
async function sampleRoutes(
  { states, sample }: ProveOptions,
  random: () => number,
): Promise<Sampled[]> {
  const routes = new Map<string, Sampled>()
  for await (const { page, name, state } of states) {
    const key = `${page} ${name}`
    const known = routes.get(key) ?? { page, route: name, states: [], seen: 0 }
    routes.set(key, known)
    known.seen += 1
    const slot =
      known.states.length < sample ? known.states.length : Math.floor(random() * known.seen)
    if (slot < sample) known.states[slot] = state
  }
  return [...routes.values()]
}

const inAnyOrder = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
