// Proves that crawlers get what people get: shows each state in a real Chromium, fetches its snapshot as a
// crawler does, and compares. In: URLs of any site. Out: a verdict for each, with pictures of those to look at.
//
// Proposal of 2009: "Site owners have a way of verifying"; FAQ, "Does this scheme open the door to cloaking?"

import { fragmentOf, toUglyUrl } from '../src/url.ts'
import { type Fetched, get, isHtml, USER_AGENT } from './crawl/http.ts'
import { resolveUrl } from './crawl/links.ts'
import { type Eyes, openEyes, type Picture } from './verify/browser.ts'
import { compareFacts, type Difference, judge, type Verdict } from './verify/compare.ts'
import { readFacts } from './verify/facts.ts'

/** What to verify, and how. */
export interface VerifyOptions {
  /** Pretty URLs, and pages with the fragment tag. */
  readonly urls: readonly string[]
  /** How many pages at a time. */
  readonly concurrency: number
  /** How many ms a page may take. */
  readonly timeout: number
  /** Of how many states without a difference pictures are taken too. */
  readonly pictures: number
  readonly userAgent?: string
  readonly onChecked?: (checked: Checked) => void
}

/** A state that was verified. */
export interface Checked {
  readonly url: string
  readonly verdict: Verdict
  readonly differences: readonly Difference[]
  /** Why it could not be compared. */
  readonly reason?: string
  readonly title: string | undefined
  /** How many words the snapshot has. */
  readonly words: number
  readonly pictures?: { readonly page: Picture; readonly snapshot: Picture }
}

/** Of how many states with differences pictures are taken: a report must stay one file. */
const MOST_PICTURES = 60

/**
 * Verifies.
 *
 * @returns In the order of the URLs.
 * @throws {TypeError} When there is no browser.
 */
export async function verify(options: VerifyOptions): Promise<Checked[]> {
  const eyes = await openEyes(options.timeout)
  const left = { same: options.pictures, other: MOST_PICTURES }
  const results: Checked[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < options.urls.length; at = next++) {
      const checked = await check(eyes, options.urls[at] as string, options, left)
      results[at] = checked
      options.onChecked?.(checked)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.concurrency }, worker))
  } finally {
    await eyes.close()
  }
  return results
}

async function check(
  eyes: Eyes,
  url: string,
  { timeout, userAgent = USER_AGENT }: VerifyOptions,
  left: { same: number; other: number },
): Promise<Checked> {
  const failed = (reason: string): Checked => ({
    url,
    verdict: 'failed',
    differences: [],
    reason,
    title: undefined,
    words: 0,
  })
  const ugly = toUglyUrl(url, { fragmentTag: fragmentOf(url) === '' })
  if (ugly === null) return failed('it has no ugly URL')
  const [answer, page] = await Promise.all([
    get(ugly, { userAgent, timeout }),
    eyes.show(url).catch((error: Error) => failed(`the page: ${error.message.split('\n')[0]}`)),
  ])
  if ('verdict' in page) return page
  try {
    if (answer.type === 'failure') return failed(`the snapshot: ${answer.reason}`)
    const html = answer.body.toString('utf8')
    const snapshot = html.includes('shadowrootmode')
      ? await eyes.showSnapshot(url, html)
      : undefined
    const facts = readFacts(snapshot?.html ?? html, page.url)
    const shownFacts = readFacts(page.html, page.url)
    const differences = judgeStatus(answer, ugly, page.url) ?? compareFacts(shownFacts, facts)
    const verdict = judge(differences)
    const words = facts.text === '' ? 0 : facts.text.split(/\s+/).length
    const checked = { url, verdict, differences, title: shownFacts.title, words }
    const kind = verdict === 'same' ? 'same' : 'other'
    if (left[kind]-- <= 0) {
      await snapshot?.close()
      return checked
    }
    const seen = snapshot ?? (await eyes.showSnapshot(url, html))
    const pictures = { page: await page.picture(), snapshot: await seen.picture() }
    await seen.close()
    return { ...checked, pictures }
  } catch (error) {
    return failed(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  } finally {
    await page.close()
  }
}

/** What the status and the redirect of a snapshot say; undefined when it is a page to be compared. */
function judgeStatus(answer: Fetched, ugly: string, pageUrl: string): Difference[] | undefined {
  const { status, headers } = answer
  if (status >= 300 && status < 400) {
    const target = resolveUrl(headers.get('location') ?? '', ugly)
    return target === pageUrl ? [] : [wrong('canonical', pageUrl, target ?? `status ${status}`)]
  }
  if (status === 200 && isHtml(answer)) return undefined
  return [
    wrong('status', 'a page', `status ${status}, ${headers.get('content-type') ?? 'no type'}`),
  ]
}

const wrong = (kind: Difference['kind'], missing: string, added: string): Difference => ({
  kind,
  verdict: 'different',
  missing: [missing],
  added: [added],
})
