// Answers ugly URLs on the dev server: the production handler over the current sources. All other
// requests go on to Vite.

import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Connect, PreviewServer, ViteDevServer } from 'vite'
import { type HandlerResponse, refuse } from '../cache/response/http-values.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { printableLines } from '../diagnostics/printable.ts'
import type { Readables } from '../html/readable-links.ts'
import type { SitePage } from '../serve/handler/addresses.ts'
import { CoreHandler } from '../serve/handler/handler.ts'
import { createShell, moduleScripts, type Shell } from '../serve/handler/html-shell.ts'
import { toNode } from '../serve/http/node-adapter.ts'
import { isUgly } from '../serve/http/request-target.ts'
import { LISTED } from '../serve/listing/listing.ts'
import { purgeEndpoint } from '../serve/start/purge-endpoint.ts'
import type { Answer, Refusal } from '../snapshot/pool/protocol.ts'
import { devFiles } from './dev-files.ts'
import { devStyles } from './dev-styles.ts'
import type { SnapshotEnvironment } from './environment.ts'
import { checkFiles, homeOf, shellFile } from './page-files.ts'

/** Creates the middleware. `apps` are files by page path, relative to Vite's root. */
export function devMiddleware(
  server: ViteDevServer,
  snapshots: SnapshotEnvironment,
  apps: Readonly<Record<string, string>>,
  origin: string | undefined,
): Connect.NextHandleFunction {
  const { root, base, logger } = server.config
  try {
    checkFiles(root, apps, base)
  } catch (error) {
    // It may be written while the server runs.
    logger.warn((error as Error).message, { timestamp: true })
  }
  snapshots.apps = Object.entries(apps).map(([path, file]) => [path, resolve(root, file)])

  async function shell(path: string, target: string): Promise<Shell> {
    const file = shellFile(path, base)
    checkFiles(root, { [path]: apps[path] as string }, base)
    const html = await readFile(join(root, file), 'utf8')
    return createShell(await server.transformIndexHtml(`/${file}`, html, target), file)
  }

  // The shell's script adds its styles itself, so the document lists them as well.
  async function stylesOf(page: string, modules: readonly string[]): Promise<readonly string[]> {
    const html = await readFile(join(root, shellFile(page, base)), 'utf8')
    return devStyles(server.environments.client, [...moduleScripts(html), ...modules], homeOf(base))
  }

  const readableOf = readablesOf(snapshots)
  const files = devFiles(server, snapshots, apps)

  const pages: Connect.NextHandleFunction = async (req, res, next) => {
    const { url = '/' } = req
    // Inside of another server, only the request knows the address.
    const own = server.httpServer ? originOf(server) : `http://${req.headers.host}`
    snapshots.home ||= own
    const isFile = LISTED.test(url)
    const readables = isUgly(url) ? undefined : await readableOf(req, isFile)
    if (!isUgly(url) && readables === undefined) return next()
    let failure: unknown
    let wrong: ReturnType<typeof wrongWith>
    let state = ''
    const fail = (error: unknown): never => {
      failure = error
      throw error
    }
    const pool = {
      async render(job: Parameters<SnapshotEnvironment['render']>[0]) {
        const answer = await snapshots.render(job).catch(fail)
        if (answer.type === 'snapshot' && answer.error === undefined) files.check()
        wrong = wrongWith(job.state, answer)
        state = job.state
        return answer.type === 'snapshot'
          ? { ...answer, styles: await stylesOf(job.page, answer.styles) }
          : answer
      },
    }
    const from = origin ?? own
    const isHome = !isUgly(url) && Object.hasOwn(apps, url)
    const { handle } = new CoreHandler({
      origin: from,
      pages: new Map(
        Object.keys(apps).map((path): [string, SitePage] => [
          path,
          {
            shell: () => shell(path, req.originalUrl ?? url).catch(fail),
            readable: readables?.get(path),
          },
        ]),
      ),
      pool,
      observe(event) {
        // A failure is logged below.
        for (const warning of event.type === 'warning' && !failure ? event.warnings : [])
          logger.warn(`#!${state}: ${warning}`, { timestamp: true })
      },
    })
    // Shows an app module's error on Vite's error page, with file and line. The home stays the app:
    // it shows the error itself.
    toNode(async (request) => {
      const response = await (isFile ? files.handlerOf(from, handle) : handle)(request)
      const fault = failure ?? wrong?.[0]
      if (isHome && fault !== undefined) {
        const what = `The page "${url}" comes without its content, which could not be made: ${fault}`
        logger.warn(what, { timestamp: true })
        return null
      }
      if (failure !== undefined || response === null) return null
      if (wrong !== undefined) return errorAnswer(state, ...wrong)
      // The next request may see other sources, so nothing may be cached.
      return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } }
    })(req, res, () => next(isHome ? undefined : failure))
  }
  const { purgeToken } = snapshots.settings
  if (purgeToken === undefined) return pages
  // Nothing is kept here.
  const purge = async () => ({ count: 0, complete: true })
  const purges = purgeEndpoint(purgeToken, purge, Object.keys(apps))
  return (req, res, next) => purges(req, res, () => pages(req, res, next))
}

