// The site that a command works on, from the config file; ORIGIN, LOCALE and TIME_ZONE win over what that says. A fault of the configuration ends the command
// with the exit code for it.

import { checkOrigin, createHandler, type Site } from '../production/create-handler.ts'
import { findStates } from '../production/find-states.ts'
import { adoptedPages, isAdopted } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { loadConfig } from '../site/load-config.ts'
import { readSettings, VARIABLES } from '../site/settings.ts'
import { type OpenApp, openApps, type SiteState } from '../site/states.ts'
import { until } from './interrupt.ts'
import { styled, yellow } from './styled.ts'
import { count, type Terminal, UsageError } from './terminal.ts'

/** What the environment says of pages to commands as well as to the server: what they make must be the same. */
const PLACES = VARIABLES.filter(([, name]) => /^(?:origin|locale|timeZone)$/.test(name))
const variableOf = new Map(PLACES.map(([variable, name]) => [name, variable]))

/** Reads the config; its `origin` is checked and has no slash at its end. */
export async function readSite(file: string | undefined): Promise<Config> {
  const given = PLACES.map(([variable, name]) => [name, process.env[variable] || undefined])
  const over = async () =>
    readSettings(Object.fromEntries(given), (name) => variableOf.get(name as keyof Config) ?? name)
  const { config } = await asUsage(over().then((settings) => loadConfig(file, settings)))
  return { ...config, origin: checkOrigin(config.origin) }
}

/** The same, with the file that lists the states of its adopted pages. @throws {UsageError} When it has none. */
export function withStatesFile(config: Config, statesFile: string | undefined): Config {
  if (statesFile === undefined) return config
  const adopted = adoptedPages(config.pages)
  if (adopted.length === 0) {
    throw new UsageError(
      '--states-file is for pages with "site": those with a route table list their states by "entries"',
    )
  }
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    isAdopted(page) ? { ...page, statesFile } : page,
  ])
  return { ...config, pages: Object.fromEntries(pages) }
}

/** Imports the app modules of a site; adopted pages have none. */
export const openSite = (config: Config): Promise<readonly OpenApp[]> => asUsage(openApps(config))

/** The same, with how the states of its adopted pages look: where it does not say, their first page is asked. */
export async function withShapes(config: Config): Promise<Config> {
  if (adoptedPages(config.pages).every(([, { states }]) => states !== undefined)) return config
  const site = await asUsage(createHandler(config))
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    isAdopted(page) ? { ...page, states: site.statesOf(path) } : page,
  ])
  await site.close()
  return { ...config, pages: Object.fromEntries(pages) }
}

/** The states of a site. */
export interface OpenStates {
  readonly states: AsyncIterable<SiteState>
  /** How many of those that adopted pages lead to failed, and may have led to more. */
  readonly failed: number
  /** Ends what was started to find them. */
  close(): Promise<void>
}

/** How many states that are missing are told. */
const SHOWN = 10

/**
 * Opens the states of a site. Those of adopted pages are asked of its own handler, which is started when they are come to.
 *
 * @param handler Default: one of its own.
 */
export function openStates(
  config: Config,
  apps: readonly OpenApp[],
  { terminal, signal, handler }: { terminal: Terminal; signal: AbortSignal; handler?: Site },
): OpenStates {
  let own: Promise<Site> | undefined
  const open = () => {
    const quiet = { ...config, patience: Number.POSITIVE_INFINITY, observe: () => undefined }
    own ??= asUsage(createHandler(quiet))
    return own
  }
  const close = async () => {
    const opened = own
    own = undefined
    await (await opened)?.close()
  }
  let missing = 0
  let failed = 0
  async function* all() {
    const { origin, pages } = config
    const found = findStates({
      ...{ origin, pages, apps, signal },
      site: async () => handler ?? open(),
      tell: (warning) => terminal.note(styled`${yellow('!')} ${warning}`),
      onMissing({ pretty, status }) {
        if (status < 400) return
        if (status >= 500) failed += 1
        if (++missing <= SHOWN) {
          terminal.note(styled`${yellow('!')} ${pretty} is linked and is answered ${status}`)
        }
      },
    })
    try {
      yield* until(signal, found)
    } catch (error) {
      throw usageOf(error)
    } finally {
      // Whatever ends the list, its reader's fault too: threads that are left would keep the command from its end.
      await close()
    }
    if (missing > SHOWN) terminal.note(`  and ${count(missing - SHOWN, 'more', 'more')}`)
  }
  return {
    states: all(),
    get failed() {
      return failed
    },
    close,
  }
}

/** Tells a TypeError, which configuration is refused with, as a fault of the user's. */
export const asUsage = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw usageOf(error)
  }
}

const usageOf = (error: unknown): unknown =>
  error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
