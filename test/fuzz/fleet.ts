/**
 * A fleet of six servers that share a Redis, behind nginx, under load: three by `hashbang serve`, three by `createHandler` in
 * Express. Parts of it are killed at random and started again, Redis is slow or full, and builds are replaced one server after the
 * other. Each page says which version of its data it shows, and which build made it. Wrong is: a page of another state or of
 * another build than its server's, a version from before a purge that had returned as complete when it was asked for, a status of
 * 5xx, an answer that breaks off while nobody on its way was killed; and caches that do not give the same bytes when all is over.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { seededRandom } from '../../bench/report.ts'
import { spawnExpress, spawnSite } from '../fixtures/site/child.ts'
import { type Nginx, startNginx } from '../fixtures/site/nginx.ts'
import { layWire, type Redis, startRedis } from '../fixtures/site/redis.ts'
import { startBackend, uglyUrl } from '../fixtures/site/site.ts'
import { freePort } from '../free-port.ts'

const STATES = 40
const CLIENTS = 8
const EDITORS = 4
const SERVERS = 6
const TOKEN = randomUUID()
const CONFIG = 'test/fixtures/site/fleet.config.js'

/** What a run has come to. */
export interface FleetResult {
  /** What was wrong. */
  readonly found: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  /** All figures, in a sentence. */
  readonly told: string
}

/** Settings of a run. */
export interface FleetOptions {
  readonly seconds: number
  /** It goes on until so much has happened. Default: 0. */
  readonly events?: number
  /** It goes on until so many requests were answered. Default: 0. */
  readonly answers?: number
  readonly seed: number
  readonly tell?: (line: string) => void
}

const upstreams = (ports: readonly number[]) => `
  upstream hashbang {
    ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join('\n')}
  }
  server {
    listen PORT;
    keepalive_requests 100000000;
    location / {
      proxy_pass http://hashbang;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_next_upstream error timeout http_502 http_504;
      add_header x-upstream $upstream_addr always;
    }
  }`

/** Purges by an editor, with the states that they cover; an editor changes its own of them first. */
const PURGES: readonly ((id: number) => {
  readonly which: object
  readonly covers: (id: number) => boolean
})[] = [
  (id) => ({ which: { state: `/asked/${id}` }, covers: (one) => one === id }),
  (id) => ({ which: { state: `/asked/${id}` }, covers: (one) => one === id }),
  (id) => ({
    which: { prefix: `/asked/${`${id}`[0]}` },
    covers: (one) => `${one}`[0] === `${id}`[0],
  }),
  (id) => ({ which: { tag: `tens:${`${id}`[0]}` }, covers: (one) => `${one}`[0] === `${id}`[0] }),
  () => ({ which: { all: true }, covers: () => true }),
]

