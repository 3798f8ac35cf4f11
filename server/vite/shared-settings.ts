// The settings that development and preview share with production.

import { mergeSettings } from '../site/check-settings.ts'
import type { Config } from '../site/config.ts'
import { fileSettings } from '../site/load-config.ts'

const SHARED = [
  ...(['allowFetch', 'followLinks', 'limits', 'purgeToken', 'region'] as const),
  ...(['workerEnv', 'workerFlags'] as const),
]

export type SharedSettings = Partial<Pick<Config, (typeof SHARED)[number]>>

/**
 * The settings of the config file in a folder and the environment, over the plugin's. Leaves out
 * what only a server in production has, such as its Redis and its CDN.
 */
export async function sharedSettings(root: string, given: object): Promise<SharedSettings> {
  const { PURGE_TOKEN: purgeToken } = process.env
  const all = mergeSettings(given, await fileSettings(root), purgeToken ? { purgeToken } : {})
  return Object.fromEntries(
    SHARED.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  )
}
