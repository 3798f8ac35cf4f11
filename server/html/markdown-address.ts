// Where a page is as Markdown: the readable address of its state, with `.md` at the end of the path. In: states, or URLs of anyone.
// Out: a path with its query, or the state in it. Every state has one and no two share one. None is the address of a page: a path
// that would end in `.md` is written with `!2Emd`. What has no path of its own within the prefix is called `!index`, which is none's:
// a "!" of a state is written as `!21`.
//
//   /word/ajax   /s/word/ajax.md     /search?q=a   /s/search.md?q=a     ''   /s/!index.md     /a.md   /s/a!2Emd.md

import type { ReadableScheme } from '../../src/readable.ts'

const END = '.md'
const NAMELESS = '!index'

/** Gives the address. */
export function markdownHref({ prefix, href }: ReadableScheme, state: string): string {
  const at = state === '' ? prefix : href(state)
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(at) ?? []
  return (path === prefix ? prefix + NAMELESS : path) + END + query
}

/** Reads an address; null for what is none. */
export function markdownState({ prefix, stateOf }: ReadableScheme, url: URL): string | null {
  const { pathname } = url
  if (!pathname.startsWith(prefix) || !pathname.endsWith(END)) return null
  const within = pathname.slice(prefix.length, -END.length)
  const path = prefix + (within === NAMELESS ? '' : within)
  const page = new URL(url)
  page.pathname = path
  // Not what another path would be normalised to.
  return page.pathname === path ? stateOf(page) : null
}
