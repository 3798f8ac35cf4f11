// Where an adopted page goes: to a fragment, to another document, or to where readers may be sent.

import { withoutFragment } from '../../src/url.ts'
import type { Destination } from '../happy-dom/index.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { redirectTo } from '../site/adopted-redirect.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { Reload, reloadAnswer } from './reload.ts'
import { isSameFile } from './same-file.ts'

/** What comes of going to an address: nothing, where the page itself is. */
export function destinationOf(href: string, given: AdoptedJob): Destination | undefined {
  if (!isSameFile(href, location.href)) return redirectOf(href, given)
  const isFragment = href.includes('#') && withoutFragment(href) === withoutFragment(location.href)
  return isFragment ? undefined : new Reload(href, false)
}

/** The redirect to an address, if readers may be sent there. */
export function redirectOf(href: string, { job, shape, allow }: AdoptedJob): Destination {
  const to = redirectTo(href, { url: job.url, shape, allow })
  return to instanceof Error ? to : { type: 'redirect', status: 302, ...to }
}

/** The answer for a page that has gone to another document. */
export function awayAnswer(destination: Destination, job: Job): Answer {
  if (destination instanceof Reload) return reloadAnswer(destination, job)
  return destination instanceof Error
    ? { type: 'crashed', error: destination.message }
    : destination
}
