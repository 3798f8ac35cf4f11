/** The events of a fleet. Each event is over when it resolves: the part is back. */
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Fleet, FleetServer, startSource } from './parts.ts'

export interface EventParts {
  readonly fleet: Fleet
  readonly source: Awaited<ReturnType<typeof startSource>>
  readonly below: (most: number) => number
}

type Event = (parts: EventParts) => Promise<void>

const anyOf = ({ fleet: { servers }, below }: EventParts): FleetServer =>
  servers[below(servers.length)] as FleetServer

const aWhile = ({ below }: EventParts): Promise<void> => setTimeout(2000 + below(3000))

async function alone(server: FleetServer, parts: EventParts): Promise<void> {
  server.isAlone = true
  await aWhile(parts)
  server.isAlone = false
}

async function setMemory(url: string, most: string): Promise<void> {
  const admin = createClient({ url })
  admin.on('error', () => undefined)
  await admin.connect()
  await admin.configSet('maxmemory', most)
  admin.destroy()
}

export const EVENTS = {
  async kill(parts) {
    const server = anyOf(parts)
    await parts.fleet.end(server, 'SIGKILL')
    await setTimeout(parts.below(1000))
    await parts.fleet.start(server)
  },
  async stall(parts) {
    const { process } = anyOf(parts).child
    process.kill('SIGSTOP')
    await aWhile(parts)
    process.kill('SIGCONT')
  },
  async sever(parts) {
    const server = anyOf(parts)
    server.wire.sever()
    await alone(server, parts)
    server.wire.mend()
  },
  /** A server hears nothing of Redis, though it is connected. */
  async hold(parts) {
    const server = anyOf(parts)
    server.wire.hold()
    await alone(server, parts)
    server.wire.release()
  },
  async deploy({ fleet }) {
    fleet.nextBuild()
    for (const server of fleet.servers) {
      await fleet.end(server, 'SIGTERM')
      await fleet.start(server)
    }
  },
  async redis({ fleet, below }) {
    await fleet.loseRedis(below(2000))
  },
  async pause(parts) {
    const { process } = parts.fleet.redis
    process.kill('SIGSTOP')
    await aWhile(parts)
    process.kill('SIGCONT')
  },
  async slow(parts) {
    const ms = 20 + parts.below(400)
    for (const { wire } of parts.fleet.servers) wire.delay(ms)
    await aWhile(parts)
    for (const { wire } of parts.fleet.servers) wire.delay(0)
  },
  async full(parts) {
    const { url } = parts.fleet.redis
    await setMemory(url, '1')
    await aWhile(parts)
    await setMemory(url, '0')
  },
  async nginx({ fleet }) {
    await fleet.loseNginx()
  },
  /** Loaders get their data up to two seconds after it was read. */
  async source(parts) {
    parts.source.slow(200 + parts.below(1800))
    await aWhile(parts)
    parts.source.slow(0)
  },
} satisfies Readonly<Record<string, Event>>

export type EventName = keyof typeof EVENTS
