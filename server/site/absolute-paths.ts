// Makes the paths of a configuration or a manifest absolute.

import { resolve } from 'node:path'
import { isServer } from './adopted-pages.ts'
import type { Config } from './config.ts'

/** Settings that name a file or a folder. */
const FILES = ['assets', 'shell', 'app', 'site', 'statesFile']

/** @param folder The folder that the paths are relative to. */
export function absolutePaths<C extends Pick<Config, 'pages' | 'assets'>>(
  config: C,
  folder: string,
): C {
  const absolute = (settings: object) =>
    Object.entries(settings).map(([name, value]) => {
      const isRelative = FILES.includes(name) && value !== undefined && !isServer(value)
      return [name, isRelative ? resolve(folder, value) : value]
    })
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    Object.fromEntries(absolute(page)),
  ])
  return { ...Object.fromEntries(absolute(config)), pages: Object.fromEntries(pages) }
}
