// Makes the paths of a configuration or a manifest absolute.

import { resolve } from 'node:path'
import { isAdopted, isServer } from './adopted-pages.ts'
import type { Config } from './config.ts'

/** @param folder The folder that the paths are relative to. */
export function absolutePaths<C extends Pick<Config, 'pages' | 'assets'>>(
  config: C,
  folder: string,
): C {
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
  }
}
