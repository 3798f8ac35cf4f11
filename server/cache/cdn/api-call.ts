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
 * Never rejects, and never repeats the token.
 * @param isDone Whether the body of a 2xx reply means success.
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
    const { status, reply } = await attempt(call)
    if (status >= 200 && status < 300 && isDone(reply)) return undefined
    const mayHelp = status === 0 || status === 429 || status >= 500
    if (mayHelp && tried < TRIES) {
      await wait(WAIT_MS * 2 ** (tried - 1))
      continue
    }
    const excerpt = printable(reply.slice(0, 300)).trim()
    return status === 0
      ? `${name} could not be reached for ${path}: ${excerpt}`
      : `${name} answered ${status} to ${path}: ${excerpt || 'nothing'}`
  }
}

/** @returns Status 0 with the cause, if there is no reply. */
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
    return { status: response.status, reply: await response.text() }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    const isTimeout = name === 'TimeoutError'
    // The error's own message may repeat a header.
    const why = cause?.code ?? cause?.message ?? 'the request cannot be sent'
    return { status: 0, reply: isTimeout ? `no answer within ${TIMEOUT_MS} ms` : why }
  }
}

/** Makes the calls one after another. @returns The first failure, which ends them. */
export async function callInTurn(
  name: string,
  calls: readonly ApiCall[],
  isDone?: (answer: string) => boolean,
): Promise<string | undefined> {
  for (const call of calls) {
    const fault = await callApi(name, call, isDone)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Explains why no header can hold the token of a CDN. @param variable Holds the token. */
export const tokenFault = (cdn: string, token: string | undefined, variable: string) =>
  !token
    ? `${cdn} has no token: set ${variable}`
    : /^[\x20-\x7e]+$/.test(token)
      ? undefined
      : `the token of ${cdn} (not shown) has a line break or a character that is not ASCII. Set it without this character`

export const batches = <T>(list: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, batch) =>
    list.slice(batch * most, (batch + 1) * most),
  )
