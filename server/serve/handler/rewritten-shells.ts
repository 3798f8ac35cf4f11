// Makes shells with rewritten links and relative URLs: for readable addresses, and for paths.

import { inFragment, type Scheme } from '../../../src/scheme.ts'
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

/**
 * Makes relative URLs work from every path; unchanged where states are in the fragment. @param
 * pageUrl The page that the shell was built for. @throws As `createShell`.
 */
export function shellAt(
  html: string,
  file: string,
  scheme: Scheme | undefined,
  pageUrl: string,
): Shell {
  const isBuilt = scheme === undefined || inFragment(scheme)
  return createShell(isBuilt ? html : rewriteLinks(html, readableRewrite(new Map(), pageUrl)), file)
}
