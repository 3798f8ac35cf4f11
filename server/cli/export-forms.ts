// The forms that `hashbang export` writes, by its flags.

import { relative, resolve, sep } from 'node:path'
import { inFragment } from '../../src/scheme.ts'
import { toUglyUrl } from '../../src/url.ts'
import { readableRewrite } from '../html/readable-links.ts'
import type { Handler } from '../http/types.ts'
import { adoptedPages, adoptedReadables, tablePages } from '../site/adopted-pages.ts'
import type { Config } from '../site/config.ts'
import { stateShape } from '../site/state-shape.ts'
import type { ImportedApp } from '../site/states.ts'
import type { Form } from '../tools/export/form.ts'
import { pathsForm } from '../tools/export/paths-form.ts'
import { type SnapshotOptions, snapshotForm } from '../tools/export/snapshot-form.ts'
import { twinsForm } from '../tools/export/twins-form.ts'
import { UsageError } from './terminal.ts'

export interface FormFlags {
  readonly out?: string | undefined
  readonly servedFrom?: string
  readonly twins?: string
  readonly paths?: string
}

type Tables = readonly Pick<ImportedApp, 'page' | 'routes'>[]

/** The tables whose states are paths, by page. */
const pathTables = (apps: Tables): ReadonlyMap<string, ImportedApp['routes']> =>
  new Map(
    apps.filter(({ routes }) => !inFragment(routes.scheme)).map((app) => [app.page, app.routes]),
  )

/** @throws {UsageError} When the files of the client would be copied into themselves. */
export function checkForms({ assets }: Config, { paths }: FormFlags): void {
  if (paths !== undefined && assets !== undefined && isWithin(paths, assets))
    throw new UsageError(
      `--paths ${paths} is in the folder of the built client, ${assets}: choose a separate folder, such as dist/site`,
    )
}

const isWithin = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)

/** @param handler Answers for the usual headers. */
export async function formsOf(
  config: Config,
  apps: Tables,
  { out, servedFrom = out, twins, paths }: FormFlags,
  handler: Handler,
): Promise<Form[]> {
  const { origin, base = '/', assets } = config
  const tables = pathTables(apps)
  const readables = new Map(adoptedReadables(config.pages))
  for (const { page, routes } of apps)
    if (routes.options.readable) readables.set(page, routes.options.readable)
  const forms: Form[] = []
  if (out !== undefined) {
    // Web servers compare only the path, so states with a query have no redirect at their address.
    const findMove: SnapshotOptions['findMove'] = ({ page, state }, location) => {
      const href = readables.get(page)?.href(state)
      if (href === undefined || href.includes('?')) return undefined
      const url = readableRewrite(readables, origin + page)(location, 'link') ?? location
      return [decodeURIComponent(href).replace(/\/$/, ''), url]
    }
    const pages = Object.keys(config.pages)
    const usual = await usualHeaders(pages[0] ?? '/', handler)
    const served = resolve(servedFrom ?? out)
    forms.push(snapshotForm({ folder: out, served, pages, usual, findMove }))
  }
  if (twins !== undefined) {
    const adopted = new Map(adoptedPages(config.pages))
    const prettyUrl = (page: string, state: string) =>
      stateShape(adopted.get(page)?.states ?? '#!').prettyUrl(origin + page, state)
    forms.push(twinsForm({ folder: twins, origin, readables, atPaths: tables, prettyUrl }))
  }
  if (paths !== undefined) {
    const shells = tablePages(config.pages).map(([, { shell }]) => relative(assets ?? '.', shell))
    const client = assets === undefined ? undefined : { folder: assets, without: shells }
    const hrefOf = (page: string, state: string) => {
      try {
        return tables.get(page)?.scheme.href(state)
      } catch {
        return ''
      }
    }
    forms.push(pathsForm({ folder: paths, base, hrefOf, client }))
  }
  return forms
}

/** The headers of the first page's empty state: its language is that of most states. */
async function usualHeaders(page: string, handler: Handler): Promise<SnapshotOptions['usual']> {
  const answer = await handler({
    method: 'GET',
    target: toUglyUrl(`${page}#!`) ?? '/',
    headers: {},
  })
  const { 'x-robots-tag': _, ...usual } = answer?.status === 200 ? answer.headers : {}
  return usual
}
