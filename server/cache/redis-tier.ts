// Shares pages through Redis or Valkey (optional peer @redis/client). An outage costs hits, never a
// response: a request's command times out after 50 ms, is not queued without a connection, and
// pauses after a few failures.
//   hashbang:page:<scope>:<hash of the address>   a record
//   hashbang:purges:<hash of the origin>          a stream
//   hashbang:readers:<hash of the origin>         ids of the servers that read the stream
//   hashbang:reader:<hash of the origin>:<id>     last entry read; expires with the server

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createClient, RESP_TYPES } from '@redis/client'
import { contentHash } from '../diagnostics/runtime/content-hash.ts'
import type { Observer } from '../observe/events.ts'
import { createBreaker } from './breaker.ts'
import { LOG_LENGTH, readPurge } from './purge-log.ts'
import { READER_LAPSE } from './purge-readers.ts'
import { recordCodec } from './record-codec.ts'
import { type Store, sharedTier } from './shared-tier.ts'
import type { Tier } from './tier.ts'

/** Times in ms. */
export interface RedisOptions {
  /** Such as `redis://localhost:6379`. */
  readonly url: string
  /** All servers of this origin share purges, whatever their build. */
  readonly origin: string
  /** Servers of another scope don't share pages. */
  readonly scope: string
  /** How long an expired page is kept. */
  readonly staleFor: number
  readonly most: number
  readonly observe: Observer
}

const TIMEOUT = 50
/** A purge may wait longer than a request. */
const PURGE_TIMEOUT = 1000
const CONNECT_TIMEOUT = 2000
const MOST_PENDING = 1000

/** No record lives longer than two years, in ms. */
const LONGEST = 2 * 365 * 86_400_000

const NAME = 'Redis'

/** Creates the tier without waiting for the connection. */
export function redisTier({ url, origin, scope, staleFor, most, observe }: RedisOptions): Tier {
  const tier = sharedTier({
    store: redisStore(url, contentHash(origin), most, observe),
    codec: recordCodec({ scope, most }),
    keyOf: (address) => `hashbang:page:${scope}:${contentHash(address)}`,
    staleFor,
    warn: (sentence) => observe({ type: 'warning', state: '', warnings: [`${NAME} ${sentence}`] }),
  })
  return { ...tier, name: NAME }
}

interface Names {
  readonly purges: string
  readonly readers: string
  readerOf(id: string): string
}

function redisStore(url: string, site: string, most: number, observe: Observer): Store {
  const purges = `hashbang:purges:${site}`
  const readers = `hashbang:readers:${site}`
  const readerOf = (id: string) => `hashbang:reader:${site}:${id}`
  const id = randomUUID()
  let isClosed = false
  /** Whether there is a connection, even before Redis has replied on it. */
  let isConnected = false
  const client = clientOf(url, () => isClosed)
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  const breaker = createBreaker({ name: NAME, timeout: TIMEOUT, observe })

  const attempt = async <T>(command: () => Promise<T>, timeout?: number): Promise<T | undefined> =>
    client.isReady ? breaker.attempt(command, timeout) : undefined
  const patiently = patientlyBy(client)

  client.on('connect', () => {
    isConnected = true
  })
  client.on('error', () => {
    isConnected = false
  })
  const fails = (error: unknown) => {
    if (!isClosed) breaker.report(false, String((error as Error).message || error))
  }
  client.on('error', fails)
  client.connect().catch(fails)

  return {
    async read(key) {
      // One batch; a connection runs its commands in order.
      const reply = await attempt(() =>
        Promise.all([binary.get(key), client.xRevRange(purges, '+', '-', { COUNT: 1 })]),
      )
      if (reply === undefined) return undefined
      const [record, last] = reply
      const usable = Buffer.isBuffer(record) && record.length <= most
      return { record: usable ? record : undefined, last: last?.[0]?.id }
    },
    async log(from, isPatient = false) {
      const command = () => client.xRange(purges, from ?? '-', '+')
      const entries = await (isPatient || from === undefined
        ? patiently(command)
        : attempt(command))
      return entries?.map(({ id, message }) => ({ id, which: readPurge(message.purge) }))
    },
    append: (which) =>
      attempt(
        () =>
          client.xAdd(
            purges,
            '*',
            { purge: which ? JSON.stringify(which) : '' },
            {
              TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: LOG_LENGTH },
            },
          ),
        which ? PURGE_TIMEOUT : TIMEOUT,
      ),
    write(key, record, lasts) {
      const value = Math.min(Math.max(1, Math.ceil(lasts)), LONGEST)
      void attempt(() => client.set(key, record, { expiration: { type: 'PX', value } }))
    },
    drop(key) {
      void attempt(() => client.del(key))
    },
    readers: readersIn(client, { purges, readers, readerOf }, id),
    ready(told, away) {
      client.on('ready', told)
      client.on('error', away)
    },
    close() {
      isClosed = true
      if (!client.isReady && client.isOpen) {
        // Destroying a client that is still connecting would leave its connection open and keep the
        // process alive.
        if (isConnected) client.destroy()
        else client.once('connect', () => setImmediate(() => client.isOpen && client.destroy()))
        return
      }
      if (!client.isReady) return
      // Nothing waits for this server's sign-off.
      void attempt(() => Promise.all([client.del(readerOf(id)), client.sRem(readers, id)])).finally(
        () => client.destroy(),
      )
    },
  }
}

const clientOf = (url: string, isClosed: () => boolean) =>
  createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_PENDING,
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      reconnectStrategy: (attempt) =>
        isClosed() ? false : Math.min(50 * 2 ** Math.min(attempt, 6), 2000),
    },
  })

/** For commands that no request waits for: a slow reply is no fault and opens no breaker. */
const patientlyBy =
  (client: ReturnType<typeof clientOf>) =>
  <T>(command: () => Promise<T>): Promise<T | undefined> =>
    client.isReady
      ? Promise.race([command(), setTimeout(PURGE_TIMEOUT, undefined, { ref: false })]).catch(
          () => undefined,
        )
      : Promise.resolve(undefined)

/** The servers that read the log of purges. */
function readersIn(
  client: ReturnType<typeof clientOf>,
  { purges, readers, readerOf }: Names,
  id: string,
): Store['readers'] {
  const patiently = patientlyBy(client)

  return {
    async last() {
      const last = await patiently(() => client.xRevRange(purges, '+', '-', { COUNT: 1 }))
      return last && (last[0]?.id ?? null)
    },
    async report(last) {
      const expiration = { type: 'PX', value: READER_LAPSE } as const
      const written = await patiently(() =>
        // In this order: an id without a position is removed as one of a dead server.
        Promise.all([client.set(readerOf(id), last, { expiration }), client.sAdd(readers, id)]),
      )
      return written !== undefined
    },
    async all() {
      const ids = await patiently(() => client.sMembers(readers))
      // If this server is missing, others may be missing too.
      if (!ids?.includes(id)) return undefined
      const lasts = await patiently(() => client.mGet(ids.map(readerOf)))
      const gone = ids.filter((_, at) => lasts?.[at] === null)
      if (gone.length > 0) void patiently(() => client.sRem(readers, gone))
      return lasts?.filter((last) => last !== null)
    },
  }
}
