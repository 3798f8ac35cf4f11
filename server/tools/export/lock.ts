// Allows one writer per folder, by a lock file that the writer renews. A dead process on this
// machine holds nothing. Any other lock expires after two minutes without a renewal, and its writer
// learns so before it publishes.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { ExportFault } from './fault.ts'
import { type Holder, isAlive, thisProcess } from './holder.ts'

export interface Lock {
  isOurs(): boolean
  /** @throws {ExportFault} When another process has the lock. */
  check(): void
  release(): void
}

/** A lock's lifetime and renewal interval in ms. */
const LASTS = 120_000
const RENEWED = 15_000

/** Attempts while other writers come and go. */
const TRIES = 20

/** Ids in locks that this process holds. The process number in a file alone proves nothing. */
const held = new Set<string>()

/** @throws {ExportFault} While another writer holds the lock. */
export function takeLock(path: string): Lock {
  const id = randomUUID()
  const content = `${JSON.stringify({ ...thisProcess(), id })}\n`
  for (let tried = 1; ; tried++) {
    try {
      create(path, content, id)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tried === TRIES) throw error
      const found = readText(path)
      // Released meanwhile.
      if (found === undefined) continue
      refuseHeld(path, found, id)
      takeAway(path, found, id)
    }
  }
  held.add(content)
  const isOurs = () => readText(path) === content
  const timer = setInterval(() => {
    try {
      if (isOurs()) renew(path, content)
    } catch {
      // The next renewal retries, or finds the lock lost.
    }
  }, RENEWED).unref()
  return {
    isOurs,
    check() {
      if (!isOurs())
        throw new ExportFault(
          `${path} is not ours any more: another export has taken it, as this one did not go on for ${LASTS / 1000} s, or it was deleted; run it again`,
        )
    },
    release() {
      clearInterval(timer)
      held.delete(content)
      if (isOurs()) rmSync(path, { force: true })
    },
  }
}

/** An empty lock, after a crash in between, would name no holder. */
function create(path: string, content: string, id: string): void {
  const made = `${path}.${id}`
  try {
    writeFileSync(made, content)
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // For a disk without hard links, or without space; the latter fails here again.
    writeFileSync(path, content, { flag: 'wx' })
  } finally {
    rmSync(made, { force: true })
  }
}

/** Overwrites in place, so that the file is never empty. */
function renew(path: string, content: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, content, 0)
  } finally {
    closeSync(file)
  }
}

/** @throws {ExportFault} When the named holder may be alive. */
function refuseHeld(path: string, found: string, id: string): void {
  const holder = readHolder(found)
  const isHere = holder?.process === process.pid && isAlive(holder)
  const alive = isHere ? held.has(found) : holder && isAlive(holder)
  if (alive === false) return
  const age = alive ? 0 : ageOf(path, id)
  if (age > LASTS) return
  const who = holder ? `, process ${holder.process} on ${holder.host},` : ''
  const how = alive
    ? 'wait for it'
    : `wait for it; one that was killed holds this folder for ${LASTS / 1000} s`
  throw new ExportFault(
    `Another export${who} is writing there: ${how}, or delete ${path} if that is something else`,
  )
}

/** For how many ms a file was not written, by the clock of its disk: clocks of machines differ. */
function ageOf(path: string, id: string): number {
  const probe = `${path}.${id}`
  try {
    writeFileSync(probe, '')
    return statSync(probe).mtimeMs - statSync(path).mtimeMs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Number.POSITIVE_INFINITY
    throw error
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Removes a lock without a holder, if it is still the file that was read. */
function takeAway(path: string, found: string, id: string): void {
  const away = `${path}.${id}`
  try {
    renameSync(path, away)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = readText(away)
  // Put another writer's new lock back. If a third one took its place, the writer learns so before
  // it publishes.
  if (taken !== undefined && taken !== found) writeBack(path, taken)
  rmSync(away, { force: true })
}

function writeBack(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function readHolder(text: string): Holder | undefined {
  try {
    const { process, host, place, began } = JSON.parse(text) as Partial<Holder>
    if (Number.isSafeInteger(process) && typeof host === 'string')
      return { process: process as number, host, place: `${place}`, began: `${began}` }
  } catch {
    // A damaged lock: its age decides.
  }
  return undefined
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
