// Reads the shells and route tables of a site's pages, when the site opens.

import { inFragment } from '../../../src/scheme.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { tablePages } from '../../site/adopted-pages.ts'
import { importApp } from '../../site/app-module.ts'
import { checkReadable, readSetting } from '../../site/build-id.ts'
import { ConfigError } from '../../site/check-settings.ts'
import type { Config, PageConfig } from '../../site/config.ts'
import { moduleScripts, type Shell, shellAt } from '../../site/shell.ts'
import type { Lane } from '../../snapshot/pool/pool.ts'
import type { SitePage } from '../handler/addresses.ts'

export type TablePage = SitePage & { readonly html: Shell }

/**
 * @param everywhere The readers of all pages. A page's own setting can only add readers.
 * @param onUnread Receives why this process cannot read a table.
 * @throws {ConfigError} When a file is invalid.
 */
export async function readPages(
  { pages: all, origin, assets }: Pick<Config, 'pages' | 'origin' | 'assets'>,
  everywhere: PageConfig['audience'],
  onUnread: (why: string) => void,
): Promise<ReadonlyMap<string, TablePage>> {
  const pages = new Map<string, TablePage>()
  for (const [path, { shell: file, app, query, audience }] of tablePages(all)) {
    const markup = await readSetting(path, 'shell', file)
    if (assets !== undefined) checkScripts(path, markup, origin)
    await checkReadable(path, 'app', app)
    const table = await importApp(path, app).then(
      ({ routes }) => routes,
      (error: Error) => void onUnread(`${error.message}. ${WITHOUT_TABLE}`),
    )
    const html = shellAt(markup, file, table?.scheme, origin + path)
    const { readable } = table && inFragment(table.scheme) ? table.options : {}
    const everyone = [everywhere, audience].includes('everyone')
    pages.set(path, { table, readable, html, query, everyone, shell: () => html })
  }
  return pages
}

/** @throws {ConfigError} When the shell loads a source, which no browser runs. */
function checkScripts(path: string, html: string, origin: string): void {
  const source = moduleScripts(html).find((src) => {
    const url = URL.canParse(src, origin + path) ? new URL(src, origin + path) : null
    return url?.origin === origin && /\.(?:[cm]?ts|[jt]sx|vue|svelte)$/.test(url.pathname)
  })
  if (source === undefined) return
  const fault = `"pages" of "${path}": "shell" loads ${source}, a source that no browser runs: name the built index.html, such as "dist/client/index.html"`
  throw new ConfigError(diagnosis('HB109', 'the configuration', [fault]))
}

const WITHOUT_TABLE =
  'Until then, readable addresses, the sitemap and llms.txt are missing, and spellings of a state do not share a snapshot'

/**
 * Crawlers take a 404 at an empty state for the end of the site. Specification, "Pages without hash
 * fragments"
 * @throws {ConfigError} When a page with the fragment tag has no empty state.
 */
export async function checkHomes(
  pages: ReadonlyMap<string, TablePage>,
  lane: Lane,
  origin: string,
  warn: (warning: string) => void,
): Promise<void> {
  for (const [page, { html: shell }] of pages) {
    if (!shell.hasFragmentTag) continue
    const job = { page, state: '', url: origin + page, form: 'crawler', shell: shell.html } as const
    const home = await lane.render(job)
    if (home.type === 'redirect') continue
    if (home.type !== 'snapshot') {
      warn(`The empty state of the page "${page}" cannot be shown now: ${home.type}`)
    } else if (home.status === 404 || home.status === 410) {
      throw new ConfigError(diagnosis('HB127', page))
    }
  }
}
