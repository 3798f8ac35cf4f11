// Which build was before this one, as the servers of a site know it. In: notes in the store that they share. Out: the build whose
// pages may stand for those of this one that are not made yet, and for how long.
//
// The first server of a build writes once which build was current then; who starts says that its own is. So a build that is rolled
// back to does not answer pages of the one that it replaces, and servers of one build that start at once say the same.
//
//   current         {"build":"…"}                         of the server that started last
//   <build>         {"previous":"…","at":1700000000000}   "previous" is left out of the first build of all

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Small texts in a store, by name. Nothing of it rejects; undefined: it could not be reached in time. */
export interface Notes {
  /** null: there is none. */
  read(name: string): Promise<string | null | undefined>
  /** @returns False where it is only to be written if it is new, and is not. */
  write(name: string, text: string, ifNew: boolean): Promise<boolean | undefined>
}

/** See the head of this file. */
export interface PreviousBuild {
  /** Asks the store, until it has said. Never rejects. */
  learn(): Promise<void>
  /** The build before, while its pages may be answered. */
  readonly scope: string | undefined
  /** For how many ms that is so. */
  readonly lasts: number
}

/** Settings. */
export interface PreviousBuildOptions {
  readonly notes: Notes
  /** Notes are of one site, whatever its build. */
  readonly origin: string
  /** This build. */
  readonly scope: string
  /** Signs notes, as it does records. */
  readonly key?: string | undefined
  readonly warn: (sentence: string) => void
}

interface Note {
  readonly build?: string
  readonly previous?: string
  /** When its first server started, in ms of the Unix clock. */
  readonly at?: number
}

const CURRENT = 'current'

/** So long after its first server started, a build answers nothing of the one before: in ms. */
const LASTS = 86_400_000

/** Opens the notes; asks nothing yet. */
export function openPreviousBuild(options: PreviousBuildOptions): PreviousBuild {
  const { notes, origin, scope, warn } = options
  let known: Note | undefined
  let learning: Promise<void> | undefined

  const sumOf = (name: string, body: string): Buffer => {
    const { key } = options
    const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key)
    return hash.update(JSON.stringify([origin, name, body])).digest()
  }

  const write = (name: string, note: Note, ifNew: boolean) => {
    const body = JSON.stringify(note)
    return notes.write(name, `${sumOf(name, body).toString('base64url')} ${body}`, ifNew)
  }

  async function read(name: string): Promise<Note | null | undefined> {
    const text = await notes.read(name)
    if (text === null || text === undefined) return text
    const [, sum = '', body = ''] = /^([\w-]{43}) (.*)$/s.exec(text) ?? []
    const isOurs = sum !== '' && timingSafeEqual(Buffer.from(sum, 'base64url'), sumOf(name, body))
    const note = isOurs ? readNote(body) : undefined
    if (note === undefined)
      warn('has a note of builds that is not signed with the key of this server, or damaged')
    return note ?? {}
  }

  async function ask(): Promise<void> {
    let note = await read(scope)
    if (note === null) {
      const current = await read(CURRENT)
      if (current === undefined) return
      const before = current?.build
      note = { ...(before && before !== scope && { previous: before }), at: Date.now() }
      const isFirst = await write(scope, note, true)
      if (isFirst === undefined) return
      if (!isFirst) note = await read(scope)
    }
    if (!note || (await write(CURRENT, { build: scope }, false)) === undefined) return
    known = note
  }

  const left = () => (known?.at === undefined ? 0 : known.at + LASTS - Date.now())

  return {
    learn() {
      if (known) return Promise.resolve()
      learning ??= ask().finally(() => {
        learning = undefined
      })
      return learning
    },
    get scope() {
      return left() > 0 ? known?.previous : undefined
    },
    get lasts() {
      return Math.max(1, left())
    },
  }
}

function readNote(body: string): Note | undefined {
  try {
    const { build, previous, at }: Record<string, unknown> = JSON.parse(body)
    const isTime = at === undefined || (Number.isSafeInteger(at) && (at as number) <= Date.now())
    return isName(build) && isName(previous) && isTime ? (JSON.parse(body) as Note) : undefined
  } catch {
    return undefined
  }
}

const isName = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && /^[\w-]{1,100}$/.test(value))
