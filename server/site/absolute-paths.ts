// Resolves the paths of a configuration, which are relative to its file's folder.

import { resolve } from 'node:path'
import { enginesOf, isAdopted, isServer } from './adopted-pages.ts'
import type { Config } from './config.ts'

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
    ...enginesOf(config, folder),
  }
}
