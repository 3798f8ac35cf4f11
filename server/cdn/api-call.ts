// One call of a CDN's API: in a bounded time, tried again where that may help. In: a request. Out: undefined once it was done, or
// a sentence that says what was answered. Never rejects, and never repeats the token.
//
// RFC 6585, 4 (429); RFC 9110, 10.2.3 (Retry-After)

import { setTimeout } from 'node:timers/promises'
import { printable } from '../diagnostics/printable.ts'

/** A call. */
export interface ApiCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. Default: no body. */
  readonly body?: unknown
}

const TRIES = 3
/** How long one try may take, in ms. */
const TIMEOUT = 5000
/** How long the first wait is, in ms, and the longest. */
const WAIT = 250
const LONGEST_WAIT = 3000
/** How much of an answer is read. */
const MOST_CHARACTERS = 20_000

/**
 * Makes the call, by POST.
 *
 * @param name Of the CDN.
 * @param isDone Whether an answer of 2xx says that it was done. Default: all do.
 * @param wait Waits for so many ms before the next try.
 */
export async function callApi(
  name: string,
  call: ApiCall,
  isDone: (answer: string) => boolean = () => true,
  wait: (ms: number) => Promise<unknown> = setTimeout,
): Promise<string | undefined> {
  const path = call.url.replace(/^https?:\/\/[^/]+/, '')
  for (let tried = 1; ; tried++) {
    const { status, text, retryAfter } = await attempt(call)
    if (status >= 200 && status < 300 && isDone(text)) return undefined
    const mayHelp = status === 0 || status === 429 || status >= 500
    if (mayHelp && tried < TRIES) {
      await wait(Math.min(retryAfter ?? WAIT * 2 ** (tried - 1), LONGEST_WAIT))
      continue
    }
    const said = printable(text.slice(0, 300)).trim()
    return status === 0
      ? `${name} could not be reached for ${path}: ${said}`
      : `${name} answered ${status} to ${path}: ${said || 'nothing'}`
  }
}

/** What came back; status 0 when nothing did. */
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
      // The token is for nobody else.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const after = response.headers.get('retry-after')
    const retryAfter = after !== null && /^\d+$/.test(after) ? Number(after) * 1000 : undefined
    return { status: response.status, text: await start(response), retryAfter }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    const late = name === 'TimeoutError'
    // The error's own message may repeat a header.
    const why = cause?.code ?? cause?.message ?? 'no such request can be sent'
    return { status: 0, text: late ? `no answer within ${TIMEOUT} ms` : why }
  }
}

/** The first part of an answer. */
async function start({ body }: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST_CHARACTERS) break
  }
  return text
}

/** What is wrong with a token, if no header can hold it; its text is never said. @param of Whose it is. */
export const tokenFault = (of: string, token: string): string | undefined =>
  /^[\x20-\x7e]+$/.test(token)
    ? undefined
    : `the token of ${of} has a line break or a sign that is not ASCII: set it without`

/** A list in parts of at most so many. */
export const batches = <T>(list: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, at) =>
    list.slice(at * most, (at + 1) * most),
  )

/** Makes calls one after the other. @returns What went wrong; the calls after that are not made. */
export async function inTurn(
  calls: readonly (() => Promise<string | undefined>)[],
): Promise<string | undefined> {
  for (const call of calls) {
    const fault = await call()
    if (fault !== undefined) return fault
  }
  return undefined
}
