// The lexicon's JSON API as middleware for node:http, Connect, Express and Vite. Errors are JSON
// too, and no cache keeps them.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { API_PATH, type Call, ENDPOINTS } from './endpoints.ts'
import type { Lexicon } from './types.ts'

export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** A day. After it, the entity tag saves the transfer. */
const KEPT = 'public, max-age=86400'
const READS = ['GET', 'HEAD']

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** @param report Receives errors of the lexicon. */
export function lexiconApi(
  lexicon: Lexicon,
  report: (error: unknown) => void = console.error,
): Middleware {
  return (req, res, next) => {
    if (!req.url?.startsWith(API_PATH)) return next()
    answer(lexicon, req.method ?? '', req.url.slice(API_PATH.length))
      .catch((error) => {
        report(error)
        return fault(500, 'The lexicon failed to answer. Try again later.')
      })
      .then((answered) => send(req, res, answered))
  }
}

async function answer(lexicon: Lexicon, method: string, target: string): Promise<Answer> {
  if (!READS.includes(method)) {
    return fault(405, 'The lexicon can only be read.', { allow: READS.join(', ') })
  }
  const call = callOf(target)
  if (call === null) {
    return fault(404, `No such endpoint; there are: ${Object.keys(ENDPOINTS).join(', ')}.`)
  }
  if (typeof call === 'string') return fault(400, call)
  const result = await call(lexicon)
  if (result === null) return fault(404, 'The lexicon has nothing under that.')
  const body = JSON.stringify(result)
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  return { status: 200, body, headers: { 'cache-control': KEPT, etag } }
}

/** The call of `word?lemma=x`, the text of an error, or null: no such endpoint. */
function callOf(target: string): Call<unknown> | string | null {
  const [, name, query] = /^([^?]*)\??(.*)$/s.exec(target) ?? []
  const endpoint = Object.values(ENDPOINTS).find((candidate) => candidate.name === name)
  return endpoint ? endpoint.read(new URLSearchParams(query)) : null
}

function fault(status: number, error: string, headers: Answer['headers'] = {}): Answer {
  const body = JSON.stringify({ error })
  return { status, body, headers: { 'cache-control': 'no-store', ...headers } }
}

function send(req: IncomingMessage, res: ServerResponse, { status, body, headers }: Answer): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (headers.etag && holds(req.headers['if-none-match'], headers.etag)) {
    res.writeHead(304).end()
    return
  }
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** RFC 9110, 13.1.2. */
function holds(noneMatch: string | undefined, etag: string): boolean {
  const tags = noneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags?.some((tag) => tag === etag || tag === '*') ?? false
}
