// Reads the shells and route tables of a site's pages.

import type { Observer } from '../../observe/events.ts'
import { tablePages } from '../../site/adopted-pages.ts'
import { importApp } from '../../site/app-module.ts'
import { checkReadable, readSetting } from '../../site/build-id.ts'
import type { Config } from '../../site/config.ts'
import { ConfigError } from '../../site/settings.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { PageFacts } from '../handler/parse-request.ts'
import type { PathPage } from '../handler/path-pages.ts'
import { shellAt } from '../handler/rewritten-shells.ts'

export interface Page extends PageFacts, PathPage {}

/** Omits adopted pages. @throws {ConfigError} When a file is invalid. */
export async function readPages(
  { pages: all, origin }: Pick<Config, 'pages' | 'origin'>,
  observe: Observer,
): Promise<ReadonlyMap<string, Page>> {
  const pages = new Map<string, Page>()
  for (const [path, { shell: file, app, query, audience }] of tablePages(all)) {
    const html = await readSetting(path, 'shell', file)
    await checkReadable(path, 'app', app)
    const table = await tableOf(path, app, observe)
    const shell = shellAt(html, file, table?.scheme, origin + path)
    pages.set(path, { query, everyone: audience === 'everyone', table, shell })
  }
  return pages
}

/** Reads the routes of an app module without importing its views. */
async function tableOf(page: string, app: string, observe: Observer): Promise<PageFacts['table']> {
  try {
    return (await importApp(page, app)).routes
  } catch (error) {
    const warnings = [`Spellings of a state do not share its snapshot: ${error}`]
    observe({ type: 'warning', state: '', warnings })
    return undefined
  }
}

/**
 * Crawlers take a 404 at an empty state for the end of the site. Specification, "Pages without hash
 * fragments". @throws {ConfigError} When a page with the fragment tag has no empty state.
 */
export async function checkHomes(
  pages: ReadonlyMap<string, Page>,
  { render }: Pick<Pool, 'render'>,
  origin: string,
  observe: Observer,
): Promise<void> {
  for (const [page, { shell }] of pages) {
    if (!shell.hasFragmentTag) continue
    const home = await render({ page, state: '', url: origin + page, shell: shell.html })
    if (home.type === 'redirect') continue
    if (home.type !== 'snapshot') {
      const warnings = [`The empty state of the page "${page}" cannot be shown now: ${home.type}`]
      observe({ type: 'warning', state: '', warnings })
    } else if (home.status === 404 || home.status === 410) {
      throw new ConfigError(
        `The page "${page}" has the fragment tag, but its empty state returns ${home.status}: add a route "" to its table, or remove the tag from the shell`,
      )
    }
  }
}
