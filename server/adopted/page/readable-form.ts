// Converts an adopted page's ugly answer into that of its readable address, as HTML or Markdown.
// Rewrites links, relative URLs and the canonical URL; the first user gesture opens the app.

import type { ReadableScheme } from '../../../src/readable.ts'
import { canonicalState } from '../../../src/state.ts'
import { fragmentState } from '../../../src/url.ts'
import { escapeAttribute } from '../../html/escape.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import { KEPT_LINK, openAppScript } from '../../html/open-app-script.ts'
import { type Rewrite, rewriteLinks } from '../../html/rewrite-links.ts'
import { stateOfUrl } from '../../site/state-of-url.ts'
import type { StateShape } from '../../site/state-shape.ts'
import type { Answer, Job, Snapshot } from '../../snapshot/pool/protocol.ts'

interface ReadableParts {
  readonly job: Job
  readonly shape: StateShape
  readonly scheme: ReadableScheme
}

export async function readableForm(answer: Answer, parts: ReadableParts): Promise<Answer> {
  const { job, scheme } = parts
  if (answer.type === 'redirect') {
    const state = stateOfUrl(answer.location, job.url, parts.shape)
    if (state === null) return answer
    const href = job.markdown ? markdownHref(scheme, state) : scheme.href(state)
    return { ...answer, location: new URL(href, job.url).href }
  }
  if (answer.type !== 'snapshot') return answer
  return job.markdown ? inMarkdown(answer, parts) : inHtml(answer, parts)
}

function inHtml(snapshot: Snapshot, parts: ReadableParts): Snapshot {
  const { job, shape, scheme } = parts
  const { state } = snapshot
  const rewrite = readableLinks(parts)
  const { pathname } = new URL(job.url)
  const markdown = new URL(markdownHref(scheme, state), job.url).href
  const more =
    `<link rel="alternate" type="text/markdown" href="${escapeAttribute(markdown)}">` +
    openAppScript(
      pathname + (shape.prefix.startsWith('#!') ? '#!' : '#'),
      shape.prettyUrl(pathname, state),
    )
  return {
    ...snapshot,
    canonical: absolute(rewrite, snapshot.canonical, job.url),
    head: rewriteLinks(snapshot.head, rewrite).replace(/<\/head>/, () => `${more}</head>`),
    body: rewriteLinks(snapshot.body, rewrite, KEPT_LINK),
  }
}

async function inMarkdown(snapshot: Snapshot, parts: ReadableParts): Promise<Snapshot> {
  const { htmlToMarkdown } = await import('../../snapshot/markdown/to-markdown.ts')
  const { frontMatter } = await import('../../snapshot/markdown/front-matter.ts')
  const { job, scheme } = parts
  const { head, body, state, warnings } = snapshot
  const rewrite = readableLinks(parts)
  const bare: Snapshot = { ...snapshot, head: '', body: '' }
  const canonical = absolute(rewrite, snapshot.canonical, job.url)
  const url = new URL(scheme.href(state), job.url).href
  const text = htmlToMarkdown(rewriteLinks(body, rewrite), url)
  if (text === undefined) {
    const why = `The page cannot be answered as Markdown: its ${body.length} characters of HTML, or the elements in them, are too many`
    return { ...bare, canonical, warnings: [...warnings, why] }
  }
  return {
    ...bare,
    canonical,
    markdown: `${frontMatter(head, { canonical })}${text === '' ? '' : `\n${text}`}`,
  }
}

const absolute = (rewrite: Rewrite, url: string, base: string): string =>
  new URL(rewrite(url, 'link') ?? url, base).href

/** Creates the rewrite of a snapshot's links, in which links to states have their ugly form. */
function readableLinks({ job, shape, scheme }: ReadableParts): Rewrite {
  const { origin } = new URL(job.url)
  return (text, kind) => {
    const url = text.trim()
    // In such an answer, only links to places of the page keep their `#`, unless states begin with
    // "#!".
    const isPlace =
      url.startsWith('#') && (!shape.prefix.startsWith('#!') || fragmentState(url) === null)
    if (url === '' || isPlace || !URL.canParse(url, job.url)) return null
    const target = new URL(url, job.url)
    if (target.origin !== origin) return null
    const isAbsolute = URL.canParse(url)
    const { hash } = target
    const anchor = target.search.includes('_escaped_fragment_=') ? hash : ''
    const at = anchor === '' ? target.href : target.href.slice(0, -anchor.length)
    const state = kind === 'resource' ? null : stateOfUrl(at, job.url, shape)
    if (state !== null) {
      const href = scheme.href(canonicalState(state)) + anchor
      return isAbsolute || kind === 'data' ? origin + href : href
    }
    if (isAbsolute || kind === 'data' || url[0] === '/') return null
    return target.pathname + target.search + hash
  }
}
