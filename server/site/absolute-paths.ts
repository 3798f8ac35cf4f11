// The paths of a configuration, which its file may give from its own folder. In: a configuration, that folder. Out: the same with
// absolute paths.

import { resolve } from 'node:path'
import { isBucketUrl } from '../objects/bucket-url.ts'
import { enginesOf, isAdopted, isServer } from './adopted-pages.ts'
import type { Config } from './load-config.ts'

/** Makes them absolute. */
export function absolute(config: Config, folder: string): Config {
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    isAdopted(page)
      ? {
          ...page,
          site: isServer(page.site) ? page.site : resolve(folder, page.site),
          ...(page.statesFile !== undefined && { statesFile: resolve(folder, page.statesFile) }),
        }
      : { ...page, shell: resolve(folder, page.shell), app: resolve(folder, page.app) },
  ])
  return {
    ...config,
    pages: Object.fromEntries(pages),
    ...(config.assets === undefined ? {} : { assets: resolve(folder, config.assets) }),
    ...(config.snapshots === undefined || isBucketUrl(config.snapshots)
      ? {}
      : { snapshots: resolve(folder, config.snapshots) }),
    ...enginesOf(config, folder),
  }
}
