// Converts between states and Markdown addresses: the readable address with `.md` at the end of the
// path. Every state has a unique one. No page has such an address: a page path that ends in `.md`
// is written with `!2Emd`. A state without a path below the prefix is `!index`, which no state can
// equal: a state's "!" is written as `!21`.
//   /word/ajax   /s/word/ajax.md     /search?q=a   /s/search.md?q=a
//   ''           /s/!index.md        /a.md         /s/a!2Emd.md

import type { ReadableScheme } from '../../src/readable.ts'

const END = '.md'
const NAMELESS = '!index'

export function markdownHref({ prefix, href, files }: ReadableScheme, state: string): string {
  const at = state === '' ? prefix : href(state)
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(at) ?? []
  if (path === prefix) return prefix + NAMELESS + END + query
  // On a host of files the page is "/x/", and its Markdown a file beside it.
  return (files === true ? path.slice(0, -1) : path) + END + query
}

export function markdownState({ prefix, stateOf }: ReadableScheme, url: URL): string | null {
  const { pathname } = url
  if (!pathname.startsWith(prefix) || !pathname.endsWith(END)) return null
  const within = pathname.slice(prefix.length, -END.length)
  const path = prefix + (within === NAMELESS ? '' : within)
  const page = new URL(url)
  page.pathname = path
  // Rejects paths that are not in normal form.
  return page.pathname === path ? stateOf(page) : null
}
