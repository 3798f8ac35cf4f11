// The form of hosts without rules (GitHub Pages, S3): a page at a real path for each state. It is
// the page at the readable address, or else a snapshot that sends browsers into the app.

import { escapeHtml } from '../../../src/html.ts'
import { inFragment } from '../../../src/scheme.ts'
import { fragmentOf, fragmentState, toUglyUrl } from '../../../src/url.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import { readableRewrite } from '../../html/readable-links.ts'
import { TOO_LARGE_FOR_MARKDOWN } from '../../http/responses.ts'
import { markdownFile, readableFile, whyNoFile } from '../../site/address-file.ts'
import { adoptedPages } from '../../site/adopted-pages.ts'
import { twinFile } from '../../site/snapshot-file.ts'
import { stateShape } from '../../site/state-shape.ts'
import {
  type ExportedSite,
  type Form,
  isRedirect,
  movedPage,
  omitted,
  pageOf,
  type State,
  type StateFile,
} from './form.ts'

export const twinsForm = (folder: string, site: ExportedSite): Form => ({
  ...{ name: 'twins', folder },
  filesOf(state) {
    const table = site.apps.find(({ page }) => page === state.page)?.routes
    // A state at a path needs no twin.
    if (table && !inFragment(table.scheme)) return []
    return readableFiles(state, site) ?? [sendingFile(state, site)]
  },
})

function readableFiles(
  { page, state }: State,
  { origin, readables }: ExportedSite,
): readonly StateFile[] | undefined {
  const scheme = readables.get(page)
  if (scheme === undefined) return undefined
  // The empty state is at the page itself and below the prefix.
  const address = state === '' ? scheme.prefix : scheme.href(state)
  const rewrite = readableRewrite(readables, origin + page)
  const html: StateFile = {
    file: readableFile(scheme.prefix, address, scheme.files) ?? omitted(whyNoFile(address)),
    address,
    contentOf(answer) {
      if (!isRedirect(answer)) return pageOf(answer)
      const { location = '' } = answer.headers
      const url = rewrite(location, 'link') ?? location
      const isHidden = url.startsWith(`${origin}/`) && fragmentState(fragmentOf(url)) !== null
      return isHidden ? omitted(`it redirects to ${url}, which has no file`) : movedPage(url)
    },
  }
  const text = markdownHref(scheme, state)
  const file = scheme.markdown ? markdownFile(scheme.prefix, text) : null
  return file === null ? [html] : [html, { file, address: text, contentOf: markdownOf }]
}

/** A redirect has none. */
const markdownOf: StateFile['contentOf'] = (answer) => {
  if (String(answer.body.subarray(0, 100)).startsWith(TOO_LARGE_FOR_MARKDOWN))
    return omitted('it is too large to be converted to Markdown')
  return isRedirect(answer) ? undefined : pageOf(answer)
}

function sendingFile({ page, state }: State, { origin, pages }: ExportedSite): StateFile {
  const [, { states = '#!' } = {}] = adoptedPages(pages).find(([path]) => path === page) ?? []
  const pretty = stateShape(states).prettyUrl(origin + page, state)
  const url = JSON.stringify(pretty).replaceAll('<', '\\u003c')
  const added = `<base href="${escapeHtml(origin + page)}"><script>location.replace(${url})</script>`
  return {
    ...{ file: twinFile(page, state), address: toUglyUrl(`${page}#!${state}`) ?? page },
    contentOf(answer) {
      const content = pageOf(answer)
      if (isRedirect(answer) || !Buffer.isBuffer(content)) return content
      // A function, because `$` is special in a replacement text.
      return Buffer.from(String(content).replace(/<head(?:\s[^>]*)?>/i, (tag) => tag + added))
    },
  }
}
