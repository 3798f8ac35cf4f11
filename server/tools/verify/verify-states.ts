// Compares each state in a real Chromium with its snapshot, for verify and adopt. FAQ, "Does this
// scheme open the door to cloaking?"

import PQueue from 'p-queue'
import { fragmentOf, toUglyUrl } from '../../../src/url.ts'
import { NoChromium } from '../../adopted/chromium/launch.ts'
import { type Fetched, type FetchOptions, get, isHtml } from '../../serve/http/bounded-get.ts'
import { readDocument } from '../crawl/document.ts'
import { resolveUrl } from '../crawl/links.ts'
import { type StatePages, stateAddresses } from '../crawl/state-addresses.ts'
import type { PageDifference, PageVerdict } from './compare-pages.ts'
import { compareShown } from './compare-pages.ts'
import { keptScheme, readableLinks } from './kept-links.ts'
import { type Browser, type BrowserOptions, openBrowser, type ShownPage } from './open-browser.ts'

export interface VerifierOptions extends BrowserOptions {
  /** Most pictures of states that are the same, and of others. Default: none. */
  readonly pictures?: { readonly same: number; readonly other: number } | undefined
  /** For states that no server receives. */
  readonly hidden?: StatePages | undefined
  readonly onSnapshot?: (html: string) => void
}

export interface VerifyOptions extends VerifierOptions {
  /** Pretty URLs, and pages with the fragment tag. */
  readonly urls: readonly string[]
  readonly concurrency: number
  /** On abort, no further state starts, and states under way are omitted. */
  readonly signal?: AbortSignal
  readonly onChecked?: (checked: Checked) => void
}

export interface Checked {
  readonly url: string
  readonly verdict: PageVerdict
  readonly differences: readonly PageDifference[]
  readonly reason?: string
  readonly title: string | undefined
  readonly words: number
  readonly pictures?: { readonly page: Buffer; readonly snapshot?: Buffer }
}

/** @returns In the order of the URLs; fewer after an abort. @throws {NoChromium} */
export async function verifyStates(options: VerifyOptions): Promise<Checked[]> {
  const verifier = openVerifier(options)
  const results: Checked[] = []
  const { signal } = options
  signal?.addEventListener('abort', () => void verifier.close(), { once: true })
  const take = (checked: Checked, at: number) => {
    if (signal?.aborted && checked.verdict === 'failed') return
    results[at] = checked
    options.onChecked?.(checked)
  }
  try {
    await checkTogether(verifier, options, take)
  } finally {
    await verifier.close()
  }
  return results.filter((result) => result !== undefined)
}

/** On a busy machine pages disturb each other: those that differ are compared again, alone. */
export async function checkTogether(
  verifier: ReturnType<typeof openVerifier>,
  { urls, concurrency, signal }: Pick<VerifyOptions, 'urls' | 'concurrency' | 'signal'>,
  take: (checked: Checked, at: number) => void,
): Promise<void> {
  const again: number[] = []
  const checkOne = async (url: string, at: number) => {
    if (signal?.aborted) return
    const checked = await verifier.check(url, 'first')
    if (checked.verdict === 'different' || checked.verdict === 'failed') again.push(at)
    else take(checked, at)
  }
  const queue = new PQueue({ concurrency })
  await queue.addAll(urls.map((url, at) => () => checkOne(url, at)))
  for (const at of again) {
    if (signal?.aborted) return
    take(await verifier.check(urls[at] as string), at)
  }
}

export function openVerifier(options: VerifierOptions) {
  const browser = openBrowser(options)
  const left = { same: 0, other: 0, ...options.pictures }
  return {
    /**
     * @param attempt The last one waits longer, and takes pictures of differences.
     * @throws {NoChromium}
     */
    async check(url: string, attempt: 'first' | 'last' = 'last'): Promise<Checked> {
      const { lost } = browser
      const pictures = {
        take: (verdict: PageVerdict) =>
          verdict === 'same'
            ? left.same-- > 0
            : (verdict === 'subset' || attempt === 'last') && left.other-- > 0,
      }
      const compare = () => check(browser, url, options, pictures, attempt)
      const checked = await compare()
      // Another page may have ended the browser.
      const isLost = checked.verdict === 'failed' && browser.lost !== lost
      return isLost ? compare() : checked
    },
    close: browser.close,
  }
}

