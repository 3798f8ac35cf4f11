// Makes the shells of readable pages: the same nodes, with links and relative URLs for readable
// addresses.

import { keepLinksAs, type Readables, readableRewrite } from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import { createShell, type Shell } from './html-shell.ts'

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
