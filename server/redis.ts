// The tier of the cache that several servers share: Redis or Valkey, through the optional peer @redis/client.
// In: addresses and pages. Out: pages, or nothing when it is down, slow, full, or has something else there.
// An outage costs hits, never an answer: no command waits for longer than 50 ms, none is queued while
// there is no connection, and after a few failures none is sent for a while.

import { createHash } from 'node:crypto'
import { createClient, RESP_TYPES } from '@redis/client'
import type { Observer } from './events.ts'
import { readRecord, writeRecord } from './record.ts'
import type { Tier } from './tier.ts'

/** Settings of the tier. Times in ms. */
export interface RedisOptions {
  /** Such as `redis://localhost:6379`. */
  readonly url: string
  /** Pages of another build are others' pages. */
  readonly build: string
  /** For how long after its time a page is still kept. */
  readonly staleFor: number
  /** How many bytes a page may have. */
  readonly most: number
  readonly observe: Observer
}

const TIMEOUT = 50
const CONNECT_TIMEOUT = 2000
const MOST_PENDING = 1000

/** After so many failures in a row, nothing is asked for so many ms. */
const FAILURES = 3
const PAUSE = 1000

const NAME = 'Redis'

/** Makes the tier; does not wait for the connection. */
export function redisTier({ url, build, staleFor, most, observe }: RedisOptions): Tier {
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
  let failures = 0
  let pausedUntil = 0
  let works = true

  function report(now: boolean, why: string): void {
    if (works === now) return
    works = now
    observe({ type: 'tier', name: NAME, works, why })
  }

  function failed(error: unknown): void {
    failures += 1
    if (failures >= FAILURES) pausedUntil = performance.now() + PAUSE
    report(false, error instanceof Error ? error.message || error.name : String(error))
  }

  /** Gives up on it after a while. Its late reply is taken by its own promise, so it is nobody else's. */
  async function attempt<T>(command: () => Promise<T>): Promise<T | undefined> {
    if (!client.isReady || performance.now() < pausedUntil) return undefined
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no reply within ${TIMEOUT} ms`)), TIMEOUT)
    })
    try {
      const reply = await Promise.race([command(), late])
      failures = 0
      report(true, '')
      return reply
    } catch (error) {
      failed(error)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  client.on('error', (error) => report(false, String((error as Error).message || error)))
  client.connect().catch((error) => report(false, String(error)))

  const place = (key: string) =>
    `hashbang:1:${build}:${createHash('sha256').update(key).digest('base64url')}`

  return {
    async get(address) {
      const record = await attempt(() => binary.get(place(address.key)))
      return Buffer.isBuffer(record) && record.length <= most
        ? readRecord(address, build, record, most)
        : undefined
    },
    put(address, page) {
      void (async () => {
        const record = await writeRecord(address, build, page)
        const PX = Math.max(1, Math.ceil(page.maxAge + staleFor))
        await attempt(() =>
          client.set(place(address.key), record, { expiration: { type: 'PX', value: PX } }),
        )
      })().catch(failed)
    },
    drop(address) {
      void attempt(() => client.del(place(address.key)))
    },
    async close() {
      if (client.isOpen) client.destroy()
    },
  }
}
