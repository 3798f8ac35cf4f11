// The Vite plugin for an adopted app: serves its states in development and preview. In development
// page and modules come from the dev server.

import { resolve } from 'node:path'
import type { Connect, Plugin, ResolvedConfig } from 'vite'
import { toNode } from '../serve/http/node-adapter.ts'
import { isUgly } from '../serve/http/request-target.ts'
import { LISTED } from '../serve/listing/listing.ts'
import type { ServerEvent } from '../serve/observe/events.ts'
import { createSite, type Site } from '../serve/start/create-site.ts'
import { PURGE_PATH } from '../serve/start/purge-endpoint.ts'
import { prefixOf } from '../site/adopted-pages.ts'
import type { AdoptedPageConfig } from '../site/config.ts'
import { writeAdopted } from './built.ts'
import { devOrigin, printSnapshotUrl, toBase } from './dev.ts'
import { homeOf } from './page-files.ts'
import { type AdoptOptions, sharedSettings } from './plugin-options.ts'

/** ms. Vite transforms modules on first use. */
const DEADLINE = 30_000

/** A message of Vite's client in every snapshot: no socket opens there. */
const NO_SOCKET = 'console.error: [vite] failed to connect to websocket'

/** Below this path the plugin reads the app: the dev server answers as without the plugin. */
const SOURCE = '/@hashbang-app'

export function adoptPlugin({ adopt, origin, ...settings }: AdoptOptions): Plugin {
  const page = adopt === true ? {} : adopt
  let config: ResolvedConfig
  const siteAt = (locate: () => Location) =>
    lazySite(async () => {
      const { site, origin: ownOrigin } = locate()
      return createSite(
        {
          ...settings,
          ...(await sharedSettings(config.root, settings)),
          origin: origin ?? ownOrigin,
          pages: { [homeOf(config.base)]: { ...page, site } },
          workers: 1,
          cache: { bytes: 0 },
          limits: { deadline: DEADLINE },
        },
        { observe: (event) => logWarnings(event, config) },
      )
    })

  return {
    name: 'hashbang-router-adopt',
    configResolved(resolved) {
      config = resolved
    },
    async writeBundle() {
      await writeAdopted(config, { ...settings, page })
    },
    configureServer(server) {
      printSnapshotUrl(server)
      const site = siteAt(() => {
        const ownOrigin = devOrigin(server)
        return { site: ownOrigin + SOURCE + homeOf(config.base), origin: ownOrigin }
      })
      server.middlewares.use(toBase(config.base))
      server.middlewares.use(devStates(site, page.readable))
      server.httpServer?.on('close', () => void site.close())
    },
    configurePreviewServer(server) {
      const folder = resolve(config.root, config.build.outDir)
      const site = siteAt(() => ({ site: folder, origin: devOrigin(server) }))
      server.middlewares.use((req, res, next) => {
        site.open().then(({ all }) => all(req, res, next), next)
      })
      server.httpServer.on('close', () => void site.close())
    },
  }
}

/** Where a site reads its app, and its origin. Known once the server listens. */
interface Location {
  readonly site: string
  readonly origin: string
}

/** Opens a site at the first request, and again after a failure. */
function lazySite(create: () => Promise<Site>) {
  let opened: Promise<Site> | undefined
  return {
    open(): Promise<Site> {
      opened ??= create().catch((error) => {
        opened = undefined
        throw error
      })
      return opened
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  }
}

function logWarnings(event: ServerEvent, { logger }: ResolvedConfig): void {
  if (event.type !== 'warning') return
  for (const warning of event.warnings.filter((text) => !text.includes(NO_SOCKET)))
    logger.warn(`#${event.state}: ${warning}`, { timestamp: true })
}

/** Answers requests for states. The app's own files come from Vite. */
const devStates =
  (
    lazy: ReturnType<typeof lazySite>,
    readable: AdoptedPageConfig['readable'],
  ): Connect.NextHandleFunction =>
  async (req, res, next) => {
    const { url = '/' } = req
    if (url.startsWith(`${SOURCE}/`)) {
      req.url = url.slice(SOURCE.length)
      req.originalUrl = req.url
      return next()
    }
    const isState = isUgly(url) || (readable !== undefined && url.startsWith(prefixOf(readable)))
    if (!isState && !LISTED.test(url) && url !== PURGE_PATH) return next()
    try {
      const site = await lazy.open()
      if (!isState) return site.all(req, res, next)
      toNode(async (request) => {
        const response = await site(request)
        // The next request may see other sources, so nothing may be cached.
        const headers = { ...response?.headers, 'cache-control': 'no-store' }
        return response && { ...response, headers }
      })(req, res, next)
    } catch (error) {
      next(error)
    }
  }
