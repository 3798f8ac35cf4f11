// Rewrites links to readable addresses, and converts between states and Markdown addresses.

import { type ReadableScheme, readableHref } from '../../src/readable.ts'
import { KEPT_LINK } from '../../src/sent-mark.ts'
import { fragmentState } from '../../src/url.ts'
import type { Rewrite } from './rewrite-links.ts'

/** By the paths of its pages. */
export type Readables = ReadonlyMap<string, ReadableScheme>

/** The page of the empty state may open at a `#!`, and needs its links again. */
export const keepLinksAs = (state: string): string | undefined =>
  state === '' ? KEPT_LINK : undefined

/**
 * Makes links to states readable addresses, and relative links absolute.
 */
export function readableRewrite(readables: Readables, pageUrl: string): Rewrite {
  const { origin, pathname } = new URL(pageUrl)

  return (value, kind) => {
    const url = value.trim()
    // A link "#…" refers to the document, not to `<base>`.
    const state = kind === 'resource' ? null : fragmentState(url)
    const scheme = readables.get(pathname)
    if (state !== null && scheme)
      return (kind === 'data' ? origin : '') + readableHref(scheme, state)
    if (url === '' || url[0] === '#' || !URL.canParse(url, pageUrl)) return null
    const target = new URL(url, pageUrl)
    if (target.origin !== origin) return null
    const isAbsolute = URL.canParse(url)
    const other = target.search === '' ? readables.get(target.pathname) : undefined
    const linked = other && kind !== 'resource' ? fragmentState(target.hash) : null
    if (other && linked !== null) return (isAbsolute ? origin : '') + readableHref(other, linked)
    if (isAbsolute || kind === 'data' || url[0] === '/') return null
    return target.pathname + target.search + target.hash
  }
}

const END = '.md'
const NAMELESS = '!index'

/**
 * The readable address with `.md` at the end of its path. `!index` stands for an empty path: no
 * state equals it, as a state's "!" is `!21`.
 *   /word/ajax   /s/word/ajax.md     /search?q=a   /s/search.md?q=a
 *   ''           /s/!index.md        /a.md         /s/a!2Emd.md
 */
export function markdownHref({ prefix, href, files }: ReadableScheme, state: string): string {
  const address = state === '' ? prefix : href(state)
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(address) ?? []
  if (path === prefix) return prefix + NAMELESS + END + query
  return (files === true ? path.slice(0, -1) : path) + END + query
}

export function markdownState({ prefix, stateOf }: ReadableScheme, url: URL): string | null {
  const { pathname } = url
  if (!pathname.startsWith(prefix) || !pathname.endsWith(END)) return null
  const within = pathname.slice(prefix.length, -END.length)
  const path = prefix + (within === NAMELESS ? '' : within)
  const page = new URL(url)
  page.pathname = path
  return page.pathname === path ? stateOf(page) : null
}
