// The dev server's answer to ugly URLs: the production handler over the sources as they are now.
// In: requests to the dev server. Out: snapshots; everything else goes on to Vite.

import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Connect, ViteDevServer } from 'vite'
import { readToken } from '../../src/url.ts'
import { createCoreHandler } from '../handler.ts'
import { toNode } from '../node.ts'
import { createShell, type Shell } from '../shell.ts'
import type { SnapshotEnvironment } from './environment.ts'
import { shellFile } from './pages.ts'

/** Makes the middleware. `apps` are files by page path, relative to Vite's root. */
export function devMiddleware(
  server: ViteDevServer,
  snapshots: SnapshotEnvironment,
  apps: Readonly<Record<string, string>>,
  origin: string | undefined,
): Connect.NextHandleFunction {
  const { root, base, logger } = server.config
  snapshots.apps = Object.entries(apps).map(([path, file]) => [path, resolve(root, file)])

  async function shell(path: string, target: string): Promise<Shell | undefined> {
    if (!Object.hasOwn(apps, path)) return undefined
    const file = shellFile(path, base)
    const html = await readFile(join(root, file), 'utf8')
    return createShell(await server.transformIndexHtml(`/${file}`, html, target))
  }

  return (req, res, next) => {
    const { url = '/' } = req
    const query = url.indexOf('?')
    if (query < 0 || readToken(url.slice(query + 1)).use === 'none') return next()
    let failure: unknown
    const pool = {
      render: (job: Parameters<SnapshotEnvironment['render']>[0]) =>
        snapshots.render(job).catch((error: unknown) => {
          failure = error
          throw error
        }),
    }
    const handler = createCoreHandler({
      origin: origin ?? originOf(server),
      shell,
      pool,
      onWarning: (state, warnings) => {
        for (const warning of warnings) logger.warn(`#!${state}: ${warning}`, { timestamp: true })
      },
    })
    // What an app module threw is shown as Vite shows the errors of modules: with file and line.
    toNode(async (request) => {
      const response = await handler(request)
      return failure === undefined ? response : null
    })(req, res, () => next(failure))
  }
}

function originOf({ config, httpServer, resolvedUrls }: ViteDevServer): string {
  const [local] = resolvedUrls?.local ?? []
  if (local !== undefined) return new URL(local).origin
  const address = httpServer?.address() as AddressInfo | null | undefined
  return `http://localhost:${address?.port ?? config.server.port}`
}
