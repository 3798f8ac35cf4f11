// The form of hosts without rules (GitHub Pages, S3): a page at a real path for each state. It is
// the page at the readable address, or else a snapshot that sends browsers into the app.

import { escapeHtml } from '../../../src/html.ts'
import { fragmentOf, fragmentState, toUglyUrl } from '../../../src/url.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import { type Readables, readableRewrite } from '../../html/readable-links.ts'
import { TOO_LARGE_FOR_MARKDOWN } from '../../http/responses.ts'
import { markdownFile, readableFile, whyNoFile } from '../../site/address-file.ts'
import { twinFile } from '../../site/snapshot-file.ts'
import {
  type Form,
  isRedirect,
  movedPage,
  omitted,
  pageOf,
  type State,
  type StateFile,
} from './form.ts'

export interface TwinOptions {
  readonly folder: string
  readonly origin: string
  readonly readables: Readables
  /** Pages whose states are paths: they need no twin. */
  readonly atPaths: Pick<ReadonlySet<string>, 'has'>
  /** The URL at which the app shows a state. */
  prettyUrl(page: string, state: string): string
}

export const twinsForm = (options: TwinOptions): Form => ({
  ...{ name: 'twins', folder: options.folder },
  filesOf(state) {
    if (options.atPaths.has(state.page)) return []
    return readableFiles(state, options) ?? [sendingFile(state, options)]
  },
})

function readableFiles(
  { page, state }: State,
  { origin, readables }: TwinOptions,
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

function sendingFile({ page, state }: State, { origin, prettyUrl }: TwinOptions): StateFile {
  const url = JSON.stringify(prettyUrl(page, state)).replaceAll('<', '\\u003c')
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
