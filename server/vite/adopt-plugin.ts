// The Vite plugin for an adopted app: serves its states in development and preview. In development
// the page and its modules come from the dev server, so snapshots show the current sources.

import { resolve } from 'node:path'
import type { Connect, Plugin, ResolvedConfig } from 'vite'
import { readToken } from '../../src/url.ts'
import { toNode } from '../http/node-adapter.ts'
import { createSite } from '../serve/start/create-site.ts'
import type { Site } from '../serve/start/site.ts'
import type { AdoptedPageConfig, Config } from '../site/config.ts'
import { originOf, printSnapshotUrl } from './dev.ts'
import { homeOf } from './pages.ts'

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

export function adoptPlugin({ adopt, origin, ...given }: AdoptOptions): Plugin {
  const page = adopt === true ? {} : adopt
  let config: ResolvedConfig

  /** Creates the middleware that answers requests for states. The first request opens the site. */
  function middleware(at: () => { site: string; origin: string }) {
    let opened: Promise<Site> | undefined
    const open = () => {
      const { site, origin: own } = at()
      opened ??= createSite(
        {
          ...given,
          origin: origin ?? own,
          pages: { [homeOf(config.base)]: { ...page, site } },
          ...{ workers: 1, cache: { bytes: 0 }, limits: { deadline: DEADLINE } },
        },
        {
          observe(event) {
            if (event.type !== 'warning') return
            for (const what of event.warnings) {
              if (what.includes(NO_SOCKET)) continue
              config.logger.warn(`#${event.state}: ${what}`, { timestamp: true })
            }
          },
        },
      )
      opened.catch(() => {
        opened = undefined
      })
      return opened
    }
    const answer: Connect.NextHandleFunction = async (req, res, next) => {
      if (!isOfState(req.url ?? '/', page.readable)) return next()
      try {
        const site = await open()
        toNode(async (request) => {
          const response = await site(request)
          // The next request may see other sources, so nothing may be cached.
          return (
            response && {
              ...response,
              headers: { ...response.headers, 'cache-control': 'no-store' },
            }
          )
        })(req, res, next)
      } catch (error) {
        next(error)
      }
    }
    return { answer, close: async () => (await opened?.catch(() => undefined))?.close() }
  }

  return {
    name: 'hashbang-router-adopt',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      const own = () => originOf(server)
      printSnapshotUrl(server)
      const site = middleware(() => ({ site: own() + homeOf(config.base), origin: own() }))
      server.middlewares.use(site.answer)
      server.httpServer?.on('close', () => void site.close())
    },
    configurePreviewServer(server) {
      const folder = resolve(config.root, config.build.outDir)
      const site = middleware(() => ({ site: folder, origin: originOf(server) }))
      server.middlewares.use(site.answer)
      server.httpServer.on('close', () => void site.close())
    },
  }
}

function isOfState(url: string, prefix: string | undefined): boolean {
  const query = url.indexOf('?')
  const isUgly = query >= 0 && readToken(url.slice(query + 1)).use !== 'none'
  return isUgly || (prefix !== undefined && url.startsWith(prefix))
}
