// Opens adopted pages. A page of a folder is read once; a page of a server is fetched on demand.

import type { Observer } from '../../observe/events.ts'
import { addressOf, adoptedPages, fileOf, isServer } from '../../site/adopted-pages.ts'
import { checkReadable, readSetting } from '../../site/build-id.ts'
import type { AdoptedPageConfig } from '../../site/config.ts'
import type { StatePrefix } from '../../site/state-shape.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Order } from '../../snapshot/pool/protocol.ts'
import { adoptedShell } from '../handler/adopted-shell.ts'
import type { Shell } from '../handler/html-shell.ts'
import { type EngineOptions, openEngines, readGroups } from './adopted-engines.ts'
import { startAdopters, type WorkersOptions } from './start-pool.ts'
import { StateShapes } from './state-shapes.ts'

export type AdoptedOptions = WorkersOptions & EngineOptions

export interface AdoptedSites {
  /** Undefined for another path, or while the page is unavailable. */
  shell(path: string): Promise<Shell | undefined> | undefined
  has(path: string): boolean
  statesOf(path: string): StatePrefix
  readonly pool: Pool
}

/** How long a server's page is cached, in ms. */
const FRESH = 1000

/** Timeout of such a server in ms. */
const PATIENCE = 5000

/** @throws {ConfigError} When a page or the engines file cannot be read.
 */
export async function openAdopted(
  options: AdoptedOptions & { readonly origin: string },
  observe: Observer,
): Promise<AdoptedSites | undefined> {
  const pages = new Map(adoptedPages(options.pages))
  if (pages.size === 0) return undefined
  const warn = (warning: string) => observe({ type: 'warning', state: '', warnings: [warning] })
  const shells = new Map<string, () => Promise<Shell | undefined>>()
  for (const [path, page] of pages) {
    const { statesFile } = page
    if (statesFile !== undefined) await checkReadable(path, 'statesFile', statesFile)
    shells.set(path, await shellOf(path, page, warn))
  }
  const groups = await readGroups(options)
  const ours = await startAdopters(options, observe)
  const pool = openEngines(ours, groups, options, observe)
  const shapes = new StateShapes({
    origin: options.origin,
    shell: async (path) => shells.get(path)?.(),
    render: ours.render,
    warn,
  })
  const render = async (order: Order) => {
    const { page } = order
    const found = await shapes.of(page)
    if (found.prefix === undefined) return { type: 'crashed', error: found.why } as const
    return pool.render({ ...order, states: found.prefix, readableAt: pages.get(page)?.readable })
  }
  for (const [path, { states }] of pages) {
    if (states) shapes.set(path, states)
    const found = await shapes.of(path)
    if (found.prefix === undefined) warn(`${found.why}. Until then its states get status 503`)
  }
  return {
    shell: (path) => shells.get(path)?.(),
    has: (path) => shells.has(path),
    statesOf: (path) => shapes.known(path) ?? '#!',
    pool: Object.create(pool, { render: { value: render } }),
  }
}

async function shellOf(
  path: string,
  { site }: AdoptedPageConfig,
  warn: (warning: string) => void,
): Promise<() => Promise<Shell | undefined>> {
  if (!isServer(site)) {
    const shell = adoptedShell(await readSetting(path, 'site', fileOf(path, site)))
    return async () => shell
  }
  const url = addressOf(path, site)
  let known: { readonly at: number; readonly shell: Promise<Shell | undefined> } | undefined
  let last: Shell | undefined
  const ask = async (): Promise<Shell | undefined> => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
      if (!answer.ok) throw new Error(`its server returns status ${answer.status}`)
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
