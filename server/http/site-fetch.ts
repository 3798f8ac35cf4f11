// Requests of an adopted page. In: where the site is: folders of ours, or the address at which it runs. Out: a `fetch` that
// answers what is of the site's own origin: files in process, else by the site's own server, under the site's public address.
// Everything else it hands on; who may be asked is decided before.

import { readFile, stat } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lookup } from 'mrmime'
import { ofBytes } from '../runtime/whole-body.ts'
import type { Mount } from '../site/adopted-pages.ts'
import { fileName } from '../site/file-name.ts'
import { isHidden, isWithin } from './public-files.ts'

/** Makes it. @param send Sends anything anywhere. @param origin The site's, as readers know it. */
export function siteFetch(
  mounts: readonly Mount[],
  origin: string,
  send: typeof fetch,
): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init)
    const url = new URL(request.url)
    if (url.origin !== origin) return send(request)
    for (const { base, site, followLinks } of mounts) {
      if (!url.pathname.startsWith(base)) continue
      const rest = url.pathname.slice(base.length)
      const answer = site.startsWith('file:')
        ? await fileAnswer(fileURLToPath(site), rest, request.method, followLinks)
        : await upstreamAnswer(new URL(rest + url.search, site), request, send, { base, origin })
      // Who has it by now does not want it any more.
      request.signal.throwIfAborted()
      if (answer) return at(answer, request.url)
    }
    return at(new Response('There is nothing here.', withStatus(404)), request.url)
  }
}

/** The file of a path below a folder, as a server of files answers it; undefined where there is none. */
async function fileAnswer(
  folder: string,
  path: string,
  method: string,
  followLinks: boolean,
): Promise<Response | undefined> {
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, withStatus(405))
  const name = fileName(path)
  if (name === undefined || isHidden(name)) return undefined
  const file = join(folder, name)
  if (file !== folder && !file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    return undefined
  const found = await stat(file).catch(nothing)
  const at = found?.isDirectory() ? join(file, 'index.html') : file
  const info = at === file ? found : await stat(at).catch(nothing)
  if (!info?.isFile() || !(followLinks || (await isWithin(folder, at)))) return undefined
  const headers = (length: number) => ({
    'content-type': typeOf(at),
    'content-length': String(length),
    'last-modified': info.mtime.toUTCString(),
  })
  if (method === 'HEAD')
    return new Response(null, { ...withStatus(200), headers: headers(info.size) })
  const body = await readFile(at).catch(nothing)
  if (body === undefined) return undefined
  return ofBytes(new Response(body, { ...withStatus(200), headers: headers(body.length) }), body)
}

const nothing = () => undefined

const withStatus = (status: number): ResponseInit => ({
  status,
  statusText: STATUS_CODES[status] ?? '',
})

const typeOf = (file: string): string => {
  const type = lookup(file) ?? 'application/octet-stream'
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type
}

async function upstreamAnswer(
  target: URL,
  request: Request,
  send: typeof fetch,
  { base, origin }: { base: string; origin: string },
): Promise<Response> {
  const { method, signal, headers } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  const answer = await send(target, { method, headers, body, signal, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) return answer
  // A body that nobody reads holds its connection.
  await answer.body?.cancel()
  // What the server calls by its own address is ours by the site's.
  const to = new URL(location, target)
  const own = to.origin === target.origin ? new URL(base + to.pathname.slice(1), origin) : to
  if (own !== to) own.search = to.search
  const changed = new Headers(answer.headers)
  changed.set('location', own.href)
  return new Response(null, { status: answer.status, headers: changed })
}

/** A response that says where it is from. */
const at = (response: Response, url: string): Response =>
  Object.defineProperty(response, 'url', { value: url.replace(/#.*/, '') })
