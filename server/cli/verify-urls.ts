// Collects the URLs that `hashbang verify` compares: from a file, the site's own sitemap, or a
// crawl.

import { readFile } from 'node:fs/promises'
import type { FetchOptions } from '../serve/http/bounded-get.ts'
import { readSitemaps } from '../serve/listing/read-sitemaps.ts'
import type { StatePrefix } from '../site/adopted-urls.ts'
import { crawledUrl, isUgly } from '../tools/crawl/links.ts'
import { readRobots } from '../tools/crawl/robots-policy.ts'
import { crawl } from '../tools/crawl/run.ts'
import type { HiddenStates } from '../tools/verify/hidden-states.ts'
import { styled, yellow } from './styled.ts'
import { count, type Terminal, UsageError } from './terminal.ts'

interface UrlFlags {
  readonly states?: string
  readonly fragments?: StatePrefix
  readonly hidden: HiddenStates | undefined
  readonly sample: number
  readonly concurrency: number
  readonly timeout: number
}

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
  const noteOtherOrigin = (url: string) =>
    terminal.note(`The sitemap ${url} is at another origin, so verify does not fetch it.`)
  const fetching: FetchOptions = { timeout: flags.timeout, signal }
  const { origin } = new URL(site)
  const robots = await readRobots(origin, fetching)
  // A copy of a site lists the original's sitemap.
  const own = robots.sitemaps.filter((url) => new URL(url).origin === origin)
  const sitemaps = own.length > 0 ? own : [`${origin}/sitemap.xml`]
  for (const url of robots.sitemaps) if (!own.includes(url)) noteOtherOrigin(url)
  let any = false
  let ugly = 0
  for await (const item of readSitemaps(sitemaps, origin, fetching)) {
    if (item.type === 'elsewhere') noteOtherOrigin(item.sitemap)
    if (item.type === 'unreadable' && (own.length > 0 || any)) {
      terminal.note(`The sitemap ${item.sitemap} cannot be read: ${item.reason}`)
    }
    if (item.type !== 'url' || !URL.canParse(item.url)) continue
    // A sitemap may name the site by another origin than the verified one.
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
      styled`${yellow('!')} ${count(ugly, 'ugly URL')} of the sitemap left out: verify needs the address that a person opens. If your states begin with "#" alone, set --fragments "#/"`,
    )
  }
  if (any) return
  const limits = { limit: flags.sample * 4, concurrency: flags.concurrency }
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

function shownUrl(url: string, hidden: HiddenStates | undefined): string {
  const state = hidden?.stateOf(url) ?? null
  return hidden && state !== null ? hidden.shown(state) : url
}
