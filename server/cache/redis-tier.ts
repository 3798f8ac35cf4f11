// The store that several servers share: Redis or Valkey, through the optional peer @redis/client.
// In: keys, records, purges. Out: what is there, or nothing when it is down, slow or full.
// An outage costs hits, never an answer: no command of a request waits for longer than 50 ms, none is
// queued while there is no connection, and after a few failures none is sent for a while.
//
//   hashbang:page:<scope>:<hash of the address>   a record     hashbang:purges:<hash of the origin>   a stream
//   hashbang:readers:<hash of the origin>         ids of the servers that read the stream
//   hashbang:reader:<hash of the origin>:<id>     up to which entry; gone when it is

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createClient, RESP_TYPES } from '@redis/client'
import type { Observer } from '../observe/events.ts'
import { contentHash } from '../runtime/content-hash.ts'
import { createBreaker } from './breaker.ts'
import { LOG_LENGTH, readPurge } from './purge-log.ts'
import { READER_LAPSE } from './purge-readers.ts'
import { recordCodec } from './record-codec.ts'
import { type Store, sharedTier } from './shared-tier.ts'
import type { Tier } from './tier.ts'

/** Settings of the tier. Times in ms. */
export interface RedisOptions {
  /** Such as `redis://localhost:6379`. */
  readonly url: string
  /** Signs records; see `RecordOptions`. */
  readonly key?: string | undefined
  /** Purges are those of all servers of this origin, whatever their build. */
  readonly origin: string
  /** Pages of another scope are others' pages. */
  readonly scope: string
  /** For how long after its time a page is still kept. */
  readonly staleFor: number
  /** How many bytes a page may have. */
  readonly most: number
  readonly observe: Observer
}

const TIMEOUT = 50
/** A purge is worth waiting for. */
const PURGE_TIMEOUT = 1000
const CONNECT_TIMEOUT = 2000
const MOST_PENDING = 1000

/** Nothing is kept for longer than two years, in ms. */
const LONGEST = 2 * 365 * 86_400_000

const NAME = 'Redis'

/** Creates the tier; does not wait for the connection. */
export function redisTier({
  url,
  key,
  origin,
  scope,
  staleFor,
  most,
  observe,
}: RedisOptions): Tier {
  const tier = sharedTier({
    store: redisStore(url, contentHash(origin), most, observe),
    codec: recordCodec({ scope, key, most }),
    keyOf: (address) => `hashbang:page:${scope}:${contentHash(address)}`,
    staleFor,
    warn: (sentence) => observe({ type: 'warning', state: '', warnings: [`${NAME} ${sentence}`] }),
  })
  return { ...tier, name: NAME }
}

function redisStore(url: string, site: string, most: number, observe: Observer): Store {
  const purges = `hashbang:purges:${site}`
  const readers = `hashbang:readers:${site}`
  const readerOf = (id: string) => `hashbang:reader:${site}:${id}`
  const id = randomUUID()
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_PENDING,
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2000),
    },
  })
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  const breaker = createBreaker({ name: NAME, timeout: TIMEOUT, observe })

  const attempt = async <T>(command: () => Promise<T>, timeout?: number): Promise<T | undefined> =>
    client.isReady ? breaker.attempt(command, timeout) : undefined

  /** For what no request waits for: slow is no fault then, and says nothing of how Redis is. */
  const patiently = <T>(command: () => Promise<T>): Promise<T | undefined> =>
    client.isReady
      ? Promise.race([command(), setTimeout(PURGE_TIMEOUT, undefined, { ref: false })]).catch(
          () => undefined,
        )
      : Promise.resolve(undefined)

  client.on('error', (error) => breaker.report(false, String((error as Error).message || error)))
  client.connect().catch((error) => breaker.report(false, String(error)))

  return {
    async read(key) {
      // In one go; commands of one connection are carried out in their order.
      const reply = await attempt(() =>
        Promise.all([binary.get(key), client.xRevRange(purges, '+', '-', { COUNT: 1 })]),
      )
      if (reply === undefined) return undefined
      const [record, last] = reply
      const usable = Buffer.isBuffer(record) && record.length <= most
      return { record: usable ? record : undefined, last: last?.[0]?.id }
    },
    async log(from) {
      const entries = await attempt(
        () => client.xRange(purges, from ?? '-', '+'),
        from === undefined ? PURGE_TIMEOUT : TIMEOUT,
      )
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
    readers: {
      async last() {
        const last = await patiently(() => client.xRevRange(purges, '+', '-', { COUNT: 1 }))
        return last && (last[0]?.id ?? null)
      },
      async report(last) {
        const expiration = { type: 'PX', value: READER_LAPSE } as const
        const told = await patiently(() =>
          Promise.all([client.sAdd(readers, id), client.set(readerOf(id), last, { expiration })]),
        )
        return told !== undefined
      },
      async all() {
        const ids = await patiently(() => client.sMembers(readers))
        // Where this server itself is not known, others may not be either.
        if (!ids?.includes(id)) return undefined
        const lasts = await patiently(() => client.mGet(ids.map(readerOf)))
        const gone = ids.filter((_, at) => lasts?.[at] === null)
        if (gone.length > 0) void patiently(() => client.sRem(readers, gone))
        return lasts?.filter((last) => last !== null)
      },
    },
    ready(told, away) {
      client.on('ready', told)
      client.on('error', away)
    },
    close() {
      if (!client.isReady) return client.isOpen ? client.destroy() : undefined
      // Nobody has to wait for one that says that it goes.
      void attempt(() => Promise.all([client.del(readerOf(id)), client.sRem(readers, id)])).finally(
        () => client.destroy(),
      )
    },
  }
}
