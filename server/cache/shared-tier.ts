// Shares pages between servers through a byte store with a purge log. Each record names the last
// purge known before its render, so every reader detects a stale page, even one written late.
// While a purge waits for an unreachable store, the tier neither reads nor writes pages.

import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from '../diagnostics/runtime/clock.ts'
import { tagsOf } from '../http/cache-tags.ts'
import type { CacheKey } from './cache-key.ts'
import type { Purge } from './purge.ts'
import { createPurgeLog, type LogEntry, timeOf } from './purge-log.ts'
import { createReaders, type ReaderBook } from './purge-readers.ts'
import type { RecordCodec } from './record-codec.ts'
import type { OnPurge, Stored, Tier } from './tier.ts'

/** The store. Its methods never reject; undefined: no reply in time. */
export interface Store {
  /** Returns the record of a key, and the last log entry read after it. */
  read(key: string): Promise<StoreReply | undefined>
  /**
   * Returns the log from an entry on, including it; without one, the whole log.
   * @param isPatient No request waits for it: a slow reply is none too late.
   */
  log(from: string | undefined, isPatient?: boolean): Promise<readonly LogEntry[] | undefined>
  /** Appends an entry to the log. @returns Its id. */
  append(which: Purge | undefined): Promise<string | undefined>
  /** Runs in the order of the calls. @param lasts In ms. */
  write(key: string, record: Buffer, lasts: number): void
  drop(key: string): void
  readonly readers: ReaderBook
  /**
   * Calls `told` when the store becomes reachable, for the first time or again, and `away` when it
   * becomes unreachable.
   */
  ready(told: () => void, away: () => void): void
  close(): void
}

export interface StoreReply {
  readonly record: Buffer | undefined
  readonly last: string | undefined
}

export interface SharedOptions {
  readonly store: Store
  readonly codec: RecordCodec
  readonly keyOf: (address: string) => string
  /** How long an expired page is kept, in ms. */
  readonly staleFor: number
  readonly warn: (sentence: string) => void
  /** Default: the system clock. */
  readonly clock?: Clock
}

/**
 * Purges that wait for an unreachable store; beyond this, one purge of everything replaces them.
 */
const MOST_UNSENT = 100

/** How often a purge is sent if the store may have lost it. */
const TRIES = 3

/** ms that a request waits for the whole log. */
const STORE_DEADLINE = 50

export function sharedTier(options: SharedOptions): Tier {
  const { store, codec, keyOf, staleFor, warn, clock = systemClock } = options
  const log = createPurgeLog()
  const readers = createReaders(store.readers, clock, readOn, log.reaches)
  const unsent: Purge[] = []
  /** Purges that may not have reached every server. */
  const doubtful: Purge[] = []
  const own = new Set<string>()
  const puts = new Map<string, object>()
  const watchers: OnPurge[] = []
  let sending: Promise<boolean> | undefined
  let starting: Promise<string | undefined> | undefined
  let loading: Promise<void> | undefined
  let warned = false
  let sent = ''

  async function sendFirst(): Promise<boolean> {
    const id = await store.append(unsent[0])
    if (id === undefined) return false
    own.add(id)
    sent = id
    unsent.shift()
    return true
  }

  async function send(): Promise<boolean> {
    while (unsent.length > 0) {
      sending ??= sendFirst().finally(() => {
        sending = undefined
      })
      if (!(await sending)) return false
    }
    return true
  }

  function learn(entries: readonly LogEntry[]): void {
    for (const entry of log.take(entries)) {
      if (own.delete(entry.id) || entry.which === undefined) continue
      for (const watch of watchers) watch(entry.which, timeOf(entry))
    }
  }

  /** Reads the whole log. The log may be long, so a request waits only briefly. */
  function load(): Promise<void> {
    loading ??= store.log(undefined).then((entries = []) => {
      loading = undefined
      learn(entries)
    })
    return loading
  }

  /** Reads the log at least up to this entry. @returns Whether it succeeded. */
  async function catchUp(to: string, isPatient = false): Promise<boolean> {
    if (log.reaches(to)) return true
    const from = log.last
    const entries = from === undefined ? undefined : await store.log(from, isPatient)
    if (from !== undefined && entries === undefined) return false
    if (entries?.[0] && entries[0].id === from) learn(entries)
    else if (isPatient) await load()
    else await Promise.race([load(), setTimeout(STORE_DEADLINE, undefined, { ref: false })])
    return log.reaches(to)
  }

  function begin(): Promise<string | undefined> {
    starting ??= store.append(undefined).finally(() => {
      starting = undefined
    })
    return starting
  }

  /**
   * Reads the log to its end, however slow the store is: a server that stops reading counts as dead
   * after a while, and purges no longer wait for it. @returns The last entry, `0-0` for an empty
   * log; undefined on failure.
   */
  async function readOn(): Promise<string | undefined> {
    const last = await store.readers.last()
    if (last === null) return log.last ?? '0-0'
    return last !== undefined && (await catchUp(last, true)) ? log.last : undefined
  }

  /** Decodes a record; returns no page that was purged since. */
  async function readPage(address: CacheKey, record: Buffer): Promise<Stored | undefined> {
    const found = await codec.read(address, record)
    if (!found && !warned) {
      warned = true
      warn('has a record that this server cannot use: it is damaged')
    }
    return found && log.holds(address, found.generation, tagsOf(found.page.entry))
      ? found.page
      : undefined
  }

  function queuePurge(which: Purge): void {
    if (unsent.length >= MOST_UNSENT) unsent.splice(1, unsent.length, {})
    else unsent.push(which)
  }

  const connected = () => {
    readers.connected()
    for (const which of doubtful.splice(0)) queuePurge(which)
    void send()
    void load()
  }
  store.ready(connected, () => readers.away())

  return {
    async get(address) {
      if (unsent.length > 0) {
        void send()
        return {}
      }
      const reply = await store.read(keyOf(address.key))
      if (reply === undefined) return {}
      const { record, last } = reply
      if (last === undefined) return { generation: await begin() }
      if (!(await catchUp(last))) return {}
      return { page: record && (await readPage(address, record)), generation: last }
    },
    put(address, page, generation) {
      const key = keyOf(address.key)
      const put = {}
      puts.set(key, put)
      codec
        .write(address, page, generation)
        .then((record) => {
          // A newer write or drop of this key wins.
          if (puts.get(key) === put) store.write(key, record, page.maxAge + staleFor)
        })
        .catch((error) => warn(`could not store a page: ${error}`))
        .finally(() => {
          if (puts.get(key) === put) puts.delete(key)
        })
    },
    drop(address) {
      const key = keyOf(address.key)
      puts.delete(key)
      store.drop(key)
    },
    async purge(which) {
      for (let tried = 0; tried < TRIES; tried++) {
        queuePurge(which)
        if (!(await send())) return false
        const reached = await readers.reached(sent)
        if (reached === true) return true
        if (reached === false) break
      }
      // Send it again after a reconnect: the store may have lost it.
      if (doubtful.length < MOST_UNSENT) doubtful.push(which)
      else doubtful.splice(0, doubtful.length, {})
      return false
    },
    watch(told) {
      watchers.push(told)
    },
    ready: () => readers.known,
    async close() {
      readers.close()
      store.close()
    },
  }
}
