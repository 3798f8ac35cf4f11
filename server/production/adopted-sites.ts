// The adopted pages of a site. In: configuration. Out: their shells, and a pool that makes their snapshots, each by a worker of its
// own. A page of a server is asked for when somebody wants it; one of a folder is read once. Which fragments are states is what
// the configuration says, else what the links of the first page say.

import type { Purge } from '../cache/purge.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { adoptedShell } from '../handler/adopted-shell.ts'
import { prefixOfPage } from '../handler/adopted-states.ts'
import type { Shell } from '../handler/html-shell.ts'
import type { MaybePromise } from '../http/maybe-promise.ts'
import type { Observer } from '../observe/events.ts'
import type { Pool } from '../pool/pool.ts'
import type { Order } from '../pool/protocol.ts'
import {
  type AdoptedPageConfig,
  addressOf,
  adoptedPages,
  fileOf,
  isServer,
} from '../site/adopted-pages.ts'
import { readSetting } from '../site/build-id.ts'
import type { StatePrefix } from '../site/state-shape.ts'
import { type EngineOptions, openEngines } from './adopted-engines.ts'
import type { HeedProof } from './heed-proofs.ts'
import { type AdoptersOptions, startAdopters, walks } from './start-pool.ts'

/** What of a configuration says who makes its pages. */
export type AdoptedOptions = AdoptersOptions & EngineOptions

/** Adopted pages of a site. */
export interface AdoptedSites {
  /** Undefined for what is no adopted page, or cannot be had now. */
  shell(path: string): MaybePromise<Shell | undefined>
  has(path: string): boolean
  /** What fragments of a page's states begin with. */
  statesOf(path: string): StatePrefix
  /** Makes snapshots of these pages only. */
  readonly pool: Pool
}

/** A page of a server is asked for again after so many ms. */
const FRESH = 1000

/** For so many ms such a server may think. */
const PATIENCE = 5000

/**
 * Opens them; undefined where there are none.
 *
 * @param purge Forgets what is kept of states that another engine makes from now on.
 * @param onProof Told of every comparison of a page that was walked to.
 * @throws {ConfigError} When the file of a page, or that of the engines, cannot be read.
 */
export async function openAdopted(
  options: AdoptedOptions & { readonly origin: string },
  observe: Observer,
  purge: (which: Purge) => Promise<unknown>,
  onProof: HeedProof,
): Promise<AdoptedSites | undefined> {
  const pages = new Map(adoptedPages(options.pages))
  if (pages.size === 0) return undefined
  const warn = (warning: string) => observe({ type: 'warning', state: '', warnings: [warning] })
  const shells = new Map<string, () => MaybePromise<Shell | undefined>>()
  for (const [path, page] of pages) shells.set(path, await shellOf(path, page, warn))
  const ours = await startAdopters(options, observe, onProof)
  const pool = await openEngines(ours, options, observe, purge).catch(async (error: unknown) => {
    await ours.close()
    throw error
  })
  const prefixes = new Map<string, StatePrefix>()
  /** Why a page could not be shown when its states were looked for. */
  const reasons = new Map<string, string>()
  const tries = new Map<string, { readonly at: number; readonly done: Promise<unknown> }>()
  const render = async (order: Order) => {
    const { page } = order
    if (!prefixes.has(page)) await learn(page)
    const states = prefixes.get(page)
    if (states === undefined)
      return { type: 'crashed', error: unknownStates(page, reasons.get(page)) } as const
    const config = pages.get(page)
    const readableAt = config?.readable
    return pool.render({ ...order, states, readableAt, walks: walks(config, options) })
  }
  for (const [path, { states }] of pages) {
    if (states) prefixes.set(path, states)
    else await learn(path)
    if (!prefixes.has(path)) {
      const what = unknownStates(path, reasons.get(path))
      warn(`${what}. Until then they are answered 503`)
    }
  }
  return {
    shell: (path) => shells.get(path)?.(),
    has: (path) => shells.has(path),
    statesOf: (path) => prefixes.get(path) ?? '#!',
    pool: Object.create(pool, { render: { value: render } }),
  }

  /** Finds out what states of a page look like, if it can be shown now; not more often than it is asked for. */
  async function learn(path: string): Promise<void> {
    const before = tries.get(path)
    const isRecent = before !== undefined && performance.now() - before.at < FRESH
    const done = isRecent ? before.done : readPrefix(path)
    if (!isRecent) tries.set(path, { at: performance.now(), done })
    await done
  }

  /** What the links of a page say of its states. */
  async function readPrefix(path: string): Promise<void> {
    const shell = await shells.get(path)?.()
    if (shell === undefined) return
    const url = options.origin + path
    const answer = await ours.render({ page: path, state: '', url, shell: shell.html })
    if (NO_PAGE.has(answer.type)) return void reasons.set(path, reasonOf(answer))
    const prefix = answer.type === 'snapshot' ? prefixOfPage(answer.body, url) : undefined
    prefixes.set(path, prefix ?? '#!')
    if (prefix) return
    const why = answer.type === 'snapshot' ? 'none of its links leads to one' : answer.type
    warn(
      `The page "${path}" does not say what its states look like (${why}): they are taken to begin with "#!". Set "states" of the page to one of "#!", "#!/", "#/", "#"`,
    )
  }
}

/** Answers that say nothing of a page but that it cannot be shown now. */
const NO_PAGE: ReadonlySet<string> = new Set(['late', 'crashed', 'barred', 'overloaded', 'closed'])

function reasonOf(answer: Awaited<ReturnType<Pool['render']>>): string {
  if (answer.type === 'late' && 'waiting' in answer)
    return diagnosis('HB105', '', answer.after ?? 0, answer.waiting ?? [])
  if ('why' in answer) return answer.why
  return ('error' in answer && answer.error) || answer.type
}

const unknownStates = (path: string, reason = 'it is not there'): string =>
  `What the states of the page "${path}" look like is known when it can be shown: set "states" of the page to one of "#!", "#!/", "#/", "#" to say it before. It cannot now (${reason})`

async function shellOf(
  path: string,
  { site }: AdoptedPageConfig,
  warn: (warning: string) => void,
): Promise<() => MaybePromise<Shell | undefined>> {
  if (!isServer(site)) {
    const shell = adoptedShell(await readSetting(path, 'site', fileOf(path, site)))
    return () => shell
  }
  const url = addressOf(path, site)
  let known: { readonly at: number; readonly shell: Promise<Shell | undefined> } | undefined
  let last: Shell | undefined
  const ask = async (): Promise<Shell | undefined> => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
      if (!answer.ok) throw new Error(`it is answered ${answer.status}`)
      const html = await answer.text()
      if (html !== last?.html) last = adoptedShell(html)
    } catch (error) {
      warn(`The page "${path}" could not be fetched from ${url}: ${error}`)
    }
    return last
  }
  return () => {
    if (known === undefined || performance.now() - known.at > FRESH) {
      known = { at: performance.now(), shell: ask() }
    }
    return known.shell
  }
}
