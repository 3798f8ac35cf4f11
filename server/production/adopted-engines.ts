// The engines of adopted pages: our own workers, and where a comparison has shown that to be needed a Chromium. In: the pool of our
// engine, the configuration. Out: a pool that makes each snapshot by the engine of its group of states; in the background a
// share of them is compared anew, and a group that has come to differ is told.

import type { Purge } from '../cache/purge.ts'
import { openSiteBrowser, type SiteBrowser } from '../chromium/site-browser.ts'
import { createEngineChoice } from '../engines/choose-engine.ts'
import { createChromiumPool } from '../engines/chromium-pool.ts'
import { type Engine, type EngineGroups, readEngines } from '../engines/engines-file.ts'
import type { Watch } from '../engines/watch.ts'
import { allowedFetch } from '../http/restricted-fetch.ts'
import { siteFetch } from '../http/site-fetch.ts'
import type { Observer } from '../observe/events.ts'
import type { Pool } from '../pool/pool.ts'
import { seededRandom } from '../runtime/random.ts'
import { mountsOf } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { ConfigError } from '../site/settings.ts'
import { purgeOf } from '../site/state-group.ts'
import { regionOf, type WorkersOptions } from './start-pool.ts'

/** What of a configuration says which engine makes what. */
export interface EngineOptions
  extends Pick<Config, 'engines' | 'chromium' | 'sandbox' | 'strict' | 'watch'> {
  /** Makes all, whatever a file says: what a comparison is made of. */
  readonly engine?: Engine
}

type Options = WorkersOptions & EngineOptions & Pick<Config, 'origin'>

/** How many pages Chromium shows at a time, and the least that one may take, in ms. */
const PAGES = 2
const DEADLINE = 15_000

/**
 * Puts the engines together. No Chromium is started before it is needed.
 *
 * @param purge Forgets what is kept of states that Chromium makes from now on.
 * @throws {ConfigError} When the file of the engines cannot be used.
 */
export async function openEngines(
  ours: Pool,
  options: Options,
  observe: Observer,
  purge: (which: Purge) => Promise<unknown>,
): Promise<Pool> {
  const { engine, chromium: pages = PAGES, queue = 100, watch: share = 0, strict = false } = options
  const groups = await groupsOf(options)
  const warn = (state: string, warning: string) =>
    observe({ type: 'warning', state, warnings: [warning] })
  const isWanted =
    engine === 'chromium' ||
    (engine === undefined &&
      (strict ||
        share > 0 ||
        [...(groups?.values() ?? [])].some((one) => one.engine === 'chromium')))
  const allow = new Set(options.allowFetch)
  const deadline = deadlineOf(options)
  const browser = isWanted && pages > 0 ? openBrowser(options) : undefined
  const chromium =
    browser && createChromiumPool({ browser, pages, queue, deadline, allow, write: ours.render })
  const watch = browser && share > 0 ? await openWatch(browser) : undefined
  const choice = createEngineChoice({
    ...{ groups, engine, strict, ours: ours.render, chromium, warn },
    ...(watch && { onMade: watch.offer }),
  })

  async function openWatch(at: SiteBrowser): Promise<Watch> {
    const [{ createWatch }, { compareState }, { openReader }] = await Promise.all([
      import('../engines/watch.ts'),
      import('../engines/compare-state.ts'),
      import('../crawl/reader.ts'),
    ])
    const { describe } = await import('../compare/words.ts')
    const reader = openReader(deadline)
    const made = createWatch({
      ...{ share, random: seededRandom(1), make: ours.render },
      compare: (order, answered) => compareState({ browser: at, reader, allow }, order, answered),
      onDiffers(group, { state }, { differences: [first] }) {
        choice.distrust(group)
        const how = first ? describe(first) : 'it cannot be compared'
        warn(
          state,
          `Our engine does not show it as Chromium does any more (${how}): Chromium makes all of ${group} from now on, and what was kept of it is forgotten. Run hashbang adopt --check`,
        )
        void purge(purgeOf(group))
      },
      onFailure: (why) => warn('', `Snapshots are not compared any more: ${why}`),
    })
    return { ...made, close: () => made.close().then(() => reader.close()) }
  }

  const engines: Pick<Pool, 'render' | 'waiting' | 'close'> = {
    render: choice.render,
    get waiting() {
      return ours.waiting + (chromium?.waiting ?? 0)
    },
    async close() {
      const closing = watch?.close()
      await (chromium?.close() ?? browser?.close())
      await Promise.all([closing, ours.close()])
    },
  }
  return Object.create(ours, Object.getOwnPropertyDescriptors(engines))
}

/** How long Chromium may take for a page. */
export const deadlineOf = ({ deadline = 0 }: Pick<Config, 'deadline'>): number =>
  Math.max(deadline, DEADLINE)

/** Opens a browser whose pages reach what pages of the workers reach. */
export function openBrowser(options: Options): SiteBrowser {
  const { origin, allowFetch, sandbox = true } = options
  const allow = new Set(allowFetch)
  const site = siteFetch(mountsOf(options), origin, fetch)
  return openSiteBrowser({
    ...regionOf(options),
    ...{ sandbox, deadline: deadlineOf(options) },
    fetch: (pageUrl) => allowedFetch(site, pageUrl, allow),
    isAllowed: (one) => one === origin || allow.has(one),
  })
}

async function groupsOf({ engines, engine }: EngineOptions): Promise<EngineGroups | undefined> {
  if (engines === undefined || engine !== undefined) return undefined
  const groups = await readEngines(engines)
  if (groups) return groups
  throw new ConfigError(
    `"engines" is "${engines}", where there is no file: run hashbang adopt --check, which writes it, or leave it out`,
  )
}
