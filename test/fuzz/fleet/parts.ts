/**
 * The parts of a fleet: nine servers by three doors, a Redis with a wire to each of them, and nginx
 * with a cache before them.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Child, SERVE, spawnServer } from '../../fixtures/site/child.ts'
import { type Nginx, startNginx } from '../../fixtures/site/nginx.ts'
import { layWire, type Redis, startRedis, type Wire } from '../../fixtures/site/redis.ts'
import { freePort } from '../../free-port.ts'
import { listening } from '../../listening.ts'

const file = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/fleet/${name}`, import.meta.url))

const DOORS = {
  'hashbang serve': [...SERVE, '--config', file('hashbang.config.js')],
  createHandler: [file('embedded.js')],
  startServer: [file('started.js')],
} as const
export type Door = keyof typeof DOORS
const EACH = 3

export class Uptime {
  #falls = 0
  isUp = false

  fall(): void {
    this.#falls += 1
    this.isUp = false
  }

  /** Starts to watch. @returns Whether it was down at any time since. */
  watch(): () => boolean {
    const { isUp } = this
    const falls = this.#falls
    return () => !isUp || falls !== this.#falls
  }
}

export interface FleetServer {
  readonly door: Door
  readonly port: number
  readonly url: string
  readonly wire: Wire
  readonly uptime: Uptime
  build: number
  child: Child
  isAlone: boolean
}

/**
 * The backend of the loaders; slow as long as `delay` is set, and then with the data of the time of
 * the request.
 */
export async function startSource(text: (path: string) => string) {
  let delay = 0
  const { origin, close } = await listening(async (req, res) => {
    const body = text(req.url ?? '')
    await setTimeout(delay)
    res.end(body)
  })
  const slow = (ms: number) => {
    delay = ms
  }
  return { url: origin, slow, close: () => void close() }
}

/**
 * As docs/guides/deploy.md has it. Only brief pages are kept: of the others it would hear no purge
 * for an hour.
 */
const nginxConfig = (ports: readonly number[]) => (folder: string) =>
  `
  proxy_cache_path ${folder}/cache keys_zone=snapshots:10m use_temp_path=off;
  upstream hashbang {
    ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 32;
  }
  map $args $uncached { default 1; ~brief 0; }
  server {
    listen PORT;
    keepalive_requests 100000000;
    location / {
      proxy_pass http://hashbang;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_next_upstream error timeout http_502 http_504;
      proxy_cache snapshots;
      proxy_cache_lock on;
      proxy_cache_background_update on;
      proxy_cache_bypass $uncached;
      proxy_no_cache $uncached;
      add_header x-upstream $upstream_addr always;
      add_header x-cache $upstream_cache_status always;
    }
  }`

export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** @param died Receives the end of a server that nobody has ended. */
export async function startFleet(source: string, died: (what: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-fleet-'))
  const token = randomUUID()
  const redisPort = await freePort()
  let redis: Redis = await startRedis(redisPort)
  const servers: FleetServer[] = []
  const nginxUptime = new Uptime()
  let nginx: Nginx | undefined
  let build = 1
  const goneAt = new Map<number, number>()

  async function start(server: FleetServer): Promise<void> {
    const child = spawnServer(DOORS[server.door], {
      ...{ PORT: `${server.port}`, BUILD: `${build}`, BACKEND: source, FOLDER: folder },
      ...{ PURGE_TOKEN: token, REDIS_URL: server.wire.url },
    })
    server.child = child
    await child.said('serving')
    const before = server.build
    server.build = build
    if (servers.every((one) => one.build !== before)) goneAt.set(before, Date.now())
    server.uptime.isUp = true
    const wasDown = server.uptime.watch()
    void child.ended.then((code) => {
      if (!wasDown()) died(`a server by ${server.door} ended with ${code}: ${child.errors()}`)
    })
  }

  async function end(server: FleetServer, signal: 'SIGKILL' | 'SIGTERM') {
    server.uptime.fall()
    server.child.process.kill(signal)
    return server.child.ended
  }

  for (const door of Object.keys(DOORS) as Door[])
    for (let n = 0; n < EACH; n++) {
      const port = await freePort()
      const [wire, url] = [await layWire(redisPort), `http://127.0.0.1:${port}`]
      const uptime = new Uptime()
      servers.push({
        ...{ door, port, url, wire, uptime, build, isAlone: false },
        child: undefined as never,
      })
    }
  // A run that is given up leaves no program behind.
  const killAll = () => {
    const children = [
      redis.process.pid,
      nginx?.pid,
      ...servers.map(({ child }) => child?.process.pid),
    ]
    for (const pid of children) if (pid) kill(pid)
  }
  process.once('exit', killAll)
  await Promise.all(servers.map(start))
  const config = nginxConfig(servers.map(({ port }) => port))
  nginx = await startNginx(config)
  nginxUptime.isUp = true

  return {
    ...{ servers, token, nginxUptime, start, end },
    get redis() {
      return redis
    },
    get nginxUrl() {
      return nginx?.url ?? ''
    },
    /** Whether a server of this build was there at that time or later. */
    wasThere: (one: number, at: number) => one <= build && (goneAt.get(one) ?? at) >= at,
    nextBuild() {
      build += 1
    },
    async loseRedis(downFor: number) {
      await redis.stop()
      await setTimeout(downFor)
      redis = await startRedis(redisPort)
    },
    async loseNginx() {
      nginxUptime.fall()
      await nginx?.kill()
      nginx = await startNginx(config)
      nginxUptime.isUp = true
    },
    async close() {
      for (const server of servers) server.child.process.kill('SIGCONT')
      await Promise.all(servers.map((server) => end(server, 'SIGKILL')))
      await Promise.all([nginx?.kill(), redis.stop(), ...servers.map(({ wire }) => wire.close())])
      rmSync(folder, { recursive: true, force: true })
      process.off('exit', killAll)
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
