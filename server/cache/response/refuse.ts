// Creates the answers that are one sentence of plain text.

import type { HandlerResponse } from './http-values.ts'

/** On every answer. */
export const COMMON = { 'x-content-type-options': 'nosniff' }

/** Seconds until a rejected client may retry. */
const RETRY_AFTER = 2

/** Refuses a request. The sentence says what is wrong and what would be right. */
export function refuse(
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): HandlerResponse {
  const body = Buffer.from(`${sentence}\n`)
  return {
    status,
    headers: {
      ...COMMON,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(body.length),
      ...headers,
    },
    body,
  }
}

export const say = (sentence: string): HandlerResponse => refuse(200, sentence)

/** Rejects a client until the server has capacity, for `seconds` at least. */
export const refuseForNow = (sentence: string, seconds = RETRY_AFTER): HandlerResponse =>
  refuse(503, sentence, { 'retry-after': String(seconds) })
