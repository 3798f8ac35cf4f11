// Makes adopted pages by our workers, or by Chromium for the groups that need it.

import { openSiteBrowser, type SiteBrowser } from '../../adopted/chromium/site-browser.ts'
import { createEngineChoice } from '../../adopted/engines/choose-engine.ts'
import { createChromiumPool } from '../../adopted/engines/chromium-pool.ts'
import { type Engine, type EngineGroups, readEngines } from '../../adopted/engines/engines-file.ts'
import { allowedFetch } from '../../http/restricted-fetch.ts'
import { siteFetch } from '../../http/site-fetch.ts'
import type { Observer } from '../../observe/events.ts'
import { mountsOf } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import { ConfigError } from '../../site/settings.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import { QUEUE, regionOf, startAdopters, type WorkersOptions } from './start-pool.ts'

export interface EngineOptions extends WorkersOptions, Pick<Config, 'origin' | 'adopt'> {
  /** Makes all snapshots, regardless of the engines file: a check needs this. */
  readonly engine?: Engine
}

/** How many pages Chromium shows at a time, and the least that one may take, in ms. */
const PAGES = 2
const DEADLINE = 15_000

/** @throws {ConfigError} When the engines file cannot be used. */
export async function openEngines(options: EngineOptions, observe: Observer): Promise<Pool> {
  const { engine, limits: { queue = QUEUE } = {} } = options
  const groups = await readGroups(options)
  const ours = await startAdopters(options, observe)
  const chromium = createChromiumPool({
    browser: openBrowser(options),
    ...{ pages: PAGES, queue, deadline: deadlineOf(options), allow: new Set(options.allowFetch) },
    write: ours.render,
  })
  const warn = (state: string, warning: string) =>
    observe({ type: 'warning', state, warnings: [warning] })
  return {
    render: createEngineChoice({ groups, engine, ours: ours.render, chromium, warn }).render,
    get waiting() {
      return ours.waiting + chromium.waiting
    },
    get ready() {
      return ours.ready
    },
    // Our workers write the pages of Chromium, too.
    get isFull() {
      return ours.isFull
    },
    async close() {
      await chromium.close()
      await ours.close()
    },
  }
}

/** Timeout of a page in Chromium. */
const deadlineOf = ({ limits }: Pick<Config, 'limits'>): number =>
  Math.max(limits?.deadline ?? 0, DEADLINE)

export function openBrowser(options: EngineOptions): SiteBrowser {
  const { origin, allowFetch, adopt: { sandbox = true } = {} } = options
  const allow = new Set(allowFetch)
  const site = siteFetch(mountsOf(options), origin, fetch)
  return openSiteBrowser({
    ...regionOf(options.region),
    ...{ sandbox, deadline: deadlineOf(options) },
    fetch: (pageUrl) => allowedFetch(site, pageUrl, allow),
    isAllowed: (one) => one === origin || allow.has(one),
  })
}

async function readGroups({ adopt, engine }: EngineOptions): Promise<EngineGroups | undefined> {
  const engines = adopt?.engines
  if (engines === undefined || engine !== undefined) return undefined
  const groups = await readEngines(engines)
  if (groups) return groups
  throw new ConfigError(
    `"adopt.engines" is "${engines}", but there is no such file: write it with hashbang adopt --check, or leave the setting out`,
  )
}
