// Compares the snapshot of a state of an adopted page with Chromium, for `adopt --check`. Returns a
// verdict with differences, the page's errors, and optional pictures.

import { redirectTo } from '../../site/adopted-redirect.ts'
import { stateOfUrl } from '../../site/state-of-url.ts'
import type { StateShape } from '../../site/state-shape.ts'
import type { PageFacts } from '../../tools/crawl/facts.ts'
import type { Look, ShownLook } from '../chromium/look.ts'
import type { SiteBrowser } from '../chromium/site-browser.ts'
import type { Difference, Verdict } from './compare.ts'
import { compareShown } from './compare-shown.ts'

/** The state to compare, and its page as people get it. */
export interface CheckedAddress {
  readonly state: string
  /** The page, absolute and without a fragment. */
  readonly pageUrl: string
  readonly html: string
  readonly shape: StateShape
}

/** The answer for a crawler. */
export interface Answered {
  readonly status: number
  readonly location: string | undefined
  readonly html: string
}

export interface Pictures {
  readonly page: Buffer
  readonly snapshot?: Buffer
}

export interface StateVerdict {
  readonly verdict: Verdict
  readonly differences: readonly Difference[]
  readonly reason?: string
  readonly title: string | undefined
  readonly words: number
  readonly errors: readonly string[]
  readonly pictures?: Pictures
}

export interface Comparing {
  readonly browser: Pick<SiteBrowser, 'look' | 'still'>
  /** Other origins that redirects may use. */
  readonly allow: ReadonlySet<string>
  /** Whether a verdict needs pictures. Default: never. */
  readonly pictured?: (verdict: Verdict) => boolean
}

const NOTHING = { differences: [], title: undefined, words: 0, errors: [] }

const failed = (reason: string): StateVerdict => ({ ...NOTHING, verdict: 'failed', reason })

/** Rejects only if no Chromium can be started. */
export async function compareState(
  comparing: Comparing,
  address: CheckedAddress,
  answered: Answered,
): Promise<StateVerdict> {
  const { pageUrl, html, shape, state } = address
  const look = await comparing.browser
    .look({ pageUrl, url: shape.prettyUrl(pageUrl, state), html })
    .catch((error: Error) => {
      if (error.name === 'NoChromium') throw error
      return error
    })
  if (look instanceof Error) return failed(`Chromium: ${look.message.split('\n')[0]}`)
  if (look.type === 'late') return failed(`Chromium waits for ${look.waiting.join(', ')}`)
  if (look.type === 'away') return ofRedirect(look, comparing, address, answered)
  try {
    return await ofPage(look, comparing, address, answered)
  } catch (error) {
    return failed(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  } finally {
    await look.close()
  }
}

function ofRedirect(
  { href }: Extract<Look, { type: 'away' }>,
  { allow }: Comparing,
  { pageUrl: url, shape }: CheckedAddress,
  { status, location }: Answered,
): StateVerdict {
  const to = redirectTo(href, { url, shape, allow })
  if (to instanceof Error) return failed(to.message)
  if (to.location === location) return { ...NOTHING, verdict: 'same' }
  return different('status', `it goes to ${to.location}`, `status ${status} ${location ?? ''}`)
}

const different = (kind: Difference['kind'], page: string, snapshot: string): StateVerdict => ({
  ...NOTHING,
  verdict: 'different',
  differences: [{ kind, verdict: 'different', missing: [page], added: [snapshot.trim()] }],
})

async function ofPage(
  look: ShownLook,
  { browser, pictured }: Comparing,
  { pageUrl, shape }: CheckedAddress,
  { status, location, html }: Answered,
): Promise<StateVerdict> {
  const { errors } = look
  const ownStatus = /^[2-5]\d\d$/.test(look.status ?? '') ? Number(look.status) : 200
  const isMoved = (one: number) => one >= 300 && one < 400
  // Without a redirect target, it is a page.
  const expected = isMoved(ownStatus) && !isMoved(status) ? status : ownStatus
  if (status >= 500 && expected < 500) {
    const pictures = pictured?.('failed') ? { page: await look.picture() } : undefined
    const one = failed(`there is no snapshot: its status is ${status}`)
    return { ...one, errors, ...(pictures && { pictures }) }
  }
  if (isMoved(status) && isMoved(expected)) return { ...NOTHING, verdict: 'same', errors }
  if (status !== expected) {
    const one = different('status', `status ${expected}`, `status ${status} ${location ?? ''}`)
    return { ...one, errors }
  }
  const still = await browser.still({ pageUrl, html })
  try {
    const compared = compareShown({
      ...{ page: look.html, snapshot: still.html, url: pageUrl },
      normal: (facts) => normalFacts(facts, pageUrl, shape),
    })
    const pictures = pictured?.(compared.verdict)
      ? { page: await look.picture(), snapshot: await still.picture() }
      : undefined
    return { ...compared, errors, ...(pictures && { pictures }) }
  } finally {
    await still.close()
  }
}

/** Lists links to states in one form, and drops parts that only a snapshot has. */
export const normalFacts = (facts: PageFacts, pageUrl: string, shape: StateShape): PageFacts => ({
  ...facts,
  canonical: undefined,
  links: facts.links.map((link) =>
    link.replace(/<([^<>]*)>$/, (_, url: string) => `<${listed(url, pageUrl, shape)}>`),
  ),
})

function listed(url: string, pageUrl: string, shape: StateShape): string {
  const state = stateOfUrl(url, pageUrl, shape)
  return state === null ? url : shape.listedUrl(pageUrl, state)
}
