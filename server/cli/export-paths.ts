// The pages of an export's states at their paths, as the site's own handler answers everyone. In: the configuration, flags. Out:
// the files of the site, and what became of them; a fault where no table keeps its states in paths, or the folder is no place.

import { join, relative, resolve, sep } from 'node:path'
import { escapeHtml } from '../../src/html.ts'
import { inFragment } from '../../src/scheme.ts'
import { readManifest } from '../export/manifest.ts'
import { type PathReport, type PathSite, writePaths } from '../export/paths.ts'
import { readableFile } from '../export/readable-files.ts'
import { createHandler, type Site } from '../production/create-handler.ts'
import { tablePages } from '../site/adopted-pages.ts'
import { buildOf } from '../site/build-id.ts'
import type { Config } from '../site/load-config.ts'
import { type ImportedApp, importApps } from '../site/states.ts'
import type { ExportFlags } from './export.ts'
import { red, styled } from './styled.ts'
import { count, type Terminal, UsageError } from './terminal.ts'

/** The tables whose states are paths, by their pages. */
export type PathPages = ReadonlyMap<string, ImportedApp['routes']>

/** Finds them. */
export const findPathPages = async (config: Config): Promise<PathPages> =>
  new Map(
    (await importApps(config)).flatMap(({ page, routes }) =>
      inFragment(routes.scheme) ? [] : [[page, routes] as const],
    ),
  )

/** Checks that there are such, and that the folder is one for them. @throws {UsageError} When not. */
export function checkPaths(config: Config, pages: PathPages, into: string, out: string): void {
  if (pages.size === 0)
    throw new UsageError(
      '--paths is for apps whose states are paths, and no table of this site has such: give defineRoutes the option scheme: pathScheme(), or write pages beside "#!" by --twins',
    )
  const { assets, base = '/' } = config
  const isMixed =
    isWithin(into, out) ||
    (assets !== undefined && (isWithin(into, assets) || isWithin(assets, into)))
  if (isMixed)
    throw new UsageError(
      `--paths ${into} is not apart from the built client (${assets ?? 'none'}), which stays as it was built, and the snapshots (${out}): give a folder of its own, such as dist/site`,
    )
  for (const [page, { scheme }] of pages) {
    const home = scheme.href('')
    if (!home.startsWith(base))
      throw new UsageError(
        `The states of the page "${page}" are below ${home}, and the files of the app below ${base}: make the base of pathScheme() and that of Vite the same`,
      )
  }
}

const isWithin = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)

/** Writes the site. */
export async function exportPaths(
  config: Config,
  pages: PathPages,
  folders: { readonly from: string; readonly into: string },
  { concurrency, run }: Pick<ExportFlags, 'concurrency' | 'run'>,
  terminal: Terminal,
): Promise<PathReport> {
  const { assets: client, base = '/', origin } = config
  const { assets: _, ...rest } = config
  const missing = `${base}404.html`
  const everyone = Object.entries(config.pages).map(([path, page]) => {
    return [path, pages.has(path) ? { ...page, everyone: true } : page] as const
  })
  // Not of the files of the client: a page of an earlier run is none of them.
  const handler = await createHandler({
    ...{ ...rest, pages: Object.fromEntries(everyone), missing },
    ...{ queue: 1000, patience: Number.POSITIVE_INFINITY, cacheBytes: 0, walk: false },
  })
  const shells = tablePages(config.pages).map(([, { shell }]) => relative(client ?? '.', shell))
  const manifest = await readManifest(folders.from)
  let states = 0
  for (const _ of manifest?.records() ?? []) states += 1
  const progress = terminal.progress('Pages at paths', states)
  try {
    return await writePaths(pathSite(handler, pages, base, missing), {
      ...{ manifest, client, concurrency, into: folders.into, onPage: () => progress.step() },
      shells: new Set(shells.map((file) => file.replaceAll('\\', '/'))),
      generation: run === undefined ? undefined : { run, origin, build: await buildOf(config) },
    })
  } finally {
    progress.stop()
    manifest?.close()
    await handler.close()
  }
}

function pathSite(handler: Site, pages: PathPages, base: string, missing: string): PathSite {
  const ask = async (target: string, isGood: (status: number) => boolean) => {
    const answer = await handler({ method: 'GET', target, headers: {} })
    if (answer === null) return 'it is answered by no page'
    const { status, body, headers } = answer
    const { location } = headers
    if ((status === 301 || status === 302) && location !== undefined) return moved(location)
    return isGood(status) ? body : `it is answered ${status}`
  }
  const hrefOf = (page: string, state: string): string | undefined => {
    try {
      return pages.get(page)?.scheme.href(state)
    } catch {
      return undefined
    }
  }
  return {
    fileOf(page, state) {
      if (!pages.has(page)) return undefined
      const href = hrefOf(page, state)
      return href === undefined ? null : readableFile(base, href)
    },
    make: (page, state) => ask(hrefOf(page, state) as string, (status) => status === 200),
    makeMissing: () => ask(missing, (status) => status < 500),
  }
}

/** What a host of files can say of a state that stands for another. */
function moved(location: string): Buffer {
  const url = escapeHtml(location)
  return Buffer.from(
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${url}"><meta http-equiv="refresh" content="0; url=${url}"></head><body><a href="${url}">${url}</a></body></html>\n`,
  )
}

/** How many faults are shown. */
const SHOWN = 10

/** Says what became of the pages. */
export function tellPaths(terminal: Terminal, report: PathReport, into: string): void {
  const { pages, written, unchanged, kept, resumed, removed, files, unwritten } = report
  const faults = [
    ...report.errors.map(({ page, state, reason }) =>
      page === '' ? styled`404.html: ${reason}` : styled`${state === '' ? page : state}: ${reason}`,
    ),
    ...report.refused.map(
      (file) =>
        styled`${join(into, file)} is not of this export, or a file of the app's own: left as it is; move it away`,
    ),
  ]
  for (const fault of faults.slice(0, SHOWN)) terminal.note(styled`${red('✘')} ${fault}`)
  if (faults.length > SHOWN) terminal.note(`  and ${count(faults.length - SHOWN, 'more', 'more')}`)
  if (unwritten > 0)
    terminal.note(
      `${count(unwritten, 'state')} with a query or an odd path ${unwritten === 1 ? 'has' : 'have'} no file: the page of the path, or 404.html, starts the app there.`,
    )
  terminal.line(
    `${count(pages, 'page')} at paths in ${into}: ${written} written, ${unchanged} unchanged, ${kept} kept, ${resumed} from a run that was stopped, ${removed} removed; ${count(files, 'file')} of the client.`,
  )
}
