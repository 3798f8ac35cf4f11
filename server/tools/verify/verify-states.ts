// Compares each state in a real Chromium with its snapshot, for verify and adopt. FAQ, "Does this
// scheme open the door to cloaking?"

import PQueue from 'p-queue'
import { fragmentOf, toUglyUrl } from '../../../src/url.ts'
import { NoChromium } from '../../adopted/chromium/launch.ts'
import { type Fetched, type FetchOptions, get, isHtml } from '../../serve/http/bounded-get.ts'
import { readDocument } from '../crawl/document.ts'
import { resolveUrl } from '../crawl/links.ts'
import { type StatePages, stateAddresses } from '../crawl/state-addresses.ts'
import { compareShown, type PageDifference, type PageVerdict } from './compare-pages.ts'
import { keptScheme, readableLinks } from './kept-links.ts'
import { type Attempt, type BrowserOptions, openBrowser, type ShownPage } from './open-browser.ts'

export interface VerifierOptions extends BrowserOptions {
  /** Most pictures of states that are the same, and of others. Default: none. */
  readonly pictures?: { readonly same: number; readonly other: number } | undefined
  /** The pages whose states no server receives. */
  readonly hidden?: StatePages | undefined
  readonly onSnapshot?: (html: string) => void
}

export interface VerifyOptions extends VerifierOptions {
  /** Pretty URLs, and pages with the fragment tag. */
  readonly urls: readonly string[]
  readonly concurrency: number
  /** Starts no further state, and omits the states under way. */
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
  const verifier = new Verifier(options)
  const results: Checked[] = []
  const { signal } = options
  signal?.addEventListener('abort', () => void verifier.close(), { once: true })
  const take = (checked: Checked, index: number) => {
    if (signal?.aborted && checked.verdict === 'failed') return
    results[index] = checked
    options.onChecked?.(checked)
  }
  try {
    await checkTogether(verifier, options, take)
  } finally {
    await verifier.close()
  }
  return results.filter((result) => result !== undefined)
}

/** Compares pages that differ again, alone: on a busy machine pages disturb each other. */
export async function checkTogether(
  verifier: Pick<Verifier, 'check'>,
  { urls, concurrency, signal }: Pick<VerifyOptions, 'urls' | 'concurrency' | 'signal'>,
  take: (checked: Checked, index: number) => void,
): Promise<void> {
  const again: number[] = []
  const checkOne = async (url: string, index: number) => {
    if (signal?.aborted) return
    const checked = await verifier.check(url, 'first')
    if (checked.verdict === 'different' || checked.verdict === 'failed') again.push(index)
    else take(checked, index)
  }
  const queue = new PQueue({ concurrency })
  await queue.addAll(urls.map((url, index) => () => checkOne(url, index)))
  for (const index of again) {
    if (signal?.aborted) return
    take(await verifier.check(urls[index] as string), index)
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

export class Verifier {
  readonly #options: VerifierOptions
  readonly #browser: ReturnType<typeof openBrowser>
  /** How many pictures may still be taken. */
  readonly #left: { same: number; other: number }

  constructor(options: VerifierOptions) {
    this.#options = options
    this.#browser = openBrowser(options)
    this.#left = { same: 0, other: 0, ...options.pictures }
  }

  /**
   * @param attempt The last one waits longer, and takes pictures of differences.
   * @throws {NoChromium}
   */
  async check(url: string, attempt: Attempt = 'last'): Promise<Checked> {
    const { lost } = this.#browser
    const checked = await this.#compare(url, attempt)
    // Another page may have ended the browser.
    const isLost = checked.verdict === 'failed' && this.#browser.lost !== lost
    return isLost ? this.#compare(url, attempt) : checked
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  #takesPicture(verdict: PageVerdict, attempt: Attempt): boolean {
    if (verdict === 'same') return this.#left.same-- > 0
    return (verdict === 'subset' || attempt === 'last') && this.#left.other-- > 0
  }

  #addressesOf(url: string) {
    const { hidden } = this.#options
    return hidden && stateAddresses(url, hidden)
  }

  async #compare(url: string, attempt: Attempt): Promise<Checked> {
    const { timeout } = this.#options
    const [{ answer, target }, page] = await Promise.all([
      snapshotOf(url, { timeout }, this.#addressesOf(url)?.ugly),
      this.#browser.openPage(url, attempt).catch((error: Error) => {
        if (error instanceof NoChromium) throw error
        return failed(url, `Chromium cannot load the page: ${firstLine(error)}`)
      }),
    ])
    if ('verdict' in page) return page
    try {
      if (answer === null) return failed(url, 'it has no ugly URL')
      if (answer.type === 'failure')
        return failed(url, `the server sent no snapshot: ${answer.reason}`)
      if (answer.cut) return failed(url, `the snapshot is longer than ${answer.body.length} bytes`)
      if (answer.status < 500)
        return await this.#compareShown(page, { url, answer, target, attempt })
      const checked = failed(url, `there is no snapshot: its status is ${answer.status}`)
      const isPictured = this.#takesPicture('failed', attempt)
      return isPictured ? { ...checked, pictures: { page: await page.picture() } } : checked
    } catch (error) {
      return failed(url, firstLine(error))
    } finally {
      await page.close()
    }
  }

  async #compareShown(
    page: ShownPage,
    { url, answer, target, attempt }: Comparison,
  ): Promise<Checked> {
    const { hidden, onSnapshot } = this.#options
    const html = answer.body.toString('utf8')
    onSnapshot?.(html)
    const stateOf = (address: string) => this.#addressesOf(address)?.state
    const ofStatus = judgeStatus(answer, target, page, stateOf)
    const openSnapshot = () => this.#browser.openSnapshot(url, html)
    // Chromium ignores content that styles hide, as in the page.
    let snapshot = ofStatus === undefined ? await openSnapshot() : undefined
    try {
      const compared = compareShown({
        page: page.html,
        snapshot: snapshot?.html ?? html,
        url: page.url,
        ofStatus,
        // A page without a canonical URL is its own. A snapshot of hidden states has another.
        canonical: hidden ? null : url,
        listed: hidden
          ? (address) => this.#addressesOf(address)?.listed ?? address
          : readableLinks(keptScheme(html, url), url),
      })
      if (!this.#takesPicture(compared.verdict, attempt)) return { url, ...compared }
      snapshot ??= await openSnapshot()
      const pictures = { page: await page.picture(), snapshot: await snapshot.picture() }
      return { url, ...compared, pictures }
    } finally {
      await snapshot?.close()
    }
  }
}

type Comparison = Readonly<Record<'url' | 'target', string>> & {
  readonly answer: Fetched
  readonly attempt: Attempt
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
  const { status: shown = 200 } = readDocument(page.html)
  if (isMoved(status)) {
    const to = resolveUrl(headers.get('location') ?? '', target)
    const state = to && hiddenState(to)
    const isSame = to === page.url || (state !== undefined && state === hiddenState(page.url))
    return isSame || isMoved(shown) ? [] : [wrong('canonical', page.url, to ?? `status ${status}`)]
  }
  // A page that sets the status of a redirect is a page nevertheless.
  if (isHtml(answer) && (status === shown || isMoved(shown))) return undefined
  return [
    wrong(
      'status',
      `status ${shown}`,
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
