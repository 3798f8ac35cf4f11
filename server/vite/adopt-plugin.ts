// The Vite plugin for an adopted app: serves its states in development and preview. In development
// the page and its modules come from the dev server, so snapshots show the current sources.

import { resolve } from 'node:path'
import type { Connect, Plugin, ResolvedConfig } from 'vite'
import { toNode } from '../serve/http/node-adapter.ts'
import { isUgly } from '../serve/http/request-target.ts'
import { LISTED } from '../serve/listing/listing.ts'
import { createSite, type Site } from '../serve/start/create-site.ts'
import { PURGE_PATH } from '../serve/start/purge-endpoint.ts'
import { prefixOf } from '../site/adopted-pages.ts'
import type { AdoptedPageConfig, Config } from '../site/config.ts'
import { writeAdopted } from './built.ts'
import { originOf, printSnapshotUrl } from './dev.ts'
import { homeOf } from './page-files.ts'
import { sharedSettings } from './shared-settings.ts'

/** Options of the plugin for an app that is adopted. */
export interface AdoptOptions extends Pick<Config, 'allowFetch' | 'region'> {
  /** How its states are written, and where they are readable; `true`: as its links say. */
  readonly adopt: true | Pick<AdoptedPageConfig, 'states' | 'readable'>
  /** Scheme, host and port for absolute URLs of development. Default: the dev server's own. */
  readonly origin?: string
}

/** ms. Longer than in production: Vite transforms modules on first use. */
const DEADLINE = 30_000

/** Vite's client reports this in every snapshot, because no socket opens there. */
const NO_SOCKET = 'console.error: [vite] failed to connect to websocket'

/** Below it the dev server answers as without this plugin, which reads the app there. */
const SOURCE = '/@hashbang-app'

export function adoptPlugin({ adopt, origin, ...given }: AdoptOptions): Plugin {
  const page = adopt === true ? {} : adopt
  let config: ResolvedConfig

  /** Opens the site at the first request. */
  function opener(at: () => { site: string; origin: string }) {
    let opened: Promise<Site> | undefined
    const start = async () => {
      const { site, origin: own } = at()
      return createSite(
        {
          ...given,
          ...(await sharedSettings(config.root, given)),
          origin: origin ?? own,
          pages: { [homeOf(config.base)]: { ...page, site } },
          ...{ workers: 1, cache: { bytes: 0 }, limits: { deadline: DEADLINE } },
        },
        {
          observe(event) {
            if (event.type !== 'warning') return
            for (const what of event.warnings.filter((one) => !one.includes(NO_SOCKET)))
              config.logger.warn(`#${event.state}: ${what}`, { timestamp: true })
          },
        },
      )
    }
    const open = () => {
      opened ??= start()
      opened.catch(() => (opened = undefined))
      return opened
    }
    return { open, close: async () => (await opened?.catch(() => undefined))?.close() }
  }

  /** The app's own files come from Vite. */
  const develop =
    (open: () => Promise<Site>): Connect.NextHandleFunction =>
    async (req, res, next) => {
      const { url = '/' } = req
      if (url.startsWith(`${SOURCE}/`)) {
        req.url = url.slice(SOURCE.length)
        req.originalUrl = req.url
        return next()
      }
      const isState =
        isUgly(url) || (page.readable !== undefined && url.startsWith(prefixOf(page.readable)))
      if (!isState && !LISTED.test(url) && url !== PURGE_PATH) return next()
      try {
        const site = await open()
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

  return {
    name: 'hashbang-router-adopt',
    configResolved(resolved) {
      config = resolved
    },
    async writeBundle() {
      await writeAdopted(config, { ...given, page })
    },
    configureServer(server) {
      printSnapshotUrl(server)
      const site = opener(() => {
        const own = originOf(server)
        return { site: own + SOURCE + homeOf(config.base), origin: own }
      })
      server.middlewares.use(develop(site.open))
      server.httpServer?.on('close', () => void site.close())
    },
    configurePreviewServer(server) {
      const folder = resolve(config.root, config.build.outDir)
      const site = opener(() => ({ site: folder, origin: originOf(server) }))
      server.middlewares.use((req, res, next) => {
        site.open().then(({ all }) => all(req, res, next), next)
      })
      server.httpServer.on('close', () => void site.close())
    },
  }
}
