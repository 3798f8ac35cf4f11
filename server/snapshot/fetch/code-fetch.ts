// Creates the `fetch` of a route's code: it reads the site's files in process, and its errors name
// the route. For workers and the listing of states.

import { pathToFileURL } from 'node:url'
import type { Table } from '../../../src/table.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { type Mount, mountsOf, tablePages } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { OpenedApp } from '../../site/site-states.ts'
import { allowedFetch } from './restricted-fetch.ts'
import { siteFetch } from './site-fetch.ts'

export interface CodeFetchOptions {
  readonly mounts: readonly Mount[]
  /** Origins besides the site's own. */
  readonly allow: ReadonlySet<string>
  /** Receives other origins, which then pass. Default: they are refused. */
  readonly onForeign?: ((origin: string) => void) | undefined
  /** Sends any request. */
  readonly send: typeof fetch
}

/** @returns The `send` of a page's code, and the function that restricts it. */
export function codeFetch(
  { mounts, allow, onForeign, send }: CodeFetchOptions,
  { routes, state, url }: { readonly routes: Table; readonly state: string; readonly url: string },
): { readonly restrict: (send: typeof fetch) => typeof fetch; readonly send: typeof fetch } {
  const { origin } = new URL(url)
  const name = routes.match(state)?.name
  const who = name === undefined ? `the state "${state}"` : `the route "${name}" (#!${state})`
  const explain = (url: string, error: unknown) => {
    const { cause } = error as Error
    if (cause === undefined) return error
    const isOwn = new URL(url).origin === origin
    return new TypeError(diagnosis('HB118', url, who, cause, isOwn), { cause })
  }
  return {
    restrict: (send) => allowedFetch(send, url, allow, { who, onForeign, explain }),
    send: siteFetch(mounts, origin, send, send),
  }
}

export interface FetchSettings
  extends Pick<Config, 'origin' | 'pages' | 'assets' | 'base' | 'followLinks' | 'allowFetch'>,
    Pick<CodeFetchOptions, 'onForeign'> {
  /** Folders of modules, with their addresses. Default: those of the pages' modules. */
  readonly sources?: readonly Mount[]
}

/** Gives the apps the `fetch` that they have in workers. */
export function withFetch(apps: readonly OpenedApp[], config: FetchSettings): readonly OpenedApp[] {
  const { allowFetch, onForeign } = config
  const options = { mounts: mountsOf(config), allow: new Set(allowFetch), onForeign, send: fetch }
  const { sources = sourcesOf(config), origin } = config
  return apps.map((app) => ({
    ...app,
    fetch(state) {
      const url = config.origin + app.page
      const { restrict, send } = codeFetch(options, { routes: app.routes, state, url })
      const restricted = restrict(send)
      return (input, init) =>
        restricted(input instanceof Request ? input : toSite(`${input}`), init)
    },
  }))

  /** Node gives modules the addresses of their files. */
  function toSite(url: string): string {
    const source = sources.find(({ site }) => url.startsWith(site))
    return source ? origin + source.base + url.slice(source.site.length) : url
  }
}

const sourcesOf = ({ pages, base = '/' }: FetchSettings): Mount[] =>
  tablePages(pages).map(([, { app }]) => ({ base, site: new URL('./', pathToFileURL(app)).href }))
