// Proves that crawlers get what people get: shows each state in a real Chromium, fetches its snapshot as a
// crawler does, and compares. In: URLs of any site. Out: a verdict for each, with pictures of those to look at.
//
// Proposal of 2009: "Site owners have a way of verifying"; FAQ, "Does this scheme open the door to cloaking?"

import PQueue from 'p-queue'
import { fragmentOf, toUglyUrl } from '../../src/url.ts'
import type { Difference, Verdict } from '../compare/compare.ts'
import { compareShown } from '../compare/compare-shown.ts'
import { type Fetched, type FetchOptions, get, isHtml, USER_AGENT } from '../crawl/http.ts'
import { resolveUrl } from '../crawl/links.ts'
import { openReader, type Reader } from '../crawl/reader.ts'
import { type Eyes, openEyes, type Picture, type Shown } from './browser.ts'
import type { HiddenStates } from './hidden-states.ts'
import { BrowserEnded } from './running-browser.ts'

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
  /** Run Chromium in its sandbox, as all but root can. Default: true. */
  readonly sandbox?: boolean
  readonly userAgent?: string
  /** How states are asked for that are after `#` alone. Default: there are none such. */
  readonly hidden?: HiddenStates | undefined
  /** Once it is aborted no state is begun any more, and those under way are left out. */
  readonly signal?: AbortSignal
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
 * @returns In the order of the URLs; fewer when it was broken off.
 * @throws {TypeError} When there is no browser.
 */
export async function verify(options: VerifyOptions): Promise<Checked[]> {
  const eyes = await openEyes(options.timeout, options.sandbox ?? true)
  const reader = openReader(options.timeout)
  const left = { same: options.pictures, other: MOST_PICTURES }
  const results: Checked[] = []
  const { signal } = options
  signal?.addEventListener('abort', () => void eyes.close(), { once: true })
  const verifyOne = async (url: string, at: number) => {
    if (signal?.aborted) return
    const checked = await checkTwice(eyes, reader, url, options, left)
    if (signal?.aborted && checked.verdict === 'failed') return
    results[at] = checked
    options.onChecked?.(checked)
  }
  const queue = new PQueue({ concurrency: options.concurrency })
  try {
    await queue.addAll(options.urls.map((url, at) => () => verifyOne(url, at)))
  } finally {
    await Promise.all([eyes.close(), reader.close()])
  }
  return results.filter((result) => result !== undefined)
}

/** Checks a state, and once more where its browser has ended under it: another page may have been the cause. */
const checkTwice: typeof check = (...given) =>
  check(...given).catch((first) => {
    if (!(first instanceof BrowserEnded)) throw first
    const [, , url, { signal }] = given
    if (signal?.aborted) return failed(url, first.message)
    return check(...given).catch((second: Error) => failed(url, second.message))
  })

const failed = (url: string, reason: string): Checked => ({
  url,
  verdict: 'failed',
  differences: [],
  reason,
  title: undefined,
  words: 0,
})

/** @throws {BrowserEnded} */
async function check(
  eyes: Eyes,
  reader: Reader,
  url: string,
  { timeout, userAgent = USER_AGENT, hidden }: VerifyOptions,
  left: { same: number; other: number },
): Promise<Checked> {
  const [{ answer, asked }, page] = await Promise.all([
    snapshotOf(url, reader, { userAgent, timeout }, hidden),
    eyes.show(url).catch((error: Error) => {
      if (error instanceof BrowserEnded) throw error
      return failed(url, `the page: ${error.message.split('\n')[0]}`)
    }),
  ])
  if ('verdict' in page) return page
  let snapshot: Shown | undefined
  try {
    if (answer === null) return failed(url, 'it has no ugly URL')
    if (answer.type === 'failure') return failed(url, `the snapshot: ${answer.reason}`)
    if (answer.cut)
      return failed(url, `the snapshot: it is longer than ${answer.body.length} bytes`)
    const html = answer.body.toString('utf8')
    const answered = judgeStatus(answer, asked, page.url, hidden)
    // What its styles hide is none of it, as in the page.
    if (answered === undefined) snapshot = await eyes.showSnapshot(url, html)
    const compared = await compareShown(reader, {
      page: page.html,
      snapshot: snapshot?.html ?? html,
      url: page.url,
      known: answered,
      // Who names no canonical URL is its own.
      normal: hidden?.normal ?? ((facts) => ({ ...facts, canonical: facts.canonical ?? url })),
    })
    if ('unreadable' in compared) return failed(url, compared.unreadable)
    const { verdict } = compared
    const checked = { url, ...compared }
    const kind = verdict === 'same' ? 'same' : 'other'
    if (left[kind]-- <= 0) return checked
    snapshot ??= await eyes.showSnapshot(url, html)
    const pictures = { page: await page.picture(), snapshot: await snapshot.picture() }
    return { ...checked, pictures }
  } catch (error) {
    if (error instanceof BrowserEnded) throw error
    return failed(
      url,
      error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    )
  } finally {
    await snapshot?.close()
    await page.close()
  }
}

/** What a reader without script gets: of a state at its ugly URL, of a page without the fragment tag at its own. */
async function snapshotOf(
  url: string,
  reader: Reader,
  options: FetchOptions,
  hidden: HiddenStates | undefined,
) {
  const state = hidden?.stateOf(url) ?? null
  if (hidden && state !== null) {
    const asked = hidden.asked(state)
    return { answer: asked === null ? null : await get(asked, options), asked: asked ?? url }
  }
  if (fragmentOf(url) === '') {
    const answer = await get(url, options)
    const facts =
      answer.type === 'response' ? await reader.document(answer.body.toString('utf8')) : undefined
    const isTagged =
      facts && 'fragmentTags' in facts && facts.fragmentTags.some(({ content }) => content === '!')
    if (!isTagged) return { answer, asked: url }
  }
  const ugly = toUglyUrl(url, { fragmentTag: true })
  return { answer: ugly === null ? null : await get(ugly, options), asked: ugly ?? url }
}

/** What the status and the redirect of a snapshot say; undefined when it is a page to be compared. */
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
