// Writes an export's pages at their paths, as the site's own handler serves them.

import { join, relative, resolve, sep } from 'node:path'
import { inFragment } from '../../src/scheme.ts'
import { createSite } from '../serve/start/create-site.ts'
import type { Site } from '../serve/start/site.ts'
import { readableFile } from '../site/address-file.ts'
import { tablePages } from '../site/adopted-pages.ts'
import { buildOf } from '../site/build-id.ts'
import type { Config } from '../site/config.ts'
import { importApps } from '../site/states.ts'
import { readManifest } from '../tools/export/manifest.ts'
import { movedPage } from '../tools/export/moved-page.ts'
import { type PathReport, type PathSite, writePaths } from '../tools/export/paths.ts'
import type { ExportFlags, PathPages } from './export-flags.ts'
import { red, styled } from './styled.ts'
import { count, type Terminal, UsageError } from './terminal.ts'

export const findPathPages = async (config: Config): Promise<PathPages> =>
  new Map(
    (await importApps(config)).flatMap(({ page, routes }) =>
      inFragment(routes.scheme) ? [] : [[page, routes] as const],
    ),
  )

/** @throws {UsageError} When no table keeps states in paths, or the folder is unsuitable. */
export function checkPaths(config: Config, pages: PathPages, into: string, out: string): void {
  if (pages.size === 0)
    throw new UsageError(
      '--paths is for apps whose states are paths, and no table of this site has them: set scheme: pathScheme() in defineRoutes, or use --twins for states after "#!"',
    )
  const { assets, base = '/' } = config
  const isMixed =
    isWithin(into, out) ||
    (assets !== undefined && (isWithin(into, assets) || isWithin(assets, into)))
  if (isMixed)
    throw new UsageError(
      `--paths ${into} overlaps the built client (${assets ?? 'none'}) or the snapshots (${out}): choose a separate folder, such as dist/site`,
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
    return [path, pages.has(path) ? { ...page, audience: 'everyone' as const } : page] as const
  })
  // Without the client's files: a page of an earlier run is none of them.
  const handler = await createSite(
    {
      ...{ ...rest, pages: Object.fromEntries(everyone) },
      ...{ limits: { ...rest.limits, queue: 1000 }, cache: { ...rest.cache, bytes: 0 } },
    },
    { missing, patience: Number.POSITIVE_INFINITY },
  )
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
    if (answer === null) return 'no page serves it'
    const { status, body, headers } = answer
    const { location } = headers
    if ((status === 301 || status === 302) && location !== undefined) return movedPage(location)
    return isGood(status) ? body : `its status is ${status}`
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

const SHOWN = 10

export function printPaths(terminal: Terminal, report: PathReport, into: string): void {
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
