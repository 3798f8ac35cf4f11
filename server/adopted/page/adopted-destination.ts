// Decides the end of an adopted page that navigates: it stays, loads itself again, or redirects.

import { withoutFragment } from '../../../src/url.ts'
import type { Destination } from '../../dom/index.ts'
import { redirectTo } from '../../site/adopted-urls.ts'
import type { Answer } from '../../snapshot/pool/protocol.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { Reload } from './reload.ts'

/** @returns Undefined for the page itself. */
export function adoptedDestination(href: string, adopted: AdoptedJob): Destination | undefined {
  if (!isSameFile(href, location.href)) return redirectOf(href, adopted)
  const isFragment = href.includes('#') && withoutFragment(href) === withoutFragment(location.href)
  return isFragment ? undefined : new Reload(href, 'navigate')
}

export function redirectOf(href: string, { job, shape, allow }: AdoptedJob): Destination {
  const to = redirectTo(href, { url: job.url, shape, allow })
  return to instanceof Error ? to : { type: 'redirect', status: 302, ...to }
}

export const awayAnswer = (destination: Destination): Answer =>
  destination instanceof Error ? { type: 'crashed', error: destination.message } : destination

/** Whether two absolute URLs differ only in query and fragment. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.origin === b.origin && a.pathname === b.pathname
}
