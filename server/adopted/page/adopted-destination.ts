// Decides where a page that navigates goes: a fragment, another document, or a redirect.

import { withoutFragment } from '../../../src/url.ts'
import type { Destination } from '../../dom/index.ts'
import { redirectTo } from '../../site/adopted-urls.ts'
import type { Answer } from '../../snapshot/pool/protocol.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { Reload } from './reload.ts'
import { isSameFile } from './same-file.ts'

/** The result of a navigation; undefined for the page itself. */
export function destinationOf(href: string, given: AdoptedJob): Destination | undefined {
  if (!isSameFile(href, location.href)) return redirectOf(href, given)
  const isFragment = href.includes('#') && withoutFragment(href) === withoutFragment(location.href)
  return isFragment ? undefined : new Reload(href, false)
}

/** The redirect to an address, if redirects to it are allowed. */
export function redirectOf(href: string, { job, shape, allow }: AdoptedJob): Destination {
  const to = redirectTo(href, { url: job.url, shape, allow })
  return to instanceof Error ? to : { type: 'redirect', status: 302, ...to }
}

/** The answer for a page that went to another document. */
export const awayAnswer = (destination: Destination): Answer =>
  destination instanceof Error ? { type: 'crashed', error: destination.message } : destination
