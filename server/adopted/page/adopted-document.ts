// Makes the document of an adopted page in its form, in the stage "finish". The first gesture at a
// readable address opens the app.

import type { ReadableScheme } from '../../../src/readable.ts'
import { KEPT_LINK } from '../../../src/sent-mark.ts'
import { canonicalState } from '../../../src/state.ts'
import { fragmentState, UGLY_KEY } from '../../../src/url.ts'
import { openAppScript } from '../../html/inline-scripts.ts'
import { type Rewrite, rewriteLinks } from '../../html/rewrite-links.ts'
import { isShellElement, nodesOf } from '../../html/shell-tree.ts'
import { stateOfUrl } from '../../site/adopted-urls.ts'
import {
  type FinishedPage,
  readableCanonical,
  type WrittenFacts,
} from '../../snapshot/document/document-metadata.ts'
import { markdownLink } from '../../snapshot/document/markdown-page.ts'
import type { Answer } from '../../snapshot/pool/protocol.ts'
import type { AdoptedJob } from './adopted-job.ts'

/** The written document, as HTML for the ugly URL. */
export interface AdoptedDraft {
  readonly facts: WrittenFacts
  /** Up to the end of its head. */
  readonly head: string
  readonly bodyTag: string
  readonly body: string
  /** Adopted sheets of the head, as HTML. */
  readonly sheets: string
}

type Address = Pick<AdoptedJob, 'job' | 'shape' | 'html'> & { readonly scheme: ReadableScheme }

export function adoptedDocument(
  draft: AdoptedDraft,
  { scheme, ...adopted }: AdoptedJob,
): FinishedPage {
  const isReadable = adopted.job.form !== 'crawler' && scheme !== undefined
  const { facts, head, bodyTag, body } = isReadable
    ? readable(draft, { ...adopted, scheme })
    : draft
  return {
    facts,
    head,
    body,
    beside: [],
    document:
      isReadable && adopted.job.state === ''
        ? withContent(adopted.html, draft.sheets + body)
        : `${head}</head>${bodyTag}${body}</body></html>`,
  }
}

function readable(draft: AdoptedDraft, address: Address): AdoptedDraft {
  const { facts, head, body } = draft
  const { job, scheme, shape } = address
  const { state } = facts
  const rewrite = readableLinks(address)
  const { pathname } = new URL(job.url)
  const app = pathname + (shape.prefix.startsWith('#!') ? '#!' : '#')
  const more =
    markdownLink(scheme, state, job.url) + openAppScript(app, shape.fragmentUrl(pathname, state))
  return {
    ...draft,
    facts: { ...facts, canonical: readableCanonical(facts, job, rewrite) },
    head: rewriteLinks(head, rewrite) + more,
    body: rewriteLinks(body, rewrite, KEPT_LINK),
  }
}

export function adoptedRedirect(answer: Answer, { job, scheme, shape }: AdoptedJob): Answer {
  if (answer.type !== 'redirect' || job.form === 'crawler' || !scheme) return answer
  const state = stateOfUrl(answer.location, job.url, shape)
  if (state === null) return answer
  return { ...answer, state, location: new URL(scheme.href(state), job.url).href }
}

/**
 * The app with the content of its first state for readers without script, after everything that
 * its scripts rely on.
 */
function withContent(html: string, content: string): string {
  // A <noscript> cannot hold another.
  if (/<\/noscript/i.test(content)) return html
  const body = nodesOf(html)
    .filter(isShellElement)
    .find(({ tagName }) => tagName === 'body')
  const bodyEnd = body?.sourceCodeLocation?.endTag?.startOffset ?? html.length
  return `${html.slice(0, bodyEnd)}<noscript>${content}</noscript>${html.slice(bodyEnd)}`
}

/** Links to states have their ugly form there. */
function readableLinks({ job, shape, scheme }: Address): Rewrite {
  const { origin } = new URL(job.url)
  return (value, kind) => {
    const url = value.trim()
    // Only links to places of the page keep their `#`, unless states begin with "#!".
    const isPlace =
      url.startsWith('#') && (!shape.prefix.startsWith('#!') || fragmentState(url) === null)
    if (url === '' || isPlace || !URL.canParse(url, job.url)) return null
    const target = new URL(url, job.url)
    if (target.origin !== origin) return null
    const isAbsolute = URL.canParse(url)
    const { hash } = target
    const anchor = target.search.includes(UGLY_KEY) ? hash : ''
    const stateUrl = anchor === '' ? target.href : target.href.slice(0, -anchor.length)
    const state = kind === 'resource' ? null : stateOfUrl(stateUrl, job.url, shape)
    if (state !== null) {
      const href = scheme.href(canonicalState(state)) + anchor
      return isAbsolute || kind === 'data' ? origin + href : href
    }
    if (isAbsolute || kind === 'data' || url[0] === '/') return null
    return target.pathname + target.search + hash
  }
}
