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
import type { PreviousPages, PreviousRecord } from './previous-pages.ts'
import type { Purge } from './purge.ts'
import { createPurgeLog, type LogEntry, timeOf } from './purge-log.ts'
import { createReaders, type ReaderBook } from './purge-readers.ts'
import type { RecordCodec } from './record-codec.ts'
import type { Store } from './store.ts'
import type { CacheKey, OnPurge, Stored, Tier } from './tier.ts'

/** Settings of the tier. */
export interface SharedOptions {
  readonly store: Store
  readonly codec: RecordCodec
  /** The store's key of an address. */
  readonly keyOf: (address: string) => string
  /** Pages of the build before, where they are to be answered. */
  readonly previous?: PreviousPages | undefined
  /** For how many ms after its time a page is still kept. */
  readonly staleFor: number
  /** Told what is wrong with what is in the store, once each. */
  readonly warn: (sentence: string) => void
  /** Default: the machine's. */
  readonly clock?: Clock
}

/** So many purges wait for a store that cannot be reached; more become one of everything. */
const MOST_UNSENT = 100

/** The record of an address that this build answers and does not keep. */
const ANSWERED = Buffer.from('answered')

/** So often a purge is told that the store may have lost. */
const TRIES = 3

/** For how many ms a request waits for a whole log. */
const STORE_DEADLINE = 50

/** Creates the tier. */
export function sharedTier(options: SharedOptions): Tier {
  const { store, codec, keyOf, staleFor, warn, previous, clock = systemClock } = options
  const log = createPurgeLog()
  const { readers: book } = store
  const readers = book && createReaders(book, clock, () => readOn(book), log.reaches)
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
  async function readOn(of: ReaderBook): Promise<string | undefined> {
    const last = await of.last()
    if (last === null) return log.last ?? '0-0'
    return last !== undefined && (await catchUp(last)) ? log.last : undefined
  }

  /** Gives the page of a record, where no purge has covered it since. */
  async function readPage(
    address: CacheKey,
    by: RecordCodec,
    record: Buffer,
  ): Promise<Stored | undefined> {
    const found = await by.read(address, record)
    if (!found && !warned) {
      warned = true
      warn('has a record that this server cannot use: not signed with its key, or damaged')
    }
    return found && log.holds(address, found.generation, tagsOf(found.page.entry))
      ? found.page
      : undefined
  }

  async function readPrevious(
    address: CacheKey,
    { key, codec }: PreviousRecord,
  ): Promise<Stored | undefined> {
    const { record, last } = (await store.read(key)) ?? {}
    const isReadable = record && last !== undefined && (await catchUp(last))
    return isReadable ? readPage(address, codec, record) : undefined
  }

  /** Puts a purge with those that the store is to be told. */
  function tell(which: Purge): void {
    if (unsent.length >= MOST_UNSENT) unsent.splice(1, unsent.length, {})
    else unsent.push(which)
  }

  const connected = () => {
    readers?.connected()
    for (const which of doubtful.splice(0)) tell(which)
    void send()
    void load()
    void previous?.learn()
  }
  store.ready(connected, () => readers?.away())

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
      if (record?.equals(ANSWERED)) {
        previous?.settle(address)
        return { generation: last }
      }
      if (record) return { page: await readPage(address, codec, record), generation: last }
      const before = previous?.of(address)
      return { generation: last, previous: before && (await readPrevious(address, before)) }
    },
    put(address, page, generation) {
      const key = keyOf(address.key)
      const put = {}
      puts.set(key, put)
      previous?.settle(address)
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
    drop(address, isAnswered) {
      const key = keyOf(address.key)
      puts.delete(key)
      // What says that there was an answer stays, whoever has the next one.
      const isKnown = isAnswered || previous?.isSettled(address)
      const lasts = isKnown ? previous?.settle(address) : undefined
      if (lasts === undefined) store.drop(key)
      else store.write(key, ANSWERED, lasts)
    },
    async purge(which, at) {
      // Who began it tells every store itself; told again by all who hear of it, it would have no end.
      if (at !== undefined) return true
      for (let tried = 0; tried < TRIES; tried++) {
        tell(which)
        if (!(await send())) return false
        const reached = (await readers?.reached(sent)) ?? true
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
    async ready() {
      await readers?.known
      // Who is asked before the log is read has no page of anyone.
      await Promise.all([previous?.learn(), previous && log.last === undefined && load()])
    },
    async close() {
      readers?.close()
      store.close()
    },
  }
}
