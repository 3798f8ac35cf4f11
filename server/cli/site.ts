// The site that a command works on, from the config file. A fault of the configuration ends the command
// with the exit code for it.

import type { Config } from '../config.ts'
import { loadConfig } from '../config.ts'
import { checkOrigin } from '../site.ts'
import { type OpenApp, openApps } from '../sitemap/states.ts'
import { UsageError } from './terminal.ts'

/** Reads the config; its `origin` is checked and has no slash at its end. */
export async function readSite(file: string | undefined): Promise<Config> {
  const { config } = await asUsage(loadConfig(file))
  return { ...config, origin: checkOrigin(config.origin) }
}

/** Imports the app modules of a site. */
export const openSite = (config: Config): Promise<readonly OpenApp[]> => asUsage(openApps(config))

/** Tells a TypeError, which configuration is refused with, as a fault of the user's. */
export const asUsage = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
  }
}
