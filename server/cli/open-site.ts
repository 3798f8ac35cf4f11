// Opens the site of a command, and finds its states.

import { someOf } from '../diagnostics/printable.ts'
import { createSite, type Site } from '../serve/start/create-site.ts'
import { findStates } from '../serve/start/find-states.ts'
import type { Config } from '../site/config.ts'
import { type OpenedApp, openApps, type SiteState, unlisted } from '../site/site-states.ts'
import { withFetch } from '../snapshot/fetch/code-fetch.ts'
import { type OpenedCommand, until } from './open-command.ts'

/** Waits for each page, however long, and reports nothing of it. */
const PATIENT = { patience: Number.POSITIVE_INFINITY, observe: () => undefined }

/** Warns of routes that list none of their states. */
export async function openSite(
  config: Config,
  { warn }: OpenedCommand,
): Promise<readonly OpenedApp[]> {
  const apps = withFetch(await openApps(config), config)
  for (const warning of unlisted(apps)) warn(warning)
  return apps
}

export type OpenStates = ReturnType<typeof openStates>

/** @param handler Default: a new one, which starts when the adopted pages are reached. */
export function openStates(
  config: Config,
  apps: readonly OpenedApp[],
  { warn, signal }: OpenedCommand,
  handler?: Site,
) {
  let created: Promise<Site> | undefined
  const missing = new Map<number, string[]>()
  let failed = 0
  async function* all(): AsyncGenerator<SiteState> {
    const { origin, pages } = config
    const states = findStates({
      origin,
      pages,
      apps,
      signal,
      warn,
      async site() {
        if (handler) return handler
        created ??= createSite(config, PATIENT)
        return created
      },
      onMissing({ pretty, status, isAtFault }) {
        const isFailed = status >= 500 || (handler !== undefined && isAtFault)
        if (isFailed) failed += 1
        // An export names these itself.
        if (status < 400 || (handler && isFailed)) return
        missing.set(status, [...(missing.get(status) ?? []), pretty])
      },
    })
    try {
      yield* until(signal, states)
    } finally {
      // Open workers would keep the process alive after an error, too.
      await (await created)?.close()
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
