// Compares each state in a real Chromium with its snapshot. Proposal of 2009: "Site owners have a
// way of verifying"; FAQ, "Does this scheme open the door to cloaking?"

import PQueue from 'p-queue'
import { fragmentOf, toUglyUrl } from '../../../src/url.ts'
import type { Difference, Verdict } from '../../adopted/compare/compare.ts'
import { compareShown } from '../../adopted/compare/compare-shown.ts'
import { readDocument } from '../crawl/document.ts'
import { type Fetched, type FetchOptions, get, isHtml } from '../crawl/http.ts'
import { resolveUrl } from '../crawl/links.ts'
import { BrowserEnded, type Chromium, type Eyes, openChromium, type Shown } from './browser.ts'
import type { HiddenStates } from './hidden-states.ts'

export interface VerifyOptions {
  /** Pretty URLs, and pages with the fragment tag. */
  readonly urls: readonly string[]
  readonly concurrency: number
  /** Timeout of a page in ms. */
  readonly timeout: number
  readonly pictures: number
  /** Runs Chromium in its sandbox, which root cannot do. */
  readonly sandbox: boolean
  /** How to request states after a bare `#`. Default: the site has none. */
  readonly hidden?: HiddenStates | undefined
  /** On abort, no further state starts, and states under way are omitted. */
  readonly signal?: AbortSignal
  readonly onChecked?: (checked: Checked) => void
}

export interface Checked {
  readonly url: string
  readonly verdict: Verdict
  readonly differences: readonly Difference[]
  readonly reason?: string
  readonly title: string | undefined
  readonly words: number
  readonly pictures?: { readonly page: Buffer; readonly snapshot: Buffer }
}

/** Most states with pictures of their differences: the report must stay one file. */
const MOST_PICTURES = 60

/** @returns In the order of the URLs; fewer after an abort. @throws {NoChromium} */
export async function verify(options: VerifyOptions): Promise<Checked[]> {
  const chromium = await openChromium(options.timeout, options.sandbox)
  const left = { same: options.pictures, other: MOST_PICTURES }
  const results: Checked[] = []
  const { signal } = options
  signal?.addEventListener('abort', () => void chromium.close(), { once: true })
  const verifyOne = async (url: string, at: number) => {
    if (signal?.aborted) return
    const checked = await checkTwice(chromium, url, options, left)
    if (signal?.aborted && checked.verdict === 'failed') return
    results[at] = checked
    options.onChecked?.(checked)
  }
  const queue = new PQueue({ concurrency: options.concurrency })
  try {
    await queue.addAll(options.urls.map((url, at) => () => verifyOne(url, at)))
  } finally {
    await chromium.close()
  }
  return results.filter((result) => result !== undefined)
}

/** Retries a state whose browser crashed: another page may have been the cause. */
async function checkTwice(
  chromium: Chromium,
  url: string,
  options: VerifyOptions,
  left: PicturesLeft,
): Promise<Checked> {
  const once = () => chromium.during((eyes) => check(eyes, url, options, left))
  return once().catch((first) => {
    if (!(first instanceof BrowserEnded)) throw first
    if (options.signal?.aborted) return failed(url, first.message)
    return once().catch((second: Error) => failed(url, second.message))
  })
}

const failed = (url: string, reason: string): Checked => ({
  url,
  verdict: 'failed',
  differences: [],
  reason,
  title: undefined,
  words: 0,
})

interface PicturesLeft {
  same: number
  other: number
}

async function check(
  eyes: Eyes,
  url: string,
  { timeout, hidden }: VerifyOptions,
  left: PicturesLeft,
): Promise<Checked> {
  const [{ answer, asked }, page] = await Promise.all([
    snapshotOf(url, { timeout }, hidden),
    eyes
      .show(url)
      .catch((error: Error) =>
        failed(url, `Chromium cannot load the page: ${error.message.split('\n')[0]}`),
      ),
  ])
  if ('verdict' in page) return page
  let snapshot: Shown | undefined
  try {
    if (answer === null) return failed(url, 'it has no ugly URL')
    if (answer.type === 'failure')
      return failed(url, `the server sent no snapshot: ${answer.reason}`)
    if (answer.cut) return failed(url, `the snapshot is longer than ${answer.body.length} bytes`)
    const html = answer.body.toString('utf8')
    const answered = judgeStatus(answer, asked, page.url, hidden)
    // Ignores content that styles hide, as in the page.
    if (answered === undefined) snapshot = await eyes.showSnapshot(url, html)
    const compared = compareShown({
      page: page.html,
      snapshot: snapshot?.html ?? html,
      url: page.url,
      known: answered,
      // A page without a canonical URL is its own.
      normal: hidden?.normal ?? ((facts) => ({ ...facts, canonical: facts.canonical ?? url })),
    })
    const { verdict } = compared
    const checked = { url, ...compared }
    const kind = verdict === 'same' ? 'same' : 'other'
    if (left[kind]-- <= 0) return checked
    snapshot ??= await eyes.showSnapshot(url, html)
    const pictures = { page: await page.picture(), snapshot: await snapshot.picture() }
    return { ...checked, pictures }
  } catch (error) {
    return failed(
      url,
      error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    )
  } finally {
    await snapshot?.close()
    await page.close()
  }
}

/** A state's ugly URL, or the page itself without the fragment tag. */
async function snapshotOf(url: string, options: FetchOptions, hidden: HiddenStates | undefined) {
  const state = hidden?.stateOf(url) ?? null
  if (hidden && state !== null) {
    const uglyUrl = hidden.asked(state)
    return { answer: uglyUrl === null ? null : await get(uglyUrl, options), asked: uglyUrl ?? url }
  }
  if (fragmentOf(url) === '') {
    const answer = await get(url, options)
    const facts =
      answer.type === 'response' ? readDocument(answer.body.toString('utf8')) : undefined
    const isTagged = facts?.fragmentTags.some(({ content }) => content === '!')
    if (!isTagged) return { answer, asked: url }
  }
  const ugly = toUglyUrl(url, { fragmentTag: true })
  return { answer: ugly === null ? null : await get(ugly, options), asked: ugly ?? url }
}

/** The verdict by status and redirect; undefined when the content must be compared. */
function judgeStatus(
  answer: Fetched,
  asked: string,
  pageUrl: string,
  hidden: HiddenStates | undefined,
): Difference[] | undefined {
  const { status, headers } = answer
  if (status >= 300 && status < 400) {
    const target = resolveUrl(headers.get('location') ?? '', asked)
    const state = target === undefined ? null : (hidden?.stateOf(target) ?? null)
    const isThere = target === pageUrl || (state !== null && state === hidden?.stateOf(pageUrl))
    return isThere ? [] : [wrong('canonical', pageUrl, target ?? `status ${status}`)]
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
