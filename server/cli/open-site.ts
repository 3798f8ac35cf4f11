// Opens the site of a command.

import { someOf } from '../diagnostics/printable.ts'
import { createSite, type Site } from '../serve/start/create-site.ts'
import { findStates } from '../serve/start/find-states.ts'
import { adoptedPages, isAdopted } from '../site/adopted-pages.ts'
import { readSettings } from '../site/check-settings.ts'
import type { Config } from '../site/config.ts'
import { loadConfig } from '../site/load-config.ts'
import { type OpenedApp, openApps, type SiteState, unlisted } from '../site/site-states.ts'
import { withFetch } from '../snapshot/fetch/code-fetch.ts'
import { type Terminal, UsageError, until } from './terminal.ts'

/** The flags of commands that open the configured site. */
export interface SiteFlags {
  readonly config?: string
  readonly origin?: string
}

/** Reads the config and the variables of the server, so that its pages are equal. */
export const readSite = ({ config, origin }: SiteFlags): Promise<Config> =>
  asUsage(() =>
    loadConfig(
      config,
      readSettings({ origin }, (name) => `--${name}`),
    ),
  )

/** Gives the file to the adopted pages. @throws {UsageError} When the site has none. */
export function withStatesFile(config: Config, statesFile: string | undefined): Config {
  if (statesFile === undefined) return config
  const adopted = adoptedPages(config.pages)
  if (adopted.length === 0)
    throw new UsageError(
      '--states-file is for adopted pages, which have "site": a route table lists its states with "entries"',
    )
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    isAdopted(page) ? { ...page, statesFile } : page,
  ])
  return { ...config, pages: Object.fromEntries(pages) }
}

/** Warns of routes that list none of their states. */
export async function openSite(config: Config, terminal: Terminal): Promise<readonly OpenedApp[]> {
  const apps = withFetch(await asUsage(() => openApps(config)), config)
  for (const warning of unlisted(apps)) terminal.warn(warning)
  return apps
}

export type OpenStates = ReturnType<typeof openStates>

/** @param handler Default: a new one, which starts when the adopted pages are reached. */
export function openStates(
  config: Config,
  apps: readonly OpenedApp[],
  { warn, signal }: Terminal,
  handler?: Site,
) {
  let own: Promise<Site> | undefined
  const parts = { patience: Number.POSITIVE_INFINITY, observe: () => undefined }
  const open = () => {
    own ??= asUsage(() => createSite(config, parts))
    return own
  }
  const missing = new Map<number, string[]>()
  let failed = 0
  async function* all(): AsyncGenerator<SiteState> {
    const { origin, pages } = config
    const found = findStates({
      ...{ origin, pages, apps, signal },
      site: async () => handler ?? open(),
      warn,
      onMissing({ pretty, status, isAtFault }) {
        const isFailed = status >= 500 || (handler !== undefined && isAtFault)
        if (isFailed) failed += 1
        // An export names these itself.
        if (status < 400 || (handler && isFailed)) return
        missing.set(status, [...(missing.get(status) ?? []), pretty])
      },
    })
    try {
      yield* until(signal, found)
    } catch (error) {
      throw usageOf(error)
    } finally {
      // Also after an error: open workers would keep the process alive.
      await (await own)?.close()
    }
    for (const [status, states] of missing)
      warn(`Linked states return ${status}: ${someOf(states)}`)
  }
  return {
    states: all(),
    /** Failed states of adopted pages. Each may have led to more states. */
    get failed(): number {
      return failed
    },
  }
}

/** Turns a TypeError, which a bad configuration throws, into a UsageError. */
export const asUsage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw usageOf(error)
  }
}

const usageOf = (error: unknown): unknown =>
  error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