/** Runs it; the fleet is gone when it resolves. */
export async function runFleet({
  seconds,
  events: fewest = 0,
  answers: enough = 0,
  seed,
  tell,
}: FleetOptions): Promise<FleetResult> {
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const found: string[] = []
  const counts = {
    ...{ answers: 0, cut: 0, events: 0, kills: 0, deploys: 0, slow: 0, full: 0 },
    ...{ purges: 0, complete: 0, unanswered: 0, fresh: 0 },
  }

  const backend = await startBackend()
  const redisPort = await freePort()
  let redis: Redis = await startRedis([], redisPort)
  const wire = await layWire(redisPort)
  const ports: number[] = []
  while (ports.length < SERVERS) ports.push(await freePort())
  /** The newest build, and the one of each server. */
  let build = 1
  const builds = ports.map(() => build)

  async function startServer(at: number) {
    const env = { PURGE_TOKEN: TOKEN, REDIS_URL: wire.url, BUILD: `${build}`, PORT: `${ports[at]}` }
    builds[at] = build
    const child = at % 2 === 0 ? spawnSite(['--config', CONFIG], env) : spawnExpress(env)
    await child.said('serving')
    return child
  }
  const servers = await Promise.all(ports.map((_, at) => startServer(at)))
  let nginx: Nginx = await startNginx(() => upstreams(ports))
  /** How often connections were killed: with a server once, with nginx again when it is back. What broke off meanwhile was theirs. */
  let cuts = 0
  let isDown = false
  let last = 'nothing'

  /** The version of each state's data; and the least that may be answered. */
  const versions = Array.from({ length: STATES }, () => 1)
  const least = Array.from({ length: STATES }, () => 1)
  const show = (id: number) =>
    backend.answer(`/asked/${id}`, { body: `state ${id} version ${versions[id]}.` })
  for (let id = 0; id < STATES; id++) show(id)

  let going = true

  async function client(): Promise<void> {
    while (going) {
      const id = below(STATES)
      const [floor, cutsBefore, buildsBefore] = [least[id] as number, cuts, [...builds]]
      try {
        const answer = await fetch(uglyUrl(nginx.url, `/asked/${id}`), {
          signal: AbortSignal.timeout(60_000),
        })
        const text = await answer.text()
        const [, state, version, by] = /state (\d+) version (\d+)\. build (\d+)\./.exec(text) ?? []
        counts.answers += 1
        // The server that answered is the last that nginx tried.
        const port = Number(/\d+$/.exec(answer.headers.get('x-upstream') ?? '')?.[0])
        const at = ports.indexOf(port)
        if (answer.status !== 200)
          found.push(`state ${id} was answered ${answer.status}: ${text.slice(0, 200)}`)
        else if (Number(state) !== id) found.push(`state ${id} was answered with state ${state}`)
        else if (Number(by) !== builds[at] && Number(by) !== buildsBefore[at])
          found.push(`state ${id} of build ${by} was answered by a server of build ${builds[at]}`)
        else if (Number(version) < floor)
          found.push(
            `state ${id} was answered with version ${version} by server ${at}, ${floor} was purged for; the last event was ${last}`,
          )
        if (floor > 1) counts.fresh += 1
      } catch (error) {
        counts.cut += 1
        const { cause } = error as { cause?: unknown }
        if (cuts === cutsBefore && !isDown)
          found.push(`state ${id} was not answered: ${error}, ${cause}`)
        await setTimeout(20)
      }
    }
  }

  /** Whether a purge has returned as complete. */
  async function purge(which: object): Promise<boolean> {
    counts.purges += 1
    try {
      const answer = await fetch(`http://127.0.0.1:${ports[below(SERVERS)]}/_hashbang/purge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify(which),
        signal: AbortSignal.timeout(60_000),
      })
      const text = await answer.text()
      if (answer.status !== 200 && answer.status !== 202)
        found.push(`a purge was answered ${answer.status}: ${text}; the last event was ${last}`)
      if (answer.status === 200) counts.complete += 1
      return answer.status === 200
    } catch {
      // Its server was killed, or is not up yet.
      counts.unanswered += 1
      await setTimeout(100)
      return false
    }
  }

  /** Changes states that no other does, and purges what it has changed. */
  async function editor(at: number): Promise<void> {
    while (going) {
      const id = at + EDITORS * below(STATES / EDITORS)
      const { which, covers } = (PURGES[below(PURGES.length)] ?? PURGES[0])?.(id) ?? {}
      if (which === undefined || covers === undefined) return
      const changed = versions.flatMap((_, one) =>
        one % EDITORS === at && covers(one) ? [one] : [],
      )
      for (const one of changed) {
        versions[one] = (versions[one] as number) + 1
        show(one)
      }
      while (going && !(await purge(which)));
      if (going) for (const one of changed) least[one] = versions[one] as number
      // Pages are kept for a moment, too.
      await setTimeout(below(100))
    }
  }

  async function setMemory(most: string): Promise<void> {
    const admin = createClient({ url: redis.url })
    admin.on('error', () => undefined)
    await admin.connect()
    await admin.configSet('maxmemory', most)
    admin.destroy()
  }

  const events = {
    async server() {
      const at = below(SERVERS)
      cuts += 1
      counts.kills += 1
      servers[at]?.process.kill('SIGKILL')
      await servers[at]?.ended
      await setTimeout(below(1000))
      servers[at] = await startServer(at)
    },
    async redis() {
      counts.kills += 1
      await redis.stop()
      await setTimeout(below(1000))
      redis = await startRedis([], redisPort)
    },
    async nginx() {
      isDown = true
      counts.kills += 1
      await nginx.kill()
      nginx = await startNginx(() => upstreams(ports))
      isDown = false
      cuts += 1
    },
    async slow() {
      counts.slow += 1
      wire.delay(20 + below(400))
      await setTimeout(1000 + below(2000))
      wire.delay(0)
    },
    async full() {
      counts.full += 1
      await setMemory('1')
      await setTimeout(1000 + below(2000))
      await setMemory('0')
    },
    /** Pages of the next build, while editors purge everything and all else. */
    async deploy() {
      counts.deploys += 1
      build += 1
      for (const at of ports.keys()) {
        servers[at]?.process.kill('SIGTERM')
        await servers[at]?.ended
        servers[at] = await startServer(at)
      }
    },
  }

  async function disturb(until: number): Promise<void> {
    const order = ['server', 'nginx', 'deploy', 'slow', 'redis', 'full'] as const
    for (let event = 0; ; event++) {
      // Some have time to be purged in full, which waits 10 s for a server that was killed.
      const rest = seconds < 60 ? 500 + below(1000) : 1000 + below(event % 3 === 2 ? 15_000 : 3000)
      if (event >= fewest && counts.answers >= enough && Date.now() + rest > until)
        return void (await setTimeout(Math.max(0, until - Date.now())))
      await setTimeout(rest)
      // Each once, then at random.
      const name = order[event] ?? (order[below(order.length)] as (typeof order)[number])
      counts.events += 1
      last = `${event}, ${name},`
      await events[name]()
      tell?.(`${name} is over; ${JSON.stringify(counts)}`)
    }
  }

  /** What each server has of each state, by itself. */
  async function compare(): Promise<void> {
    const until = Date.now() + 90_000
    while (!(await purge({ all: true })))
      if (Date.now() > until) return void found.push('no purge is complete when all is over')
    for (let id = 0; id < STATES; id++) {
      const answers = ports.map(async (port, at) => {
        const answer = await fetch(uglyUrl(`http://127.0.0.1:${port}`, `/asked/${id}`))
        const text = await answer.text()
        const isOwn = text.includes(`build ${builds[at]}.`)
        // A server that was killed in a deploy is of the newest build, and the others are.
        return isOwn ? `${answer.status} ${answer.headers.get('etag')} ${text}` : `server ${at}`
      })
      const [first = '', ...others] = await Promise.all(answers)
      const isNow = first.includes(`state ${id} version ${versions[id]}.`)
      if (!isNow || others.some((one) => one !== first))
        found.push(`state ${id} is not the same everywhere when all is over`)
    }
  }

  try {
    const work = [
      ...Array.from({ length: CLIENTS }, client),
      ...Array.from({ length: EDITORS }, (_, at) => editor(at)),
    ]
    await disturb(Date.now() + seconds * 1000)
    going = false
    await Promise.all(work)
    await compare()
  } finally {
    going = false
    for (const { process } of servers) process.kill('SIGKILL')
    await Promise.all(servers.map(({ ended }) => ended))
    await wire.close()
    await Promise.all([nginx.kill(), redis.stop(), backend.close()])
  }
  const { answers, cut, kills, deploys, slow, full, purges, complete, fresh } = counts
  const told = `${answers} answers (${fresh} of states that had been purged) by three servers of \`hashbang serve\` and three of createHandler in Express; ${kills} kills, ${deploys} deploys, Redis ${slow} times slow and ${full} times full; ${complete} complete purges of ${purges} by state, prefix, tag and all; ${cut} answers cut off by a kill; ${found.length} wrong or stale (seed ${seed})`
  return { found, counts, told }
}
