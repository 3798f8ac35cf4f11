// Makes the configuration of `hashbang adopt` from a folder or URL and flags.

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ServerConfig } from '../serve/start/start-server.ts'
import type { StatePrefix } from '../site/adopted-urls.ts'
import type { CheckFlags } from './adopt-check.ts'
import { UsageError } from './terminal.ts'

export interface AdoptFlags extends CheckFlags {
  readonly check?: boolean
  readonly compare?: boolean
  readonly statesFile?: string
  readonly config?: string
  readonly origin?: string
  readonly sandbox: boolean
  readonly states?: StatePrefix
  readonly port: number
  readonly host?: string
  readonly page: string
  readonly allow?: readonly string[]
  readonly readable?: string
  readonly chromium?: readonly string[]
  readonly deadline?: number
  readonly logLevel: string
}

/** @throws {UsageError} */
export function adoptConfig(site: string, flags: AdoptFlags): ServerConfig {
  if (site === '')
    throw new UsageError('The site is empty: pass the folder of the built app, or "."')
  const { states, page, host, allow, port, readable, chromium, sandbox, deadline, statesFile } =
    flags
  const isUrl = /^https?:\/\//i.test(site)
  if (!isUrl) checkFolder(site, resolve(site), page)
  if (statesFile !== undefined && !existsSync(statesFile))
    throw new UsageError(
      `There is no file "${statesFile}": pass a file with one state on each line, or leave --states-file out`,
    )
  const adopted = {
    site: isUrl ? site : resolve(site),
    ...(states && { states }),
    ...(readable !== undefined && { readable }),
    ...(statesFile !== undefined && { statesFile }),
    ...(chromium && { chromium }),
  }
  return {
    ...{ port, pages: { [page]: adopted } },
    ...(host !== undefined && { host }),
    ...(allow !== undefined && { allowFetch: allow }),
    ...(deadline !== undefined && { limits: { deadline } }),
    ...(!sandbox && { adopt: { sandbox } }),
  }
}

/** @throws {UsageError} When it is not a folder with a page. */
function checkFolder(site: string, folder: string, page: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `"${site}" is no folder: pass the folder that holds the app's index.html, or a URL such as http://localhost:4200/`,
    )
  const name = page.slice(page.lastIndexOf('/') + 1) || 'index.html'
  if (!existsSync(join(folder, name)))
    throw new UsageError(
      `There is no ${name} in "${site}": pass the folder of the built app, or set --page to the path of its page`,
    )
}
