// The configuration that `hashbang adopt` serves by. In: a folder or a URL, flags. Out: a configuration; or what is wrong with them,
// and what to give instead.

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ServerConfig } from '../production/start-server.ts'
import { ENGINES_FILE } from '../site/adopted-pages.ts'
import type { StatePrefix } from '../site/state-shape.ts'
import type { CheckFlags } from './adopt-check.ts'
import { UsageError } from './terminal.ts'

/** Flags of the command. */
export interface AdoptFlags extends CheckFlags {
  readonly check?: boolean
  readonly statesFile?: string
  readonly config?: string
  readonly watch?: number | true
  readonly strict?: boolean
  readonly sandbox: boolean
  readonly states?: StatePrefix
  readonly port: number
  readonly host?: string
  readonly origin?: string
  readonly page: string
  readonly allow?: readonly string[]
  readonly walk?: true
  readonly readable?: string
  readonly deadline?: number
  readonly logLevel: string
}

/** The share that --watch alone says. */
const SHARE = 0.01

/** Makes it. @throws {UsageError} */
export function adoptConfig(site: string, flags: AdoptFlags): ServerConfig {
  if (site === '')
    throw new UsageError('The site is empty: give the folder of the built app, or "."')
  const { states, page, host, allow, port, origin, walk, readable } = flags
  const { logLevel, strict, watch, sandbox, deadline, statesFile } = flags
  const isUrl = /^https?:\/\//i.test(site)
  if (!isUrl) checkFolder(site, resolve(site), page)
  if (statesFile !== undefined && !existsSync(statesFile))
    throw new UsageError(
      `There is no file "${statesFile}": give one with a state a line, or leave --states-file out`,
    )
  const adopted = {
    site: isUrl ? site : resolve(site),
    ...(states && { states }),
    ...(walk && { walk }),
    ...(readable !== undefined && { readable }),
    ...(statesFile !== undefined && { statesFile }),
  }
  return {
    ...{ port, logLevel, pages: { [page]: adopted } },
    ...(origin !== undefined && { origin }),
    ...(host !== undefined && { host }),
    ...(allow !== undefined && { allowFetch: allow }),
    ...(deadline !== undefined && { deadline }),
    ...enginesOf(flags),
    ...(strict && { strict }),
    ...(watch !== undefined && { watch: watch === true ? SHARE : watch }),
    ...(sandbox ? {} : { sandbox }),
  }
}

/** The file that says which engine makes what, where there is one. A check writes it. */
function enginesOf({ engines, check }: AdoptFlags): Pick<ServerConfig, 'engines'> {
  if (check || (engines === undefined && !existsSync(ENGINES_FILE))) return {}
  return { engines: resolve(engines ?? ENGINES_FILE) }
}

/** @throws {UsageError} When it is no folder with a page. */
function checkFolder(site: string, folder: string, page: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(
      `"${site}" is no folder: give the one that holds the app's index.html, or a URL such as http://localhost:4200/`,
    )
  }
  const name = page.slice(page.lastIndexOf('/') + 1) || 'index.html'
  if (!existsSync(join(folder, name))) {
    throw new UsageError(
      `There is no ${name} in "${site}": give the folder of the built app, or --page with the path of its page`,
    )
  }
}
