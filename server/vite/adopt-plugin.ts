// The Vite plugin for an app that is served as it is: its states at their ugly URLs and readable addresses, in development and preview.
// In: how its states are written. Out: a plugin. In development the page runtime is a reader of the dev server: it
// loads the page and its modules from there, as Vite transforms them, so that a snapshot is of the sources as they are now.

import { resolve } from 'node:path'
import type { Connect, Plugin, ResolvedConfig } from 'vite'
import { readToken } from '../../src/url.ts'
import { toNode } from '../http/node-adapter.ts'
import { createHandler, type Site } from '../production/create-handler.ts'
import type { AdoptedPageConfig } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { originOf } from './dev.ts'
import { homeOf } from './pages.ts'

/** Options of the plugin for an app that is adopted. */
export interface AdoptOptions extends Pick<Config, 'allowFetch' | 'locale' | 'timeZone'> {
  /** How its states are written, and where they are readable; `true`: as its links say. */
  readonly adopt: true | Pick<AdoptedPageConfig, 'states' | 'readable'>
  /** Scheme, host and port for absolute URLs of development. Default: the dev server's own. */
  readonly origin?: string
}

/** Modules are transformed when they are first wanted, which production does not have to wait for. */
const DEADLINE = 30_000

/** Makes the plugin. */
export function adoptPlugin({ adopt, origin, ...given }: AdoptOptions): Plugin {
  const page = adopt === true ? {} : adopt
  let config: ResolvedConfig

  /** What answers requests for states, of a site that is opened with the first of them. */
  function middleware(at: () => { site: string; origin: string }) {
    let opened: Promise<Site> | undefined
    const open = () => {
      const { site, origin: own } = at()
      opened ??= createHandler({
        ...given,
        origin: origin ?? own,
        pages: { [homeOf(config.base)]: { ...page, site } },
        ...{ workers: 1, cacheBytes: 0, deadline: DEADLINE, wait: DEADLINE },
        observe(event) {
          if (event.type !== 'warning') return
          for (const what of event.warnings) {
            config.logger.warn(`#${event.state}: ${what}`, { timestamp: true })
          }
        },
      })
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
          // The next request is for what the sources are then, whoever has kept what.
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
