// What `hashbang verify URL` compares. In: the site, and where its states are listed. Out: URLs as people open them: those of a file,
// those of the site's own sitemap, or those that a crawl finds.

import { readFile } from 'node:fs/promises'
import { type FetchOptions, USER_AGENT } from '../crawl/http.ts'
import { crawledUrl, isUgly } from '../crawl/links.ts'
import { readRobots } from '../crawl/robots-policy.ts'
import { crawl } from '../crawl/run.ts'
import { readSitemaps } from '../crawl/sitemaps.ts'
import type { StatePrefix } from '../site/state-shape.ts'
import type { HiddenStates } from '../verify/hidden-states.ts'
import { styled, yellow } from './styled.ts'
import { count, type Terminal, UsageError } from './terminal.ts'

/** Where they are looked for. */
interface UrlFlags {
  /** A file that lists them. */
  readonly states?: string
  /** What fragments of states begin with. */
  readonly fragments?: StatePrefix
  readonly hidden: HiddenStates | undefined
  readonly sample: number
  readonly concurrency: number
  readonly timeout: number
}

/** The states of a site: those of a file, those that its sitemap lists, or those that a crawl finds. */
export async function* urlsOf(
  site: string,
  flags: UrlFlags,
  terminal: Terminal,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { hidden } = flags
  if (flags.states !== undefined) {
    const text = await readFile(flags.states, 'utf8').catch((error: Error) => {
      throw new UsageError(`Cannot read --states ${flags.states}: ${error.message}`)
    })
    for (const line of text.split(/\r?\n/)) {
      if (URL.canParse(line.trim(), site)) yield shownUrl(new URL(line.trim(), site).href, hidden)
    }
    return
  }
  const tellElsewhere = (url: string) =>
    terminal.note(`The sitemap ${url} is at another origin, and is not fetched.`)
  const fetching: FetchOptions = { userAgent: USER_AGENT, timeout: flags.timeout, signal }
  const { origin } = new URL(site)
  const robots = await readRobots(origin, fetching)
  // A copy of a site names the sitemap of the original, which is not what is verified.
  const own = robots.sitemaps.filter((url) => new URL(url).origin === origin)
  const sitemaps = own.length > 0 ? own : [`${origin}/sitemap.xml`]
  for (const url of robots.sitemaps) if (!own.includes(url)) tellElsewhere(url)
  let any = false
  let ugly = 0
  for await (const item of readSitemaps(sitemaps, origin, fetching)) {
    if (item.type === 'elsewhere') tellElsewhere(item.sitemap)
    if (item.type === 'unreadable' && (own.length > 0 || any)) {
      terminal.note(`The sitemap ${item.sitemap} cannot be read: ${item.reason}`)
    }
    if (item.type !== 'url' || !URL.canParse(item.url)) continue
    // A sitemap may name the site by another origin than the one that is verified.
    const { pathname, search, hash } = new URL(item.url)
    const listed = origin + pathname + search + hash
    const state = hidden?.stateOf(listed) ?? null
    if (isUgly(item.url) && state === null) {
      ugly += 1
      continue
    }
    any = true
    yield hidden && state !== null ? hidden.shown(state) : crawledUrl(listed)
  }
  if (ugly > 0) {
    terminal.note(
      styled`${yellow('!')} ${count(ugly, 'URL')} of the sitemap, ugly themselves, are left out: nothing says what people see there. Where states begin with "#" alone, say so: --fragments "#/"`,
    )
  }
  if (any) return
  const limits = { limit: flags.sample * 4, depth: 50, concurrency: flags.concurrency }
  const { fragments } = flags
  const { visits } = await crawl({
    ...{ start: site, ...limits, timeout: flags.timeout, signal },
    ...(fragments && { fragments }),
  })
  const found = new Set<string>()
  for (const { url, ugly, status } of visits) {
    if (status !== 200) continue
    const state = hidden?.stateOf(url) ?? null
    if (hidden && state !== null) found.add(hidden.shown(state))
    else if (ugly !== undefined) found.add(url)
  }
  yield* found
}

/** What people open for a URL that somebody names. */
function shownUrl(url: string, hidden: HiddenStates | undefined): string {
  const state = hidden?.stateOf(url) ?? null
  return hidden && state !== null ? hidden.shown(state) : url
}
