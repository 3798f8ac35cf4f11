// Request -> response: which page, which state, and what its snapshot is answered as.
// In: request values of anyone. Out: response values; null for what other handlers are to answer.
// Every absolute URL is made from the configured origin, never from a header. Never rejects.
//
// Specification, "Role of the application and web server".

import { canonicalState } from '../src/state.ts'
import { prettyUrl, readToken } from '../src/url.ts'
import type { Handler, HandlerRequest, HandlerResponse } from './message.ts'
import type { Pool } from './pool.ts'
import { conclude, redirectTo, refuse, shellResponse, snapshotResponse } from './respond.ts'
import type { Shell } from './shell.ts'

/** How many bytes of UTF-8 a state may have. */
const STATE_BYTES = 2048

/** For how many ms a snapshot may be kept when its route does not say. */
const MAX_AGE = 60_000

/** What a handler is made of. */
export interface HandlerParts {
  /** Such as `https://example.com`: scheme, host and port of every absolute URL. */
  readonly origin: string
  /** The app's pages by path; asked for every request, so that a development server may change them. */
  readonly shell: (path: string, target: string) => Shell | undefined | Promise<Shell | undefined>
  readonly pool: Pick<Pool, 'render'>
  /** Told what went wrong in a snapshot that was answered all the same. */
  readonly onWarning?: ((state: string, warnings: readonly string[]) => void) | undefined
}

/** Makes a handler. */
export function createCoreHandler(parts: HandlerParts): Handler {
  return async (request) => {
    try {
      const response = await answer(parts, request)
      return response && conclude(request, response)
    } catch (error) {
      parts.onWarning?.(request.target, [String(error)])
      return conclude(request, refuse(500, 'The snapshot could not be made.'))
    }
  }
}

async function answer(
  parts: HandlerParts,
  { method, target }: HandlerRequest,
): Promise<HandlerResponse | null> {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const token = readToken(mark < 0 ? '' : target.slice(mark + 1))
  const shell = await parts.shell(path, target)
  if (shell === undefined)
    return token.use === 'none' ? null : refuse(404, 'There is no such page on this site.')
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse(405, 'This page can be read only: use GET or HEAD.', { allow: 'GET, HEAD' })
  }
  switch (token.use) {
    case 'none':
      return shellResponse(Buffer.from(shell.html))
    case 'repeated':
      return refuse(
        400,
        '"_escaped_fragment_" is in the query more than once: there must only be one.',
      )
    case 'not-last':
      return refuse(400, '"_escaped_fragment_" must be the last parameter of the query.')
    case 'malformed':
      return refuse(
        400,
        'The value of "_escaped_fragment_" is not percent-encoded UTF-8: write "%" as "%25".',
      )
    case 'state':
      return snapshot(parts, shell, path, token)
  }
}

async function snapshot(
  { origin, pool, onWarning }: HandlerParts,
  shell: Shell,
  path: string,
  token: { readonly state: string; readonly rest: string | null },
): Promise<HandlerResponse> {
  if (Buffer.byteLength(token.state) > STATE_BYTES) {
    return refuse(414, `The state is too long: ${STATE_BYTES} bytes are the most.`)
  }
  if (hasControls(token.state)) return refuse(400, 'The state holds control characters.')
  const url = origin + path + (token.rest === null ? '' : `?${visible(token.rest)}`)
  const result = await pool.render({ page: path, state: canonicalState(token.state), url })
  switch (result.type) {
    case 'redirect':
      return redirectTo(result.status, prettyUrl(url, result.state))
    case 'snapshot': {
      if (result.warnings.length > 0) onWarning?.(result.state, result.warnings)
      const canonical = prettyUrl(url, result.state)
      const { status, lang, indexable, maxAge = MAX_AGE } = result
      const body = Buffer.from(shell.document(result))
      return snapshotResponse(body, { status, lang, canonical, indexable, maxAge })
    }
    default:
      return refuse(503, 'The snapshot could not be made in time. Try again.', {
        'retry-after': '2',
      })
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hasControls = (text: string): boolean => /[\0-\x1f\x7f]/.test(text)

/** Escapes what of a raw query may not stand in a URL; Node gives bytes beyond ASCII as Latin-1. */
const visible = (query: string): string =>
  query.replace(
    /[^!$-;=?-~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
