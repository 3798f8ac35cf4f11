// Purges over HTTP, by POST with a bearer token and JSON. The site's middleware calls it.
// RFC 6750, 2.1

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HandlerResponse, textResponse } from '../../cache/response/http-values.ts'
import type { Purge, Purged } from '../../cache/tags.ts'
import { requestOf, send } from '../http/node-adapter.ts'

export const PURGE_PATH = '/_hashbang/purge'

const MOST_BYTES = 65_536
const NAMES = ['page', 'state', 'prefix', 'tag'] as const

/** @param purge Never rejects. @param pages All paths. @returns Whether the request is a purge. */
export function purgeEndpoint(
  token: string,
  purge: (which: Purge) => Promise<Purged>,
  pages: readonly string[],
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const expected = digest(`Bearer ${token}`)
  return (req, res) => {
    if (requestOf(req).target !== PURGE_PATH) return false
    answer(req, expected, purge, pages)
      .catch(() =>
        textResponse(400, 'The request ended before its body was complete: send it again.'),
      )
      .then((response) => send(req, res, response))
    return true
  }
}

async function answer(
  req: IncomingMessage,
  expected: Buffer,
  purge: (which: Purge) => Promise<Purged>,
  pages: readonly string[],
): Promise<HandlerResponse> {
  const credentials = (req.headers.authorization ?? '').replace(/^bearer +/i, 'Bearer ')
  // The timing of digests reveals nothing about the token.
  if (!timingSafeEqual(digest(credentials), expected))
    return textResponse(
      401,
      'The token is wrong or missing: send the purgeToken as Authorization: Bearer …',
      { 'www-authenticate': 'Bearer' },
    )
  if (req.method !== 'POST')
    return textResponse(405, 'This method is not allowed: purge by POST.', { allow: 'POST' })
  const body = await bodyOf(req)
  const which = body === undefined ? 'The body is too large.' : readPurge(body, pages)
  if (typeof which === 'string') return textResponse(body === undefined ? 413 : 400, which)
  const purged = await purge(which)
  const json = Buffer.from(`${JSON.stringify(purged)}\n`)
  return {
    // 202: Redis receives it later. 502: the CDN refused it.
    status: purged.cdn !== undefined ? 502 : purged.complete ? 200 : 202,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(json.length),
    },
    body: json,
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

async function bodyOf(req: IncomingMessage): Promise<string | undefined> {
  // A framework may have parsed the body.
  const { body: parsed } = req as { body?: unknown }
  if (typeof parsed === 'object' && parsed !== null) return JSON.stringify(parsed)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** @returns The purge, or an error message. */
function readPurge(body: string, pages: readonly string[]): Purge | string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'The body must be JSON, such as {"tag":"product:7"}.'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The body must be an object, such as {"tag":"product:7"}.'
  const { all, ...which } = value as Record<string, unknown>
  const names = Object.keys(which)
  const unknown = names.find((name) => !NAMES.includes(name as (typeof NAMES)[number]))
  if (unknown !== undefined) {
    return `${JSON.stringify(unknown.slice(0, 40))} is nothing to purge by: there are ${NAMES.join(', ')}, and all.`
  }
  const wrong = names.find((name) => typeof which[name] !== 'string')
  if (wrong !== undefined) return `"${wrong}" must be a text.`
  const empty = names.find((name) => name !== 'state' && which[name] === '')
  if (empty !== undefined)
    return `"${empty}" is empty: set it, or purge everything with {"all":true}.`
  if (which.page !== undefined && !pages.includes(which.page as string))
    return `There is no page of that path: there are ${pages.join(', ')}.`
  // A purge of everything must be explicit.
  if (all === true ? names.length > 0 : names.length === 0)
    return 'Nothing to purge: send one or several of page, state, prefix and tag, or {"all":true} alone.'
  return which
}
