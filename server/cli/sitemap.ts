// `hashbang sitemap`: writes the sitemap of the site's states, or lists their URLs.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atomFeed, GENERATOR } from '../serve/listing/atom-feed.ts'
import { sitemapFiles } from '../serve/listing/sitemap-xml.ts'
import {
  type AddressKind,
  headOf,
  listedUrl,
  type OpenedApp,
  unlisted,
} from '../site/site-states.ts'
import { makeFolder } from '../tools/export/write-files.ts'
import type { OpenedCommand } from './open-command.ts'
import { type OpenStates, openSite, openStates } from './open-site.ts'
import { writeOutput } from './output-file.ts'
import { choice, defineCommand, flag, shared } from './shared-options.ts'
import { count } from './styled.ts'

export const sitemapCommand = defineCommand({
  name: 'sitemap',
  description: "write sitemap.xml of the app's states",
  flags: {
    config: shared.config,
    origin: shared.origin,
    out: flag('-o, --out <folder>', 'where to write (default: the assets folder of the config)'),
    heads: flag(
      '--heads',
      'load every state: add pictures and languages, and leave out states without a page',
    ),
    list: flag('--list', 'print the URLs and write nothing'),
    addresses: choice(
      '--addresses <kind>',
      'which address of a state: readable, or pretty with "#!"',
      ['readable', 'pretty'],
      'readable' as const,
    ).default('readable', 'readable, and pretty where a table has no readable ones'),
    json: shared.json,
  },
  examples: ['sitemap', 'sitemap --list', 'sitemap --out public --heads'],
  async work(command, flags) {
    const config = await command.config('origin')
    const apps = await openSite(config, command)
    const opened = openStates(config, apps, command)
    const feed = atomFeed(apps, config.origin)
    const listing: Listing = { command, flags, apps, opened, feed, listed: 0 }
    const isBad = () => listing.listed === 0 || opened.failed > 0
    if (flags.list) {
      const urls: string[] = []
      for await (const { url } of entriesOf(listing)) {
        command.line(url)
        if (command.json) urls.push(url)
      }
      command.result(urls)
      return command.end(isBad())
    }
    const out = flags.out ?? config.assets ?? '.'
    await makeFolder(out)
    const files = await writeSitemap(listing, out, `${config.origin}${config.base ?? '/'}`)
    await writeFeed(listing, join(out, 'feed.xml'))
    const { listed } = listing
    command.result({ urls: listed, files, unlisted: unlisted(apps) })
    const none =
      apps.length > 0
        ? 'The table lists no states: add "entries" to its routes.'
        : 'No state was found that may be listed: does the first page link to any?'
    if (!command.signal.aborted) command.line(listed > 0 ? `${count(listed, 'URL')}.` : none)
    return command.end(
      isBad(),
      `Interrupted after ${count(listed, 'URL')}: ${count(files.length, 'file')} written, and sitemap.xml is unchanged.`,
    )
  },
})

/** The states of one run, and what it has listed of them. */
interface Listing {
  readonly command: OpenedCommand
  readonly flags: { readonly heads: true | undefined; readonly addresses: AddressKind }
  readonly apps: readonly OpenedApp[]
  readonly opened: OpenStates
  readonly feed: ReturnType<typeof atomFeed>
  listed: number
}

/** The states that may be listed. Offers each to the feed. */
async function* entriesOf(listing: Listing, onEntry: () => void = () => undefined) {
  const { command, flags, apps, opened, feed } = listing
  for await (const state of opened.states) {
    if (!state.index) continue
    const app = flags.heads ? apps.find(({ page }) => page === state.page) : undefined
    const head = app && (await headOf(app, state.state, command.signal))
    if (head === null) continue
    feed.offer(state)
    onEntry()
    listing.listed += 1
    yield { ...state, url: listedUrl(state, flags.addresses), head }
  }
}

async function writeSitemap(listing: Listing, folder: string, base: string) {
  const { command } = listing
  const entries = entriesOf(listing, command.progress('Listed'))
  const written: { file: string; bytes: number; count: number }[] = []
  for await (const { name, type, body, count: entryCount } of sitemapFiles(entries, base)) {
    // A partial sitemap must not look complete.
    if (command.signal.aborted) break
    const file = join(folder, name)
    await writeOutput(file, body)
    const unit = name === 'sitemap.xml' && written.length > 0 ? 'file' : 'URL'
    written.push({ file, bytes: body.length, count: entryCount })
    const packed = type === 'application/gzip' ? ', gzipped' : ''
    command.line(`${file}  ${count(entryCount, unit)}${packed}`)
  }
  return written
}

async function writeFeed({ feed, command }: Listing, file: string): Promise<void> {
  const atom = command.signal.aborted ? undefined : await feed.write()
  if (atom === undefined || !(await isOursOrNone(file))) return
  await writeOutput(file, atom)
  command.line(`${file}  what has changed last`)
}

/** A feed of your own is not overwritten. */
const isOursOrNone = (file: string): Promise<boolean> =>
  readFile(file, 'utf8').then(
    (text) => text.includes(GENERATOR),
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
