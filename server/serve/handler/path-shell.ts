import { inFragment, type Scheme } from '../../../src/scheme.ts'
import { readableRewrite } from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import { createShell, type Shell } from './html-shell.ts'

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