const failed = (url: string, reason: string): Checked => ({
  url,
  verdict: 'failed',
  differences: [],
  reason,
  title: undefined,
  words: 0,
})

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''

async function check(
  browser: Browser,
  url: string,
  options: VerifierOptions,
  pictured: { take(verdict: PageVerdict): boolean },
  attempt: 'first' | 'last',
): Promise<Checked> {
  const { timeout, hidden } = options
  const addressesOf = (address: string) => hidden && stateAddresses(address, hidden)
  const [{ answer, target }, page] = await Promise.all([
    snapshotOf(url, { timeout }, addressesOf(url)?.ugly),
    browser.openPage(url, attempt === 'last').catch((error: Error) => {
      if (error instanceof NoChromium) throw error
      return failed(url, `Chromium cannot load the page: ${firstLine(error)}`)
    }),
  ])
  if ('verdict' in page) return page
  let snapshot: ShownPage | undefined
  try {
    if (answer === null) return failed(url, 'it has no ugly URL')
    if (answer.type === 'failure')
      return failed(url, `the server sent no snapshot: ${answer.reason}`)
    if (answer.cut) return failed(url, `the snapshot is longer than ${answer.body.length} bytes`)
    if (answer.status >= 500) {
      const checked = failed(url, `there is no snapshot: its status is ${answer.status}`)
      const picture = pictured.take('failed') ? await page.picture() : undefined
      return picture ? { ...checked, pictures: { page: picture } } : checked
    }
    const html = answer.body.toString('utf8')
    options.onSnapshot?.(html)
    const known = judgeStatus(answer, target, page, (address) => addressesOf(address)?.state)
    // Ignores content that styles hide, as in the page.
    if (known === undefined) snapshot = await browser.openSnapshot(url, html)
    const compared = compareShown({
      page: page.html,
      snapshot: snapshot?.html ?? html,
      url: page.url,
      known,
      // A page without a canonical URL is its own. A snapshot of hidden states has another.
      canonical: hidden ? null : url,
      listed: hidden
        ? (address) => addressesOf(address)?.listed ?? address
        : readableLinks(keptScheme(html, url), url),
    })
    const checked = { url, ...compared }
    if (!pictured.take(compared.verdict)) return checked
    snapshot ??= await browser.openSnapshot(url, html)
    const pictures = { page: await page.picture(), snapshot: await snapshot.picture() }
    return { ...checked, pictures }
  } catch (error) {
    return failed(url, firstLine(error))
  } finally {
    await snapshot?.close()
    await page.close()
  }
}

/** @param hidden The ugly URL of a state that no server receives. */
async function snapshotOf(url: string, options: FetchOptions, hidden: string | null | undefined) {
  if (hidden === undefined && fragmentOf(url) === '') {
    const answer = await get(url, options)
    const facts =
      answer.type === 'response' ? readDocument(answer.body.toString('utf8')) : undefined
    const isTagged = facts?.fragmentTags.some(({ content }) => content === '!')
    if (!isTagged) return { answer, target: url }
  }
  const ugly = hidden === undefined ? toUglyUrl(url, { fragmentTag: true }) : hidden
  return { answer: ugly === null ? null : await get(ugly, options), target: ugly ?? url }
}

const isMoved = (status: number): boolean => status >= 300 && status < 400

/** The verdict by status and redirect; undefined when the content must be compared. */
function judgeStatus(
  answer: Fetched,
  target: string,
  page: ShownPage,
  hiddenState: (url: string) => string | undefined,
): PageDifference[] | undefined {
  const { status, headers } = answer
  const { status: own = 200 } = readDocument(page.html)
  if (isMoved(status)) {
    const to = resolveUrl(headers.get('location') ?? '', target)
    const state = to && hiddenState(to)
    const isSame = to === page.url || (state !== undefined && state === hiddenState(page.url))
    return isSame || isMoved(own) ? [] : [wrong('canonical', page.url, to ?? `status ${status}`)]
  }
  // Without a redirect target, it is a page.
  if (isHtml(answer) && (status === own || isMoved(own))) return undefined
  return [
    wrong(
      'status',
      `status ${own}`,
      `status ${status}, ${headers.get('content-type') ?? 'no type'}`,
    ),
  ]
}

const wrong = (kind: PageDifference['kind'], missing: string, added: string): PageDifference => ({
  kind,
  verdict: 'different',
  missing: [missing],
  added: [added],
})
