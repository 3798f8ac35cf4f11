// The tier of the cache that several servers share, over any store of bytes that keeps a log of purges.
// In: addresses and pages. Out: pages that no purge in the log has covered since before they were made,
// or nothing. A purge that the store could not be told waits here, and nothing is taken or given till then.
// All look into the log several times a second and say how far they have read, so a purge ends when all have forgotten.
//
// A record names the last purge that was known before its page was begun. So a page that is put late,
// by whichever server, is found to be old by all who read it, and no purge has to find its records.

import { setTimeout } from 'node:timers/promises'
import { tagsOf } from '../http/cache-tags.ts'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Purge } from './purge.ts'
import { createPurgeLog, type LogEntry, timeOf } from './purge-log.ts'
import { createReaders, type ReaderBook } from './purge-readers.ts'
import type { RecordCodec } from './record-codec.ts'
import type { CacheKey, OnPurge, Stored, Tier } from './tier.ts'

/** Where records and the log are. No method rejects; undefined: the store could not be reached in time. */
export interface Store {
  /** The record of a key, and after that the last entry of the log. */
  read(key: string): Promise<StoreReply | undefined>
  /** The log from an entry on, that one included; all of it without one. */
  log(from: string | undefined): Promise<readonly LogEntry[] | undefined>
  /** Writes an entry at the end of the log. @returns Its id. */
  append(which: Purge | undefined): Promise<string | undefined>
  /** Commands are carried out in the order in which they are given. @param lasts In ms. */
  write(key: string, record: Buffer, lasts: number): void
  drop(key: string): void
  /** How far each server has read the log. */
  readonly readers: ReaderBook
  /** Calls `told` when the store can be reached, for the first time or again, and `away` when it cannot. */
  ready(told: () => void, away: () => void): void
  close(): void
}

/** The reply to a read. */
export interface StoreReply {
  readonly record: Buffer | undefined
  readonly last: string | undefined
}

/** Settings of the tier. */
export interface SharedOptions {
  readonly store: Store
  readonly codec: RecordCodec
  /** The store's key of an address. */
  readonly keyOf: (address: string) => string
  /** For how many ms after its time a page is still kept. */
  readonly staleFor: number
  /** Told what is wrong with what is in the store, once each. */
  readonly warn: (sentence: string) => void
  /** Default: the machine's. */
  readonly clock?: Clock
}

/** So many purges wait for a store that cannot be reached; more become one of everything. */
const MOST_UNSENT = 100

/** So often a purge is told that the store may have lost. */
const TRIES = 3

/** For how many ms a request waits for a whole log. */
const STORE_DEADLINE = 50

/** Creates the tier. */
export function sharedTier(options: SharedOptions): Tier {
  const { store, codec, keyOf, staleFor, warn, clock = systemClock } = options
  const log = createPurgeLog()
  const readers = createReaders(store.readers, clock, readOn, log.reaches)
  const unsent: Purge[] = []
  /** Those of which nobody can say whether all have heard. */
  const doubtful: Purge[] = []
  const own = new Set<string>()
  /** Which put of a key is the last. */
  const puts = new Map<string, object>()
  const watchers: OnPurge[] = []
  let sending: Promise<boolean> | undefined
  let starting: Promise<string | undefined> | undefined
  let loading: Promise<void> | undefined
  let warned = false
  /** The last entry that is this server's. */
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
      for (const told of watchers) told(entry.which, timeOf(entry))
    }
  }

  /** Reads the whole log. It may be long, so a request waits for it for a moment only. */
  function load(): Promise<void> {
    loading ??= store.log(undefined).then((entries = []) => {
      loading = undefined
      learn(entries)
    })
    return loading
  }

  /** Brings the copy of the log to this entry at least. @returns Whether it could. */
  async function catchUp(to: string): Promise<boolean> {
    if (log.reaches(to)) return true
    const from = log.last
    const entries = from === undefined ? undefined : await store.log(from)
    if (from !== undefined && entries === undefined) return false
    if (entries?.[0] && entries[0].id === from) learn(entries)
    else await Promise.race([load(), setTimeout(STORE_DEADLINE, undefined, { ref: false })])
    return log.reaches(to)
  }

  function begin(): Promise<string | undefined> {
    starting ??= store.append(undefined).finally(() => {
      starting = undefined
    })
    return starting
  }

  /** Brings the copy of the log to its end. @returns What that is, if it could; `0-0` while there is none. */
  async function readOn(): Promise<string | undefined> {
    const last = await store.readers.last()
    if (last === null) return log.last ?? '0-0'
    return last !== undefined && (await catchUp(last)) ? log.last : undefined
  }

  /** Gives the page of a record, where no purge has covered it since. */
  async function readPage(address: CacheKey, record: Buffer): Promise<Stored | undefined> {
    const found = await codec.read(address, record)
    if (!found && !warned) {
      warned = true
      warn('has a record that this server cannot use: not signed with its key, or damaged')
    }
    return found && log.holds(address, found.generation, tagsOf(found.page.entry))
      ? found.page
      : undefined
  }

  /** Puts a purge with those that the store is to be told. */
  function tell(which: Purge): void {
    if (unsent.length >= MOST_UNSENT) unsent.splice(1, unsent.length, {})
    else unsent.push(which)
  }

  const connected = () => {
    readers.connected()
    for (const which of doubtful.splice(0)) tell(which)
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
          // Not over what was put, or dropped, while this was written.
          if (puts.get(key) === put) store.write(key, record, page.maxAge + staleFor)
        })
        .catch((error) => warn(`could not be given a page: ${error}`))
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
        tell(which)
        if (!(await send())) return false
        const reached = await readers.reached(sent)
        if (reached === true) return true
        if (reached === false) break
      }
      // Told once more when the store comes back, in case it had lost it.
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
