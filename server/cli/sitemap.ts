// `hashbang sitemap`: writes the sitemap of the site's states, or lists their URLs.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Option } from 'commander'
import { printable, printableJson } from '../diagnostics/printable.ts'
import { atomFeed, GENERATOR } from '../serve/listing/atom-feed.ts'
import { type SitemapEntry, sitemapFiles } from '../serve/listing/sitemap-xml.ts'
import {
  type AddressKind,
  headOf,
  listedUrl,
  type OpenedApp,
  unlisted,
} from '../site/site-states.ts'
import { makeFolder } from '../tools/export/write-files.ts'
import { type OpenStates, openSite, openStates, readSite, type SiteFlags } from './open-site.ts'
import { writeOutput } from './output-file.ts'
import { type AddCommand, examples, option } from './shared-options.ts'
import { count } from './styled.ts'
import { EXIT, type Exit, type Terminal } from './terminal.ts'

interface SitemapFlags extends SiteFlags {
  readonly out?: string
  readonly heads?: boolean
  readonly list?: boolean
  readonly addresses: AddressKind
  readonly json?: boolean
}

export const sitemapCommand: AddCommand = (program, run) => {
  program
    .command('sitemap')
    .description("write sitemap.xml of the app's states")
    .addOption(option.config())
    .addOption(option.origin())
    .option('-o, --out <folder>', 'where to write (default: the assets folder of the config)')
    .option(
      '--heads',
      'load every state: add pictures and languages, and leave out states without a page',
    )
    .option('--list', 'print the URLs and write nothing')
    .addOption(
      new Option('--addresses <kind>', 'which address of a state: readable, or pretty with "#!"')
        .choices(['readable', 'pretty'])
        .default('readable', 'readable, and pretty where a table has no readable ones'),
    )
    .addOption(option.json())
    .addHelpText(...examples('sitemap', 'sitemap --list', 'sitemap --out public --heads'))
    .action(run(runSitemap))
}

/** The states of one run, and what it has listed of them. */
interface Listing {
  readonly flags: SitemapFlags
  readonly apps: readonly OpenedApp[]
  readonly found: OpenStates
  readonly feed: ReturnType<typeof atomFeed>
  readonly terminal: Terminal
  listed: number
}

async function runSitemap(terminal: Terminal, flags: SitemapFlags) {
  const config = await readSite(flags)
  const apps = await openSite(config, terminal)
  const { signal } = terminal
  const found = openStates(config, apps, terminal)
  const feed = atomFeed(apps, config.origin)
  const listing: Listing = { flags, apps, found, feed, terminal, listed: 0 }
  if (flags.list) {
    await listUrls(entriesOf(listing), terminal.json)
    return exitOf(listing)
  }
  const out = flags.out ?? config.assets ?? '.'
  await makeFolder(out)
  const progress = terminal.progress('Listed')
  const entries = entriesOf(listing, progress.step)
  const files = await writeSitemap(listing, entries, out, `${config.origin}${config.base ?? '/'}`)
  await writeFeed(listing, join(out, 'feed.xml'))
  progress.stop()
  const { listed } = listing
  terminal.result({ urls: listed, files, unlisted: unlisted(apps) })
  if (signal.aborted) {
    terminal.note(
      `Interrupted after ${count(listed, 'URL')}: ${count(files.length, 'file')} written, and sitemap.xml is unchanged.`,
    )
    return EXIT.interrupted
  }
  const none =
    apps.length > 0
      ? 'The table lists no states: add "entries" to its routes.'
      : 'No state was found that may be listed: does the first page link to any?'
  terminal.line(listed > 0 ? `${count(listed, 'URL')}.` : none)
  return listed === 0 ? EXIT.finding : exitOf(listing)
}

const exitOf = ({ terminal, found }: Listing): Exit =>
  terminal.signal.aborted ? EXIT.interrupted : found.failed > 0 ? EXIT.finding : EXIT.ok

/** The states that may be listed. Offers each to the feed. */
async function* entriesOf(listing: Listing, onEntry: () => void = () => undefined) {
  const { flags, apps, found, feed, terminal } = listing
  for await (const state of found.states) {
    if (!state.index) continue
    const app = flags.heads ? apps.find(({ page }) => page === state.page) : undefined
    const head = app && (await headOf(app, state.state, terminal.signal))
    if (head === null) continue
    feed.offer(state)
    onEntry()
    listing.listed += 1
    yield { ...state, url: listedUrl(state, flags.addresses), head }
  }
}

async function writeSitemap(
  { terminal }: Listing,
  entries: AsyncIterable<SitemapEntry>,
  folder: string,
  base: string,
) {
  const written: { file: string; bytes: number; count: number }[] = []
  for await (const { name, type, body, count: entryCount } of sitemapFiles(entries, base)) {
    // A partial sitemap must not look complete.
    if (terminal.signal.aborted) break
    const file = join(folder, name)
    await writeOutput(file, body)
    const unit = name === 'sitemap.xml' && written.length > 0 ? 'file' : 'URL'
    written.push({ file, bytes: body.length, count: entryCount })
    const packed = type === 'application/gzip' ? ', gzipped' : ''
    terminal.line(`${file}  ${count(entryCount, unit)}${packed}`)
  }
  return written
}

async function writeFeed({ feed, terminal }: Listing, file: string): Promise<void> {
  const atom = terminal.signal.aborted ? undefined : await feed.write()
  if (atom === undefined || !(await isOursOrNone(file))) return
  await writeOutput(file, atom)
  terminal.line(`${file}  what has changed last`)
}

/** A feed of your own is not overwritten. */
const isOursOrNone = (file: string): Promise<boolean> =>
  readFile(file, 'utf8').then(
    (text) => text.includes(GENERATOR),
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

async function listUrls(entries: AsyncIterable<SitemapEntry>, isJson: boolean): Promise<void> {
  const write = async (text: string) => {
    if (process.stdout.write(text)) return
    await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
  let before = '['
  for await (const { url } of entries) {
    await write(
      isJson ? `${before}\n  ${printableJson(JSON.stringify(url))}` : `${printable(url)}\n`,
    )
    before = ','
  }
  if (isJson) await write(before === '[' ? '[]\n' : '\n]\n')
}
