// The shell as readable pages have it: its links lead to readable addresses, and what it names by relative URLs is found from
// there, too. In: shells. Out: shells with the same nodes in the same order, each made once.

import { keepLinksAs, type Readables, readableRewrite } from '../html/readable-links.ts'
import { rewriteLinks } from '../html/rewrite-links.ts'
import { createShell, type Shell } from './html-shell.ts'

/** Makes what gives the readable shell of a page's state. */
export function createReadableShells(
  readables: Readables,
  origin: string,
): (page: string, shell: Shell, state: string) => Shell {
  const homes = new WeakMap<Shell, Shell>()
  const others = new WeakMap<Shell, Shell>()
  return (page, shell, state) => {
    if (shell.isAdopted) return shell
    const keepAs = keepLinksAs(state)
    const made = keepAs === undefined ? others : homes
    const known = made.get(shell)
    if (known !== undefined) return known
    const html = rewriteLinks(shell.html, readableRewrite(readables, origin + page), keepAs)
    const readable = createShell(html, page)
    made.set(shell, readable)
    return readable
  }
}
