/**
 * Deploys under load: clients ask for a hot set of states, and now and then for others, while the servers of one build are replaced
 * by those of the next. What is counted is who of the hot set's readers had to wait for a page to be made, after the clients were
 * sent to the new build: where nothing is done about it, and where `hashbang warm` goes before, by the log of the servers that
 * are replaced. Wrong is: an answer that is not 200, that fails, or is of another state.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../bench/report.ts'
import { startRedis } from '../fixtures/site/redis.ts'
import { type StartedSite, startBackend, startSite, uglyUrl } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'

const CLIENTS = 6
const SERVERS = 2
/** Of so many requests one is for a state that nobody asked for before. */
const ELSEWHERE = 10

/** How a deploy goes. */
export type Way = 'as it is' | 'warm'

/** What came of it. */
export interface Deployed {
  readonly way: Way
  /** Answers of the new build, of the hot set. */
  readonly answers: number
  /** Those that waited for their page to be made. */
  readonly misses: number
}

/** Runs one deploy after the other; all servers are gone when it resolves. */
export async function runDeploys({
  states,
  ways,
  seed,
}: {
  /** How many states are hot. */
  readonly states: number
  readonly ways: readonly Way[]
  readonly seed: number
}): Promise<{ readonly found: readonly string[]; readonly deployed: readonly Deployed[] }> {
  const random = seededRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'hashbang-deploy-'))
  const backend = await startBackend()
  const redis = await startRedis()
  const found: string[] = []
  const deployed: Deployed[] = []
  const isHot = (state: unknown) => String(state).startsWith('/asked/hot')
  let running: StartedSite[] = []
  let going = true
  let asked = 0
  let told = () => {}
  /** How many requests are under way, by their server. */
  const under = new Map<string, number>()

  const start = (build: string) =>
    Promise.all(
      Array.from({ length: SERVERS }, () =>
        startSite({ shared: { redis: redis.url, build }, limits: { deadline: 90_000 } }),
      ),
    )

  async function client(): Promise<void> {
    while (going) {
      const isElsewhere = random() * ELSEWHERE < 1
      asked += 1
      const id = isElsewhere ? `cold${asked}` : `hot${Math.floor(random() ** 2 * states)}`
      const { url } = running[asked % running.length] as StartedSite
      under.set(url, (under.get(url) ?? 0) + 1)
      try {
        const answer = await fetch(uglyUrl(url, `/asked/${id}`))
        const text = await answer.text()
        if (answer.status !== 200 || !text.includes(`answer /asked/${id}<`))
          found.push(`/asked/${id} was answered ${answer.status}: ${text.slice(0, 200)}`)
      } catch (error) {
        found.push(`/asked/${id} was not answered: ${error}`)
      }
      under.set(url, (under.get(url) ?? 0) - 1)
      told()
    }
  }

  const answersOf = (server: StartedSite) =>
    server.events.flatMap((event) =>
      event.type === 'answered' && isHot(event.state) ? [event] : [],
    )

  /** Waits until clients have asked each of these for most of the hot set, and the others for nothing any more. */
  const settled = (
    servers: readonly StartedSite[],
    since: readonly number[],
    others: readonly StartedSite[] = [],
  ) =>
    new Promise<void>((resolve) => {
      told = () => {
        const seen = servers.map((server, at) => answersOf(server).slice(since[at]).length)
        const isLeft = others.every(({ url }) => (under.get(url) ?? 0) === 0)
        if (isLeft && seen.every((count) => count > states * 2)) resolve()
      }
    })

  async function warmUp(servers: readonly StartedSite[], log: string): Promise<void> {
    for (const { url } of servers) {
      const { code, stderr } = await hashbang([
        'warm',
        url,
        '--log',
        log,
        '--limit',
        `${states * 2}`,
      ])
      if (code !== 0) found.push(`warm ended with ${code}: ${stderr}`)
    }
  }

  try {
    running = await start('build-0')
    const clients = Array.from({ length: CLIENTS }, client)
    await settled(running, [0, 0])
    for (const [at, way] of ways.entries()) {
      const next = await start(`build-${at + 1}`)
      const log = join(folder, `${at}.log`)
      const lines = running.flatMap(({ events }) => events.map((event) => JSON.stringify(event)))
      await writeFile(log, lines.join('\n'))
      // Hot is what somebody has asked for before the deploy.
      const hot = new Set(running.flatMap(answersOf).map(({ state }) => state))
      if (way === 'warm') await warmUp(next, log)
      const since = next.map((server) => answersOf(server).length)
      const before = running
      running = next
      await settled(next, since, before)
      await Promise.all(before.map((server) => server.stop()))
      const answers = next
        .flatMap((server, at) => answersOf(server).slice(since[at]))
        .filter(({ state }) => hot.has(state))
      deployed.push({
        ...{ way, answers: answers.length },
        misses: answers.filter(({ source }) => source === 'rendered' || source === 'waited').length,
      })
    }
    going = false
    await Promise.all(clients)
  } finally {
    going = false
    await Promise.all(running.map((server) => server.stop()))
    await Promise.all([redis.stop(), backend.close(), rm(folder, { recursive: true })])
  }
  return { found, deployed }
}
