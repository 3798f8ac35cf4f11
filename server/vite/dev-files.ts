// Serves robots.txt, sitemaps, llms.txt and the feed on the dev server, from the current sources.
// As in production, the routes run in this process without a document.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import type { Handler } from '../cache/response/http-values.ts'
import { Listing } from '../serve/listing/listing.ts'
import { importApp, openContext } from '../site/app-module.ts'
import type { SnapshotEnvironment } from './environment.ts'
import { type Apps, homeOf } from './page-files.ts'

/** Creates the handler. @param pages Renders the pages of llms-full.txt. */
export function devFiles(server: ViteDevServer, snapshots: SnapshotEnvironment, apps: Apps) {
  const { root, base, publicDir, logger } = server.config
  /** By table, which is new after an edit only. */
  const contexts = new WeakMap<object, unknown>()
  const tables = () =>
    Promise.all(
      Object.entries(apps).map(async ([page, file]) => {
        const load = (path: string) => server.ssrLoadModule(path, { fixStacktrace: true })
        const { routes, context } = await importApp(page, join(root, file), load)
        const makeContext = () => {
          if (!contexts.has(routes)) contexts.set(routes, openContext(page, context))
          return contexts.get(routes)
        }
        return { page, routes, makeContext }
      }),
    )
  const handlerOf =
    (origin: string, pages: Handler): Handler =>
    async (request) => {
      const listing = new Listing(
        {
          origin,
          tables,
          handler: pages,
          allowFetch: snapshots.settings.allowFetch ?? [],
          pages: { '/': { site: snapshots.home } },
          sources: [{ base: homeOf(base), site: pathToFileURL(`${root}/`).href }],
          onForeign: (origin) => snapshots.logForeign(origin),
          warn: (warning) => snapshots.logOnce(warning),
          isOwn: async (name) => [publicDir, root].some((folder) => existsSync(join(folder, name))),
        },
        (error) => logger.error(`Cannot list the states: ${error}`, { timestamp: true }),
      )
      try {
        return await listing.handle(request)
      } finally {
        listing.close()
      }
    }
  let isChecked = false
  /** Reports once if the routes cannot be read without a document. */
  const check = () => {
    // A server that is closed evaluates nothing more.
    if (!isChecked)
      tables().catch(
        ({ message }: Error) =>
          server.httpServer?.listening !== false && snapshots.logOnce(message),
      )
    isChecked = true
  }
  return { handlerOf, check }
}
