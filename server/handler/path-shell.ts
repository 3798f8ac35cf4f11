// The shell of a page whose states may be paths: what it names by relative URLs is found from every path. In: the built shell, the
// scheme of its table. Out: a shell. Where states are in the fragment it is as it was built.

import { inFragment, type Scheme } from '../../src/scheme.ts'
import { readableRewrite } from '../html/readable-links.ts'
import { rewriteLinks } from '../html/rewrite-links.ts'
import { createShell, type Shell } from './html-shell.ts'

/** Makes the shell. @param pageUrl The URL of the page that it was built for. @throws As `createShell`. */
export function shellAt(
  html: string,
  file: string,
  scheme: Scheme | undefined,
  pageUrl: string,
): Shell {
  const isBuilt = scheme === undefined || inFragment(scheme)
  return createShell(isBuilt ? html : rewriteLinks(html, readableRewrite(new Map(), pageUrl)), file)
}
