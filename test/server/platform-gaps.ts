/** What Chromium has and the window of snapshots lacks, with reasons. */
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import type { Side } from './engine.ts'

/** Names by owner: an interface, or a path from the window such as `.navigator`. */
export type Names = Readonly<Record<string, readonly string[]>>
type ByReason = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Gaps {
  /** A page that tests for them notices. */
  readonly absent: ByReason
  /** They throw or reject, as where a person denies them. */
  readonly refused: ByReason
  /** Calling them changes nothing. */
  readonly 'without effect': ByReason
}

export const FILE = new URL('../../server/diagnostics/missing-names.json', import.meta.url)

export const readGaps = (): Gaps => JSON.parse(readFileSync(FILE, 'utf8'))

/** These may be there: the version of Node decides. */
export const OF_NODE = 'Built-ins of the language and members of Node: newer versions have them.'

/** Each as `owner name`, where a path ends with its dot. */
export const flat = (byReason: ByReason): string[] =>
  Object.values(byReason)
    .flatMap((owners) => Object.entries(owners))
    .flatMap(([owner, names]) => names.split(' ').map((name) => `${owner} ${name}`))

/** The gaps that are there now. */
export async function lacking(chromium: Side, thread: Side): Promise<string[]> {
  const missing = await thread.call<Names>('lacking', await chromium.call<Names>('platform'))
  // Built-ins of the language have a list of their own: the version of Node decides.
  const language = new Set<string>(runInNewContext('Object.getOwnPropertyNames(globalThis)'))
  // A name that all objects of an interface lack is listed once.
  const ofInterfaces = new Set(
    Object.entries(missing).flatMap(([owner, names]) => (owner.startsWith('.') ? [] : names)),
  )
  const isListed = (owner: string, name: string) =>
    /^[\w$]+$/.test(name) &&
    !language.has(owner.replace(/^\./, '')) &&
    !(owner === '.' && language.has(name)) &&
    // Chromium has a second name for `navigator`.
    !owner.startsWith('.clientInformation') &&
    !(owner.startsWith('.') && ofInterfaces.has(name))
  return Object.entries(missing).flatMap(([owner, names]) =>
    names.filter((name) => isListed(owner, name)).map((name) => `${owner} ${name}`),
  )
}
