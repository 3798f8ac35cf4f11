// One writer a folder, also where machines share it: a file that says who writes, and is written again while he does.
// In: a path. Out: the lock, or a fault that names who holds it. A process that was killed holds nothing; of one on another machine, or in
// another container, nobody can know that, so that it holds its lock until that has not been written for two minutes. Whose lock was taken
// so, as he slept, is told before he publishes.

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

/** See the head of this file. */
export interface Lock {
  /** Whether no other has it by now. */
  isOurs(): boolean
  /** @throws {ExportFault} When another has. */
  check(): void
  release(): void
}

/** For how many ms it is held, and how often it is written again. */
const LASTS = 120_000
const RENEWED = 15_000

/** So often it is tried while others come and go. */
const TRIES = 20

/** What this process has written into locks that it holds: its own number in a file says no more than that. */
const held = new Set<string>()

/** Takes the lock. @throws {ExportFault} While another holds it. */
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
      // The next time, or it is found lost.
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

/** Makes the file with all that it says: one that is empty, as of who was killed in between, names nobody. */
function create(path: string, content: string, id: string): void {
  const made = `${path}.${id}`
  try {
    writeFileSync(made, content)
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // A disk without links, or without room, which says so again.
    writeFileSync(path, content, { flag: 'wx' })
  } finally {
    rmSync(made, { force: true })
  }
}

/** Writes the same over it, so that it is never empty. */
function renew(path: string, content: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, content, 0)
  } finally {
    closeSync(file)
  }
}

/** @throws {ExportFault} When whoever is written there may be at work. */
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

/** Takes away a lock that nobody holds: if it is still the one that was read. */
function takeAway(path: string, found: string, id: string): void {
  const away = `${path}.${id}`
  try {
    renameSync(path, away)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = readText(away)
  // Another was here first, and holds it: he finds that out before he publishes, if somebody comes in between.
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
    // Half written, or something else: its time tells.
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
