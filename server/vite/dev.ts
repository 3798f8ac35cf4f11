// Answers ugly URLs on the dev server, by the production handler over the current sources. All
// other requests go on to Vite.

import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Connect, PreviewServer, ViteDevServer } from 'vite'
import { type HandlerResponse, textResponse } from '../cache/response/http-values.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { printableLines } from '../diagnostics/printable.ts'
import type { Readables } from '../html/readable-links.ts'
import type { SitePage } from '../serve/handler/addresses.ts'
import { CoreHandler } from '../serve/handler/handler.ts'
import { toNode } from '../serve/http/node-adapter.ts'
import { isUgly } from '../serve/http/request-target.ts'
import { LISTED } from '../serve/listing/listing.ts'
import { purgeEndpoint } from '../serve/start/purge-endpoint.ts'
import { moduleScripts, readShell, type Shell } from '../site/shell.ts'
import type { Answer, Refusal } from '../snapshot/pool/protocol.ts'
import { devFiles } from './dev-files.ts'
import type { SnapshotEnvironment } from './environment.ts'
import { type Apps, checkFiles, homeOf, shellFile } from './page-files.ts'
import { devStyles } from './styles-plugin.ts'

/** Creates the middleware. `apps` are files by page path, relative to Vite's root. */
export function devMiddleware(
  server: ViteDevServer,
  snapshots: SnapshotEnvironment,
  apps: Apps,
  origin: string | undefined,
): Connect.NextHandleFunction {
  const { root, base, logger } = server.config
  try {
    checkFiles(root, apps, base)
  } catch (error) {
    // The missing file may be written while the server runs.
    logger.warn((error as Error).message, { timestamp: true })
  }
  snapshots.apps = Object.entries(apps).map(([path, file]) => [path, resolve(root, file)])
  const pages = new DevPages(server, snapshots, apps, origin)
  const { purgeToken } = snapshots.settings
  if (purgeToken === undefined) return pages.answer
  const purge = async () => ({ count: 0, complete: true })
  const purges = purgeEndpoint(purgeToken, purge, Object.keys(apps))
  return (req, res, next) => {
    if (!purges(req, res)) pages.answer(req, res, next)
  }
}

/** The errors of one request. */
class Faults {
  /** Thrown by Vite or an app module: Vite's error page shows it, with file and line. */
  thrown: unknown
  /** Of the render, with the status that production would send. */
  rendered: RenderFault | undefined
  state = ''

  readonly throw = (error: unknown): never => {
    this.thrown = error
    throw error
  }
}

type RenderFault = readonly [text: string, status: number]
type Pool = ConstructorParameters<typeof CoreHandler>[0]['pool']

/** The pages of a project, each rendered from the sources as they are at its request. */
class DevPages {
  readonly #server: ViteDevServer
  readonly #snapshots: SnapshotEnvironment
  readonly #apps: Apps
  readonly #origin: string | undefined
  readonly #readableOf: ReturnType<typeof readablesOf>
  readonly #files: ReturnType<typeof devFiles>

  constructor(
    server: ViteDevServer,
    snapshots: SnapshotEnvironment,
    apps: Apps,
    origin: string | undefined,
  ) {
    this.#server = server
    this.#snapshots = snapshots
    this.#apps = apps
    this.#origin = origin
    this.#readableOf = readablesOf(snapshots)
    this.#files = devFiles(server, snapshots, apps)
    snapshots.stylesOf = (page, modules) => this.#stylesOf(page, modules)
  }

  readonly answer: Connect.NextHandleFunction = async (req, res, next) => {
    const { url = '/' } = req
    // Inside of another server, only the request knows the address.
    const ownOrigin = this.#server.httpServer
      ? devOrigin(this.#server)
      : `http://${req.headers.host}`
    this.#snapshots.home ||= ownOrigin
    const isFile = LISTED.test(url)
    const readables = isUgly(url) ? undefined : await this.#readableOf(req)
    if (!isUgly(url) && readables === undefined) return next()
    const faults = new Faults()
    const origin = this.#origin ?? ownOrigin
    const isHome = !isUgly(url) && Object.hasOwn(this.#apps, url)
    const handle = this.#handler(origin, req.originalUrl ?? url, readables, faults)
    toNode(async (request) => {
      const response = await (isFile ? this.#files.handlerOf(origin, handle) : handle)(request)
      const fault = faults.thrown ?? faults.rendered?.[0]
      // The home stays the app: it shows the error itself.
      if (isHome && fault !== undefined) {
        this.#warn(`The page "${url}" comes without its content, which could not be made: ${fault}`)
        return null
      }
      if (faults.thrown !== undefined || response === null) return null
      if (faults.rendered !== undefined) return errorAnswer(faults.state, ...faults.rendered)
      // The next request may see other sources, so nothing may be cached.
      return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } }
    })(req, res, () => next(isHome ? undefined : faults.thrown))
  }

  #handler(origin: string, target: string, readables: Readables | undefined, faults: Faults) {
    const pages = Object.keys(this.#apps).map((path): [string, SitePage] => [
      path,
      {
        shell: () => this.#shell(path, target).catch(faults.throw),
        readable: readables?.get(path),
      },
    ])
    const { handle } = new CoreHandler({
      origin,
      pages: new Map(pages),
      pool: this.#pool(faults),
      observe: (event) => {
        if (event.type !== 'warning' || faults.thrown) return
        for (const warning of event.warnings) this.#warn(`#!${faults.state}: ${warning}`)
      },
    })
    return handle
  }

  #pool(faults: Faults): Pool {
    return {
      render: async (job) => {
        const answer = await this.#snapshots.render(job).catch(faults.throw)
        faults.rendered = faultOf(job.state, answer)
        faults.state = job.state
        if (answer.type === 'snapshot' && answer.error === undefined) this.#files.check()
        return answer
      },
    }
  }

  async #shell(path: string, target: string): Promise<Shell> {
    const { root, base } = this.#server.config
    const file = shellFile(path, base)
    checkFiles(root, { [path]: this.#apps[path] as string }, base)
    const html = await readFile(join(root, file), 'utf8')
    return readShell(await this.#server.transformIndexHtml(`/${file}`, html, target), file)
  }

  // The shell's script would add its styles itself.
  async #stylesOf(page: string, modules: readonly string[]): Promise<readonly string[]> {
    const { root, base } = this.#server.config
    const html = await readFile(join(root, shellFile(page, base)), 'utf8')
    const { client } = this.#server.environments
    return devStyles(client, [...moduleScripts(html), ...modules], homeOf(base))
  }

  #warn(text: string): void {
    this.#server.config.logger.warn(text, { timestamp: true })
  }
}

