// Answers a page's requests to the site's own origin: from files in process, or by the site's
// server. All other requests go on: access was checked before.

import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { hrtime } from 'node:process'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { ofBytes, responseAt } from '../../diagnostics/runtime/whole-body.ts'
import type { Mount } from '../../site/adopted-pages.ts'
import { type PublicFile, publicFile, typeOf } from '../../site/public-files.ts'

/**
 * @param send Sends any request. @param origin The site's public origin.
 * @param others Answers other paths of the origin, such as an API. Default: 404.
 */
export function siteFetch(
  mounts: readonly Mount[],
  origin: string,
  send: typeof fetch,
  others?: typeof fetch,
): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init)
    // Not that of a new request: Node frees it before its response, and its signal then stops.
    const signal = init?.signal ?? request.signal
    const url = new URL(request.url)
    // An object URL has the origin of its page.
    if (url.origin !== origin || url.protocol === 'blob:') return send(request, { signal })
    const reads = request.method === 'GET' || request.method === 'HEAD'
    for (const mount of mounts) {
      const { base, site } = mount
      if (!url.pathname.startsWith(base)) continue
      const path = url.pathname.slice(base.length)
      // Below the server, also if the path begins as a URL does.
      const target = new URL(`./${path}${url.search}`, site)
      const answer = site.startsWith('file:')
        ? reads && (await fileAnswer(mount, path, request.method))
        : await upstreamAnswer(target, request, send, { base, origin, signal })
      // The caller may have aborted since.
      request.signal.throwIfAborted()
      if (answer) return withUrl(answer, request.url)
    }
    if (others) return others(request, { signal })
    const nothing = reads
      ? new Response('There is no page at this address: check its spelling.', withStatus(404))
      : new Response(null, withStatus(405))
    return withUrl(nothing, request.url)
  }
}

/** Answers as a file server does. @returns Undefined without a file. */
async function fileAnswer(
  { site, followLinks }: Mount,
  path: string,
  method: string,
): Promise<Response | undefined> {
  const file = await publicFile(fileURLToPath(site), path, followLinks)
  if (file === undefined) return undefined
  const { name, stats } = file
  const bytes = method === 'HEAD' ? undefined : await bytesOf(file)
  const headers = {
    'content-type': typeOf(name),
    'content-length': String(bytes?.length ?? stats.size),
    'last-modified': stats.mtime.toUTCString(),
  }
  const response = new Response(bytes ? bodyOf(bytes) : null, { ...withStatus(200), headers })
  return bytes ? ofBytes(response, bytes) : response
}

interface ReadFile {
  readonly version: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Files by path, bounded in bytes: pages load the same ones again and again. */
const files = new LRUCache<string, ReadFile>({ maxSize: 2 ** 23 })

/** A file that has just changed may change again and keep its times. In ms. */
const SETTLED = 1000

/** @returns The same array until the file changes: callers can keep what they make of it. */
async function bytesOf({ path, stats }: PublicFile): Promise<Uint8Array<ArrayBuffer>> {
  const version = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join()
  const cached = files.get(path)
  if (cached?.version === version) return cached.bytes
  const { buffer, byteOffset, length } = await readFile(path)
  // A Buffer's `slice` would not copy.
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, length)
  // The file may have changed between its times and its bytes.
  if (length === stats.size && machineTime() - stats.mtimeMs > SETTLED)
    files.set(path, { version, bytes }, { size: length + 1 })
  return bytes
}

/** The machine's clock, in ms since 1970, as files have it. Pages replace `Date`. */
const started = Date.now() - Number(hrtime.bigint() / 1_000_000n)
const machineTime = () => started + Number(hrtime.bigint() / 1_000_000n)

/** A body of this size is copied when it is read: most readers take the bytes. In bytes. */
const LARGE = 2 ** 14

function bodyOf(bytes: Uint8Array<ArrayBuffer>): BodyInit {
  if (bytes.length < LARGE) return bytes
  const source = {
    pull(controller: ReadableStreamDefaultController) {
      controller.enqueue(bytes.slice())
      controller.close()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

const withStatus = (status: number): ResponseInit => ({
  status,
  statusText: STATUS_CODES[status] ?? '',
})

async function upstreamAnswer(
  target: URL,
  request: Request,
  send: typeof fetch,
  { base, origin, signal }: { base: string; origin: string; signal: AbortSignal },
): Promise<Response> {
  const { method } = request
  // As in a browser. For a document, the dev server would make a snapshot, which waits for this
  // one.
  const headers = new Headers(request.headers)
  headers.set('sec-fetch-dest', 'empty')
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  const answer = await send(target, { method, headers, body, signal, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) return answer
  // An unread body holds its connection.
  await answer.body?.cancel()
  // Rewrites the server's own address to the site's.
  const to = new URL(location, target)
  const moved = to.origin === target.origin ? new URL(origin + base + to.pathname.slice(1)) : to
  if (moved !== to) moved.search = to.search
  const changed = new Headers(answer.headers)
  changed.set('location', moved.href)
  return new Response(null, { status: answer.status, headers: changed })
}

const withUrl = (response: Response, url: string): Response =>
  responseAt(response, { url: url.replace(/#.*/, '') })
