// Collects the URLs that `hashbang verify` compares: from a file, the site's own sitemap, or a
// crawl.

import { readFile } from 'node:fs/promises'
import type { FetchOptions } from '../serve/http/bounded-get.ts'
import { readSitemaps } from '../serve/listing/read-sitemaps.ts'
import type { StatePrefix } from '../site/adopted-urls.ts'
import { crawl } from '../tools/crawl/crawl-site.ts'
import { crawledUrl, isUglyUrl } from '../tools/crawl/links.ts'
import { readRobots } from '../tools/crawl/robots-policy.ts'
import { type StatePages, stateAddresses } from '../tools/crawl/state-addresses.ts'
import type { OpenedCommand } from './open-command.ts'
import { count } from './styled.ts'
import { UsageError } from './terminal.ts'

interface Collection {
  readonly site: string
  readonly flags: Readonly<Record<'sample' | 'concurrency' | 'timeout', number>> & {
    readonly states?: string | undefined
    readonly fragments?: StatePrefix
  }
  readonly hidden?: StatePages | undefined
  readonly command: Pick<OpenedCommand, 'note' | 'warn' | 'signal'>
}

/** The URLs of the file, or else of the sitemap, or else of a crawl. */
export async function* urlsToVerify(collection: Collection): AsyncGenerator<string> {
  const { states } = collection.flags
  if (states !== undefined) return yield* urlsOfFile(states, collection)
  let isListed = false
  for await (const url of urlsOfSitemap(collection)) {
    isListed = true
    yield url
  }
  if (!isListed) yield* await urlsOfCrawl(collection)
}

async function* urlsOfFile(file: string, { site, hidden }: Collection): AsyncGenerator<string> {
  const list = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `Cannot read --states "${file}" (${error.code}): pass a file with one URL on each line, or leave --states out`,
    )
  })
  for (const line of list.split('\n').map((one) => one.trim())) {
    if (line === '' || !URL.canParse(line, site)) continue
    const url = new URL(line, site).href
    yield shownUrl(url, hidden) ?? url
  }
}

async function* urlsOfSitemap({ site, flags, hidden, command }: Collection) {
  const noteOtherOrigin = (url: string) =>
    command.note(`The sitemap ${url} is at another origin, so verify does not fetch it.`)
  const fetching: FetchOptions = { timeout: flags.timeout, signal: command.signal }
  const { origin } = new URL(site)
  const robots = await readRobots(origin, fetching)
  // A copy of a site lists the original's sitemap.
  const named = robots.sitemaps.filter((url) => new URL(url).origin === origin)
  const sitemaps = named.length > 0 ? named : [`${origin}/sitemap.xml`]
  for (const url of robots.sitemaps) if (!named.includes(url)) noteOtherOrigin(url)
  let isAnyListed = false
  let ugly = 0
  for await (const item of readSitemaps(sitemaps, origin, fetching)) {
    if (item.type === 'elsewhere') noteOtherOrigin(item.sitemap)
    if (item.type === 'unreadable' && (named.length > 0 || isAnyListed))
      command.note(`The sitemap ${item.sitemap} cannot be read: ${item.reason}`)
    if (item.type !== 'url' || !URL.canParse(item.url)) continue
    // A sitemap may name the site by another origin than the verified one.
    const { pathname, search, hash } = new URL(item.url)
    const listed = origin + pathname + search + hash
    const shown = shownUrl(listed, hidden)
    if (isUglyUrl(item.url) && shown === undefined) {
      ugly += 1
      continue
    }
    isAnyListed = true
    yield shown ?? crawledUrl(listed)
  }
  if (ugly > 0)
    command.warn(
      `${count(ugly, 'ugly URL')} of the sitemap left out: verify needs the address that a person opens. If your states begin with "#" alone, set --fragments "#/"`,
    )
}

async function urlsOfCrawl({
  site,
  flags,
  hidden,
  command,
}: Collection): Promise<Iterable<string>> {
  const { fragments, sample, concurrency, timeout } = flags
  const { visits } = await crawl({
    start: site,
    limit: sample * 4,
    concurrency,
    timeout,
    signal: command.signal,
    ...(fragments && { fragments }),
  })
  const urls = new Set<string>()
  for (const { url, ugly, status } of visits) {
    if (status !== 200) continue
    const shown = shownUrl(url, hidden) ?? (ugly === undefined ? undefined : url)
    if (shown !== undefined) urls.add(shown)
  }
  return urls
}

/** The URL at which people see a hidden state; undefined for other URLs. */
const shownUrl = (url: string, hidden: StatePages | undefined): string | undefined =>
  hidden && stateAddresses(url, hidden)?.shown
