// Rewrites the links of a readable page. Links to states of the site become readable addresses.
// Relative links resolve against the app's path. Links to other sites or to ids of the page stay.

import { type ReadableScheme, readableHref } from '../../src/readable.ts'
import { fragmentState } from '../../src/url.ts'
import type { Rewrite } from './rewrite-links.ts'

/** The readable addresses of a site, by the paths of its pages. */
export type Readables = ReadonlyMap<string, ReadableScheme>

/** Only visits to the empty state begin with `#!`: its script restores the shell's links. */
export const keepLinksAs = (state: string): string | undefined =>
  state === '' ? 'data-hashbang-' : undefined

export function readableRewrite(readables: Readables, pageUrl: string): Rewrite {
  const { origin, pathname } = new URL(pageUrl)

  return (text, kind) => {
    const url = text.trim()
    // A link "#…" refers to the document, whatever `<base>` says.
    const state = kind === 'resource' ? null : fragmentState(url)
    const own = readables.get(pathname)
    if (state !== null && own) return (kind === 'data' ? origin : '') + readableHref(own, state)
    if (url === '' || url[0] === '#' || !URL.canParse(url, pageUrl)) return null
    const target = new URL(url, pageUrl)
    if (target.origin !== origin) return null
    const isAbsolute = URL.canParse(url)
    const of = target.search === '' ? readables.get(target.pathname) : undefined
    const linked = of && kind !== 'resource' ? fragmentState(target.hash) : null
    if (of && linked !== null) return (isAbsolute ? origin : '') + readableHref(of, linked)
    if (isAbsolute || kind === 'data' || url[0] === '/') return null
    return target.pathname + target.search + target.hash
  }
}
