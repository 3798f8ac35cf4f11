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
 * Settings of the environment and of the config file in a folder, over the plugin's. Without those
 * of production alone, such as Redis.
 */
export async function sharedSettings(root: string, given: object): Promise<SharedSettings> {
  const { PURGE_TOKEN: purgeToken } = process.env
  const all = mergeSettings(given, await fileSettings(root), purgeToken ? { purgeToken } : {})
  return Object.fromEntries(
    SHARED.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  )
}