/**
 * Answers paths that no file has as production does: the app where states are paths, the error if
 * the table cannot be read, and 404 for the `fetch` of a file, not Vite's index.html.
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

/** Only a document request can be for a page: others need not wait for the worker. */
const isDocument = ({ method, headers }: Connect.IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document'

/** Creates the search for the readable addresses, if a request is for one. */
function readablesOf(snapshots: SnapshotEnvironment) {
  let known: Readables | undefined
  return async (request: Connect.IncomingMessage, isFile: boolean) => {
    const { url = '/' } = request
    if (!isDocument(request)) return
    // While the table cannot be read, requests at its last addresses report the error.
    known = await snapshots.addresses().then(
      ({ readables }) => readables,
      () => known,
    )
    if (isFile) return known ?? new Map()
    const isThere = [...(known?.values() ?? [])].some(({ prefix }) => url.startsWith(prefix))
    return isThere || known?.get(url)?.home ? known : undefined
  }
}

/** What went wrong, for the developer: in production the log has it. */
function errorAnswer(state: string, text: string, status: number): HandlerResponse {
  // Vite colours its errors for a terminal.
  const plain = stripVTControlCharacters(text)
  return refuse(status, printableLines(`The snapshot of #!${state} could not be made.\n\n${plain}`))
}

/** The error text for the developer, with the status that production would send. */
function wrongWith(
  state: string,
  answer: Answer | Refusal,
): readonly [text: string, status: number] | undefined {
  if (answer.type === 'snapshot')
    return answer.error === undefined ? undefined : [answer.error, 500]
  if (answer.type !== 'crashed' && answer.type !== 'late') return undefined
  if ('why' in answer) return [answer.why, 503]
  if (answer.type === 'crashed') return [answer.error, 503]
  return [diagnosis('HB105', state, answer.after ?? 0, answer.waiting ?? []), 503]
}

export function originOf({
  config,
  httpServer,
  resolvedUrls,
}: Pick<ViteDevServer | PreviewServer, 'config' | 'httpServer' | 'resolvedUrls'>): string {
  const [local] = resolvedUrls?.local ?? []
  if (local !== undefined) return new URL(local).origin
  const address = httpServer?.address() as AddressInfo | null | undefined
  return `http://localhost:${address?.port ?? config.server.port}`
}

export function printSnapshotUrl(server: ViteDevServer): void {
  const { printUrls, config } = server
  server.printUrls = () => {
    printUrls.call(server)
    config.logger.info(`  ➜  Snapshot: ${originOf(server)}${config.base}?_escaped_fragment_=`)
  }
}
