// Converts an adopted page's ugly answer into that of its readable address, in the stage "finish".
// The first user gesture opens the app.

import type { ReadableScheme } from '../../../src/readable.ts'
import { canonicalState } from '../../../src/state.ts'
import { fragmentState } from '../../../src/url.ts'
import { KEPT_LINK, openAppScript } from '../../html/inline-scripts.ts'
import { type Rewrite, rewriteLinks } from '../../html/rewrite-links.ts'
import { type StateShape, stateOfUrl } from '../../site/adopted-urls.ts'
import type { Answer, Job } from '../../snapshot/pool/protocol.ts'
import { markdownLink } from '../../snapshot/worker/readable-page.ts'

interface ReadableParts {
  readonly job: Job
  readonly shape: StateShape
  readonly scheme: ReadableScheme
}

export function readableForm(answer: Answer, parts: ReadableParts): Answer {
  const { job, scheme, shape } = parts
  if (answer.type === 'redirect') {
    const state = stateOfUrl(answer.location, job.url, shape)
    if (state === null) return answer
    return { ...answer, state, location: new URL(scheme.href(state), job.url).href }
  }
  if (answer.type !== 'snapshot') return answer
  const { state, canonical, head, body } = answer
  const rewrite = readableLinks(parts)
  const { pathname } = new URL(job.url)
  const app = pathname + (shape.prefix.startsWith('#!') ? '#!' : '#')
  const more =
    markdownLink(scheme, state, job.url) + openAppScript(app, shape.fragmentUrl(pathname, state))
  return {
    ...answer,
    canonical: canonical && new URL(rewrite(canonical, 'link') ?? canonical, job.url).href,
    head: rewriteLinks(head, rewrite).replace(/<\/head>/, () => `${more}</head>`),
    body: rewriteLinks(body, rewrite, KEPT_LINK),
  }
}

/** Links to states have their ugly form there. */
function readableLinks({ job, shape, scheme }: ReadableParts): Rewrite {
  const { origin } = new URL(job.url)
  return (text, kind) => {
    const url = text.trim()
    // Only links to places of the page keep their `#`, unless states begin with "#!".
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
