/**
 * A fleet of three servers that share a Redis, behind nginx, under load, while parts of it are killed at random and
 * started again. Each page says which version of its data it shows. Wrong is: a page of another state, a version from before a
 * purge that had returned as complete when it was asked for, a status of 5xx, an answer that breaks off while nobody on its way was
 * killed; and caches that do not give the same bytes when all is over.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '../bench/report.ts'
import { spawnSite } from '../fixtures/site/child.ts'
import { type Nginx, startNginx } from '../fixtures/site/nginx.ts'
import { type Redis, startRedis } from '../fixtures/site/redis.ts'
import { startBackend, uglyUrl } from '../fixtures/site/site.ts'
import { freePort } from '../free-port.ts'
import { ensureProgram } from '../run/programs.ts'

const STATES = 20
const CLIENTS = 6
const EDITORS = 4
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
  /** It goes on until so many were killed. Default: 0. */
  readonly kills?: number
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
    }
  }`

/** Runs it; the fleet is gone when it resolves. */
export async function runFleet({
  seconds,
  kills: fewest = 0,
  seed,
  tell,
}: FleetOptions): Promise<FleetResult> {
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const redisProgram = ensureProgram('redis-server') ?? ''
  const nginxProgram = ensureProgram('nginx', 'nginx-light') ?? ''
  const found: string[] = []
  const counts = { answers: 0, cut: 0, kills: 0, purges: 0, complete: 0, unanswered: 0, fresh: 0 }

  const backend = await startBackend()
  const redisPort = await freePort()
  let redis: Redis = await startRedis(redisProgram, [], redisPort)
  const ports = [await freePort(), await freePort(), await freePort()]

  async function startServer(at: number) {
    const flags = ['--config', CONFIG, '--redis', redis.url, '--port', `${ports[at]}`]
    const child = spawnSite(flags, { PURGE_TOKEN: TOKEN })
    await child.said('serving')
    return child
  }
  const servers = await Promise.all(ports.map((_, at) => startServer(at)))
  let nginx: Nginx = await startNginx(nginxProgram, () => upstreams(ports))
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
      const [floor, cutsBefore] = [least[id] as number, cuts]
      try {
        const answer = await fetch(uglyUrl(nginx.url, `/asked/${id}`), {
          signal: AbortSignal.timeout(60_000),
        })
        const text = await answer.text()
        const [, state, version] = /state (\d+) version (\d+)\./.exec(text) ?? []
        counts.answers += 1
        if (answer.status !== 200)
          found.push(`state ${id} was answered ${answer.status}: ${text.slice(0, 200)}`)
        else if (Number(state) !== id) found.push(`state ${id} was answered with state ${state}`)
        else if (Number(version) < floor)
          found.push(
            `state ${id} was answered with version ${version}, ${floor} was purged for; ${last} was killed last`,
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
      const answer = await fetch(`http://127.0.0.1:${ports[below(3)]}/_hashbang/purge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify(which),
        signal: AbortSignal.timeout(60_000),
      })
      await answer.text()
      if (answer.status !== 200 && answer.status !== 202)
        found.push(`a purge was answered ${answer.status}`)
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
      const version = (versions[id] as number) + 1
      versions[id] = version
      show(id)
      while (going && !(await purge({ state: `/asked/${id}` })));
      if (going) least[id] = version
    }
  }

  const parts = {
    async server() {
      const at = below(3)
      cuts += 1
      servers[at]?.process.kill('SIGKILL')
      await servers[at]?.ended
      await setTimeout(below(1000))
      servers[at] = await startServer(at)
    },
    async redis() {
      await redis.stop()
      await setTimeout(below(1000))
      redis = await startRedis(redisProgram, [], redisPort)
    },
    async nginx() {
      isDown = true
      await nginx.kill()
      nginx = await startNginx(nginxProgram, () => upstreams(ports))
      isDown = false
      cuts += 1
    },
  }

  async function killer(until: number): Promise<void> {
    const names = ['server', 'nginx', 'redis', 'server'] as const
    for (let kill = 0; ; kill++) {
      // Some have time to be purged in full, which waits 10 s for a server that was killed.
      const rest = seconds < 60 ? 500 + below(1000) : 1000 + below(kill % 3 === 2 ? 15_000 : 3000)
      if (kill >= fewest && Date.now() + rest > until)
        return void (await setTimeout(Math.max(0, until - Date.now())))
      await setTimeout(rest)
      // Each once, then at random.
      const name = names[kill] ?? (names[below(names.length)] as (typeof names)[number])
      counts.kills += 1
      last = `${kill}, ${name},`
      await parts[name]()
      tell?.(`${name} was killed and is back; ${JSON.stringify(counts)}`)
    }
  }

  /** What each server has of each state, by itself. */
  async function compare(): Promise<void> {
    const until = Date.now() + 90_000
    while (!(await purge({ all: true })))
      if (Date.now() > until) return void found.push('no purge is complete when all is over')
    for (let id = 0; id < STATES; id++) {
      const answers = ports.map(async (port) => {
        const answer = await fetch(uglyUrl(`http://127.0.0.1:${port}`, `/asked/${id}`))
        return `${answer.status} ${answer.headers.get('etag')} ${await answer.text()}`
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
    await killer(Date.now() + seconds * 1000)
    going = false
    await Promise.all(work)
    await compare()
  } finally {
    going = false
    for (const { process } of servers) process.kill('SIGKILL')
    await Promise.all(servers.map(({ ended }) => ended))
    await Promise.all([nginx.kill(), redis.stop(), backend.close()])
  }
  const { answers, cut, kills, purges, complete, fresh } = counts
  const told = `seed ${seed}: ${kills} kills, ${answers} answers (${fresh} of states that had been purged), ${cut} cut off by a kill, ${complete} complete purges of ${purges}`
  return { found, counts, told }
}
