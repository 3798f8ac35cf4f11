// Starts the lanes of adopted pages: workers, and Chromium if a page names states for it. The site
// calls it.

import { ChromiumLane } from '../../adopted/chromium/chromium-lane.ts'
import { openSiteBrowser, type SiteBrowser } from '../../adopted/chromium/site-browser.ts'
import { adoptedPages, mountsOf } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import { allowedFetch } from '../../snapshot/fetch/restricted-fetch.ts'
import { siteFetch } from '../../snapshot/fetch/site-fetch.ts'
import type { Lane, LaneEvent } from '../../snapshot/pool/pool.ts'
import type { Job } from '../../snapshot/pool/protocol.ts'
import { WorkerLane } from '../../snapshot/pool/worker-lane.ts'
import { type AdoptedSite, openAdoptedSite } from './adopted-site.ts'
import { adoptedStarter, laneOptions, QUEUE, regionOf, type WorkersOptions } from './start-lane.ts'

export type AdoptedLaneOptions = WorkersOptions & Pick<Config, 'adopt' | 'origin'>

/** By path. */
export type AdoptedSites = ReadonlyMap<string, AdoptedSite>

/** A worker of adopted pages compiles its app with the first page, in ms. */
const WARM_UP = 2000

/** Pages of Chromium at a time, and the least time limit of one. */
const PAGES = 2
const DEADLINE_MS = 15_000

/** @throws {ConfigError} When a page cannot be read. */
export async function openAdoptedSites(
  { pages, origin }: Pick<Config, 'pages' | 'origin'>,
  warn: (warning: string) => void,
): Promise<AdoptedSites> {
  const sites = new Map<string, AdoptedSite>()
  for (const [page, config] of adoptedPages(pages))
    sites.set(page, await openAdoptedSite({ page, url: origin + page, config, warn }))
  return sites
}

/** Without a site, there are none. @throws When no worker can start. */
export async function startAdoptedLanes(
  sites: AdoptedSites,
  options: AdoptedLaneOptions,
  observe: (event: LaneEvent) => void,
): Promise<readonly Lane[]> {
  if (sites.size === 0) return []
  const render = (job: Job) => workers.render(job)
  const workers: WorkerLane = await new WorkerLane(
    {
      ...laneOptions(adoptedStarter(options), options, WARM_UP),
      takes: ({ page }) => sites.has(page),
      prepare: async (job) => sites.get(job.page)?.prepare(job, render) ?? job,
    },
    observe,
  ).start()
  for (const site of sites.values()) {
    const found = await site.findPrefix(render)
    if (found instanceof Error) observe({ type: 'stray', error: found.message, state: '' })
  }
  const states = new Map(
    adoptedPages(options.pages).map(([path, { chromium = [] }]) => [path, chromium]),
  )
  if ([...states.values()].every(({ length }) => length === 0)) return [workers]
  const deadline = Math.max(options.limits?.deadline ?? 0, DEADLINE_MS)
  const chromium = new ChromiumLane(
    {
      ...{ browser: openBrowser(options, deadline), states, pages: PAGES, deadline, workers },
      queue: options.limits?.queue ?? QUEUE,
      allow: new Set(options.allowFetch),
    },
    observe,
  )
  return [chromium, workers]
}

function openBrowser(options: AdoptedLaneOptions, deadline: number): SiteBrowser {
  const { origin, allowFetch, adopt: { sandbox = true } = {} } = options
  const allow = new Set(allowFetch)
  const site = siteFetch(mountsOf(options), origin, fetch)
  return openSiteBrowser({
    ...regionOf(options.region),
    ...{ sandbox, deadline },
    fetch: (pageUrl) => allowedFetch(site, pageUrl, allow),
    isAllowed: (one) => one === origin || allow.has(one),
  })
}
