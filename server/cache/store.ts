// What a tier that servers share is over: a store of bytes that keeps a log of purges. In: keys, records, purges. Out: what is there.

import type { Notes } from './previous-build.ts'
import type { Purge } from './purge.ts'
import type { LogEntry } from './purge-log.ts'
import type { ReaderBook } from './purge-readers.ts'

/** Where records and the log are. Nothing of it rejects; undefined: it could not be reached in time. */
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
  /** Who has read the log up to where. Without that a purge does not wait for what others have in memory. */
  readonly readers?: ReaderBook
  /** Small texts. Without them nobody knows the build before. */
  readonly notes?: Notes
  /** Says whom to tell when it can be reached, for the first time or again; and when it cannot. */
  ready(told: () => void, away: () => void): void
  close(): void
}

/** What a store has. */
export interface StoreReply {
  readonly record: Buffer | undefined
  readonly last: string | undefined
}
