// Shares pages and purges through Redis or Valkey (optional peer @redis/client), for the server.
//   hashbang:page:<scope>:<hash of the address>   a record
//   hashbang:generations:<hash of the origin>     tags, sorted by generation, of all builds

import { createClient, RESP_TYPES } from '@redis/client'
import { contentHash } from '../diagnostics/runtime/hash.ts'
import type { StoreEvent } from './cache.ts'
import { MOST_TAGS, OBEYED_WITHIN_MS, type Raised } from './generations.ts'
import { openSharedPages, type SharedPages, type Store } from './shared-pages.ts'
import { ALL } from './tags.ts'

/** Times in ms. */
export interface RedisOptions {
  readonly url: string
  /** Servers of one origin share purges, whatever their build. */
  readonly origin: string
  /** Servers of one scope share pages. */
  readonly scope: string
  readonly staleFor: number
  /** Bytes of a page. */
  readonly most: number
  readonly observe: (event: StoreEvent) => void
}

const READ_TIMEOUT_MS = 50
const CONNECT_TIMEOUT_MS = 2000
/** A silent connection is opened anew. */
const SILENCE_MS = 5000
const MOST_PENDING = 1000

const LONGEST_MS = 2 * 365 * 86_400_000

const NAME = 'Redis'

/**
 * Raises tags (ARGV from 2 on) and returns the tags from a generation (ARGV 1) on. A Redis without
 * the mark of its process may have lost purges: the first look purges everything.
 */
const EXCHANGE = `
local tags, known = KEYS[1], ARGV[1]
local raised = {' ' .. (string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or '')}
local isKnown = redis.call('ZSCORE', tags, raised[1])
for at = 2, #ARGV do raised[at] = ARGV[at] end
if not isKnown then raised[#raised + 1] = '${ALL}' end
if #raised > 1 then
  local top = redis.call('ZREVRANGE', tags, 0, 0, 'WITHSCORES')[2] or 0
  local time = redis.call('TIME')
  local micros = time[1] * 1000000 + time[2]
  local generation = string.format('%.0f', math.max(top, known, micros) + 1)
  for _, tag in ipairs(raised) do redis.call('ZADD', tags, generation, tag) end
  local excess = redis.call('ZCARD', tags) - ${MOST_TAGS}
  if excess > 0 then
    local gone = redis.call('ZPOPMIN', tags, excess)
    redis.call('ZADD', tags, 'GT', gone[#gone], '${ALL}')
  end
end
return redis.call('ZRANGEBYSCORE', tags, known, '+inf', 'WITHSCORES')`

/** Does not wait for the connection. */
export const openRedis = ({ url, origin, scope, observe, ...limits }: RedisOptions): SharedPages =>
  openSharedPages({
    ...limits,
    name: NAME,
    store: redisStore(url, `hashbang:generations:${contentHash(origin)}`, observe),
    keyOf: (address) => `hashbang:page:${scope}:${contentHash(address)}`,
    warn: (sentence) => observe({ type: 'warning', state: '', warnings: [`${NAME} ${sentence}`] }),
  })

const WITHOUT_REDIS =
  'Start it, or correct "redis.url". Until then, each server keeps its pages in its own memory'

function redisStore(url: string, tags: string, observe: (event: StoreEvent) => void): Store {
  const { client, close } = connect(url, (error) => report(messageOf(error)))
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  let works = true
  /** True from a read that timed out to the next reply. */
  let isSlow = false

  /** Reports the first fault, and the first reply after faults. */
  function report(fault?: string): void {
    const isReply = fault === undefined
    if (works === isReply) return
    works = isReply
    observe({ type: 'tier', name: NAME, works, why: isReply ? '' : `${fault}. ${WITHOUT_REDIS}` })
  }

  function readTimeout(): Promise<undefined> {
    return new Promise((resolve) => {
      const giveUp = () => {
        isSlow = true
        resolve(undefined)
      }
      // The reply of a Redis that was in time comes first, even if this thread was busy.
      setTimeout(() => setImmediate(giveUp), READ_TIMEOUT_MS).unref()
    })
  }

  return {
    close,
    async exchange(since, raised) {
      if (!client.isReady) return undefined
      const reportSilence = () => report(`no reply within ${OBEYED_WITHIN_MS} ms`)
      const timer = setTimeout(reportSilence, OBEYED_WITHIN_MS).unref()
      try {
        const call = { keys: [tags], arguments: [String(since), ...raised] }
        const reply = (await client.eval(EXCHANGE, call)) as string[]
        isSlow = false
        report()
        return pairsOf(reply)
      } catch (error) {
        report(messageOf(error))
        return undefined
      } finally {
        clearTimeout(timer)
      }
    },
    async read(key) {
      if (!client.isReady || isSlow) return undefined
      const record = await Promise.race([binary.get(key), readTimeout()]).catch(() => undefined)
      return Buffer.isBuffer(record) ? record : undefined
    },
    write(key, record, lasts) {
      if (!client.isReady) return
      const value = Math.min(Math.max(1, Math.ceil(lasts)), LONGEST_MS)
      client.set(key, record, { expiration: { type: 'PX', value } }).catch(() => undefined)
    },
    drop(key) {
      if (client.isReady) client.del(key).catch(() => undefined)
    },
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error)

const pairsOf = (reply: readonly string[]): Raised[] =>
  Array.from({ length: reply.length / 2 }, (_, index) => [
    reply[2 * index] as string,
    Number(reply[2 * index + 1]),
  ])

/** Connects, and again after each failure, until it is closed. */
function connect(url: string, onError: (error: unknown) => void) {
  let isClosed = false
  /** True also before Redis has replied on the connection. */
  let isConnected = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_PENDING,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (attempt) =>
        isClosed ? false : Math.min(50 * 2 ** Math.min(attempt, 6), 2000),
    },
  })
  const fails = (error: unknown) => {
    isConnected = false
    if (!isClosed) onError(error)
  }
  client.on('error', fails)
  client.on('connect', () => {
    isConnected = true
  })
  client.connect().catch(fails)

  function close(): void {
    isClosed = true
    if (!client.isOpen) return
    // A client that still connects would leave its connection open.
    if (client.isReady || isConnected) client.destroy()
    else client.once('connect', () => setImmediate(() => client.isOpen && client.destroy()))
  }

  return { client, close }
}