/** With the ending that Vite would find. */
const CONFIG = /(?:^|[\\/])(hashbang\.config(?:\.[cm]?[jt]s)?)(?:[?#\\/]|$)/i

/**
 * Refuses the server's config file. Vite serves every file of its root, and this one may hold a
 * token.
 */
export const refuseConfig: Connect.NextHandleFunction = ({ url = '/' }, res, next) => {
  // Not in the query, which may have it in a state.
  const [path = ''] = url.split('?')
  // Invalid bytes stay as they are.
  const decoded = path.replace(/%[0-7][0-9a-f]/gi, (sign) => decodeURIComponent(sign))
  const [, file] = CONFIG.exec(decoded) ?? []
  if (file === undefined) return next()
  res.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
  res.end(
    `${file} is not sent to browsers, because it may hold secrets: move values that your app needs into a module of their own\n`,
  )
}

/** Leads `/docs` to the base `/docs/`, as production does. Vite would answer with 404. */
export const toBase =
  (base: string): Connect.NextHandleFunction =>
  ({ method, url }, res, next) =>
    method === 'GET' && `${url}/` === base
      ? void res.writeHead(302, { location: base }).end()
      : next()

/**
 * Answers paths without a file as production does: with the app where states are paths, with the
 * error if the table cannot be read, and with 404 for the `fetch` of a file.
 */
export const fallback =
  (snapshots: SnapshotEnvironment, base: string): Connect.NextHandleFunction =>
  async (req, res, next) => {
    const [path = ''] = req.originalUrl?.split('?') ?? []
    if (!/\.\w+$/.test(path) && !/\.html?(?:\?|$)/.test(req.url ?? '') && isDocument(req)) {
      const addresses = await snapshots.addresses().catch((error: Error) => error)
      if (addresses instanceof Error) return next(addresses)
      const pages = addresses.inPaths.filter((page) => path.startsWith(page))
      const page = pages.toSorted((one, other) => other.length - one.length)[0]
      if (page !== undefined) req.url = `/${shellFile(page, base)}`
    }
    const isMissing = req.url?.startsWith('/index.html') && /\.(?!html?$)\w+$/.test(path)
    if (!isMissing || req.headers['sec-fetch-dest'] !== 'empty') return next()
    res.writeHead(404).end(`There is no file ${path}\n`)
  }

/** Only a document can be a page. Other requests need not wait for the worker. */
const isDocument = ({ method, headers }: Connect.IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document'

function readablesOf(snapshots: SnapshotEnvironment) {
  let latest: Readables | undefined
  return async (request: Connect.IncomingMessage) => {
    const { url = '/' } = request
    if (!isDocument(request)) return
    // While the table cannot be read, requests at its last addresses report the error.
    latest = await snapshots.addresses().then(
      ({ readables }) => readables,
      () => latest,
    )
    if (LISTED.test(url)) return latest ?? new Map()
    const isThere = [...(latest?.values() ?? [])].some(({ prefix }) => url.startsWith(prefix))
    return isThere || latest?.get(url)?.home ? latest : undefined
  }
}

/** Shows the developer the error that in production is in the log. */
function errorAnswer(state: string, text: string, status: number): HandlerResponse {
  // Vite colours its errors for a terminal.
  const plain = stripVTControlCharacters(text)
  return textResponse(
    status,
    printableLines(`The snapshot of #!${state} could not be made.\n\n${plain}`),
  )
}

function faultOf(state: string, answer: Answer | Refusal): RenderFault | undefined {
  if (answer.type === 'snapshot')
    return answer.error === undefined ? undefined : [answer.error, 500]
  if (answer.type === 'crashed') return [answer.error, 503]
  if (answer.type === 'late')
    return [diagnosis('HB105', state, answer.after ?? 0, answer.waiting ?? []), 503]
  const isLost = answer.type === 'no-worker' || answer.type === 'hung' || answer.type === 'died'
  return isLost ? [answer.why, 503] : undefined
}

export function devOrigin(server: ViteDevServer | PreviewServer): string {
  const { config, httpServer, resolvedUrls } = server
  const [local] = resolvedUrls?.local ?? []
  if (local !== undefined) return new URL(local).origin
  const address = httpServer?.address() as AddressInfo | null | undefined
  return `http://localhost:${address?.port ?? config.server.port}`
}

export function printSnapshotUrl(server: ViteDevServer): void {
  const { printUrls, config } = server
  server.printUrls = () => {
    printUrls.call(server)
    config.logger.info(`  ➜  Snapshot: ${devOrigin(server)}${config.base}?_escaped_fragment_=`)
  }
}
