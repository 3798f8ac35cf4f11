// Calls a CDN's API with a timeout and retries. `cloudflare.ts` and `fastly.ts` call it.

import { setTimeout } from 'node:timers/promises'
import { printable } from '../../diagnostics/printable.ts'

export interface ApiCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

const TRIES = 3
const TIMEOUT_MS = 5000
/** Doubled after each try. */
const WAIT_MS = 250

/**
 * Never rejects, or repeats the token. @param isDone Whether the body of a 2xx reply means success.
 * @returns A sentence on failure.
 */
export async function callApi(
  name: string,
  call: ApiCall,
  isDone: (answer: string) => boolean = () => true,
  wait: (ms: number) => Promise<unknown> = setTimeout,
): Promise<string | undefined> {
  const path = call.url.replace(/^https?:\/\/[^/]+/, '')
  for (let tried = 1; ; tried++) {
    const { status, text } = await attempt(call)
    if (status >= 200 && status < 300 && isDone(text)) return undefined
    const mayHelp = status === 0 || status === 429 || status >= 500
    if (mayHelp && tried < TRIES) {
      await wait(WAIT_MS * 2 ** (tried - 1))
      continue
    }
    const excerpt = printable(text.slice(0, 300)).trim()
    return status === 0
      ? `${name} could not be reached for ${path}: ${excerpt}`
      : `${name} answered ${status} to ${path}: ${excerpt || 'nothing'}`
  }
}

async function attempt({ url, headers, body }: ApiCall) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      // Don't send the token to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    const isTimeout = name === 'TimeoutError'
    // The error's own message may repeat a header.
    const why = cause?.code ?? cause?.message ?? 'the request cannot be sent'
    return { status: 0, text: isTimeout ? `no answer within ${TIMEOUT_MS} ms` : why }
  }
}

/** Explains why no header can hold the token. @param of Its owner. @param name Of its variable. */
export const tokenFault = (of: string, token: string | undefined, name: string) =>
  !token
    ? `${of} has no token: set ${name}`
    : /^[\x20-\x7e]+$/.test(token)
      ? undefined
      : `the token of ${of} (not shown) has a line break or a character that is not ASCII. Set it without this character`

export const batches = <T>(list: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, at) =>
    list.slice(at * most, (at + 1) * most),
  )

/** Stops at the first failure, and returns it. */
export async function inTurn(calls: readonly (() => Promise<string | undefined>)[]) {
  for (const call of calls) {
    const fault = await call()
    if (fault !== undefined) return fault
  }
  return undefined
}
