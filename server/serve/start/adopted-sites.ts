// Opens adopted pages for a site. It reads a folder's page once, and fetches a server's page on
// demand.

import { adoptedAddress, adoptedPages, fileOf, isServer } from '../../site/adopted-pages.ts'
import type { StatePrefix } from '../../site/adopted-urls.ts'
import { checkReadable, readSetting } from '../../site/build-id.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { adoptedShell, type Shell } from '../../site/shell.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import { fetchReason } from '../http/bounded-get.ts'
import type { Observer } from '../observe/events.ts'
import { withChromium } from './chromium-pool.ts'
import { type PrefixFinder, prefixFinder } from './find-prefix.ts'
import { startAdopters, type WorkersOptions } from './start-pool.ts'

export type AdoptedSitesOptions = WorkersOptions & Pick<Config, 'adopt' | 'origin'>

type FindShell = () => Promise<Shell | undefined>

export interface AdoptedSites {
  /** Undefined for other paths, or while it is unavailable. */
  shell(path: string): Promise<Shell | undefined> | undefined
  /** The known prefix, or the default. */
  statesOf(path: string): StatePrefix | undefined
  readonly pool: Pool
}

/** How long a server's page is cached, and the timeout of its request. */
const FRESH_FOR_MS = 1000
const TIMEOUT_MS = 5000

/** @throws {ConfigError} When a page cannot be read. */
export async function openAdopted(
  options: AdoptedSitesOptions,
  observe: Observer,
): Promise<AdoptedSites | undefined> {
  const pages = new Map(adoptedPages(options.pages))
  if (pages.size === 0) return undefined
  const warn = (warning: string) => observe({ type: 'warning', state: '', warnings: [warning] })
  const shells = new Map<string, FindShell>()
  for (const [path, page] of pages) {
    const { statesFile } = page
    if (statesFile !== undefined) await checkReadable(path, 'statesFile', statesFile)
    shells.set(path, await shellOf(path, page, warn))
  }
  const ours = await startAdopters(options, observe)
  const engines = withChromium(ours, options, observe)
  const { render } = ours
  const prefixes = new Map<string, PrefixFinder>()
  for (const [page, shell] of shells) {
    const { states } = pages.get(page) ?? {}
    const finder = prefixFinder({ page, url: options.origin + page, shell, states, render, warn })
    prefixes.set(page, finder)
    const { why } = await finder.find()
    if (why !== undefined) warn(why)
  }
  const pool: Pool = {
    async render(order) {
      const { page } = order
      const { prefix, why } = (await prefixes.get(page)?.find()) ?? { why: `no page "${page}"` }
      if (prefix === undefined) return { type: 'crashed', error: why }
      return engines.render({ ...order, states: prefix, readableAt: pages.get(page)?.readable })
    },
    get waiting() {
      return engines.waiting
    },
    get ready() {
      return engines.ready
    },
    get isFull() {
      return engines.isFull
    },
    close: () => engines.close(),
  }
  return {
    shell: (path) => shells.get(path)?.(),
    statesOf: (path) => (shells.has(path) ? (prefixes.get(path)?.known ?? '#!') : undefined),
    pool,
  }
}

async function shellOf(
  path: string,
  { site }: AdoptedPageConfig,
  warn: (warning: string) => void,
): Promise<FindShell> {
  if (!isServer(site)) {
    const shell = adoptedShell(await readSetting(path, 'site', fileOf(path, site)))
    return async () => shell
  }
  const url = adoptedAddress(path, site)
  let known: { readonly at: number; readonly shell: Promise<Shell | undefined> } | undefined
  let last: Shell | undefined
  const fetchShell = async (): Promise<Shell | undefined> => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!answer.ok) throw new Error(`its server returns status ${answer.status}`)
      const html = await answer.text()
      if (html !== last?.html) last = adoptedShell(html)
    } catch (error) {
      warn(
        `The page "${path}" could not be fetched from ${url}: ${fetchReason(error)}. Start or correct its server, or pass another URL`,
      )
    }
    return last
  }
  return () => {
    if (known === undefined || performance.now() - known.at > FRESH_FOR_MS) {
      known = { at: performance.now(), shell: fetchShell() }
    }
    return known.shell
  }
}
