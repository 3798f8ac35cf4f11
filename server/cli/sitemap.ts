// `hashbang sitemap`: writes the sitemap of the site's states, or lists their URLs.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { printable, printableJson } from '../diagnostics/printable.ts'
import { atomFeed, GENERATOR } from '../serve/listing/atom-feed.ts'
import { type SitemapEntry, sitemapFiles } from '../serve/listing/sitemap-xml.ts'
import { makeFolder } from '../site/make-folder.ts'
import { type AddressKind, headOf, listedUrl, unlisted } from '../site/site-states.ts'
import { interruption } from './interrupt.ts'
import { openSite, openStates, readSite, type SiteFlags } from './open-site.ts'
import { configOption, examples, jsonOption, originOption } from './options.ts'
import { writeOutput } from './output-file.ts'
import { styled, yellow } from './styled.ts'
import { count, createTerminal, EXIT, type Exit } from './terminal.ts'

interface SitemapFlags extends SiteFlags {
  readonly out?: string
  readonly heads?: boolean
  readonly list?: boolean
  readonly addresses: AddressKind
  readonly json?: boolean
}

export function sitemapCommand(
  program: Command,
  run: (code: Promise<Exit>) => Promise<void>,
): void {
  program
    .command('sitemap')
    .description("write sitemap.xml of the app's states")
    .addOption(configOption())
    .addOption(originOption())
    .option('-o, --out <folder>', 'where to write (default: the assets folder of the config)')
    .option(
      '--heads',
      'load every state: add pictures and languages, and leave out what is no page',
    )
    .option('--list', 'print the URLs and write nothing')
    .addOption(
      new Option('--addresses <kind>', 'which address of a state: pretty is the one with "#!"')
        .choices(['readable', 'pretty'])
        .default('readable', 'readable, and pretty where a table has no readable ones'),
    )
    .addOption(jsonOption())
    .addHelpText('after', examples('sitemap', 'sitemap --list', 'sitemap --out public --heads'))
    .action((flags: SitemapFlags) => run(runSitemap(flags)))
}

async function runSitemap(flags: SitemapFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const config = await readSite(flags)
  const apps = await openSite(config)
  const signal = interruption()
  const out = flags.out ?? config.assets ?? '.'
  const progress = terminal.progress('Listed')
  const missing = unlisted(apps)
  for (const what of missing) terminal.note(styled`${yellow('!')} ${what}`)
  const found = openStates(config, apps, { terminal, signal })
  const feed = atomFeed(apps, config.origin)
  let listed = 0

  async function* entries(): AsyncGenerator<SitemapEntry> {
    for await (const one of found.states) {
      const { page, state, index } = one
      if (!index) continue
      const app = flags.heads ? apps.find((one) => one.page === page) : undefined
      const head = app && (await headOf(app, state, signal))
      if (head === null) continue
      feed.offer(one)
      if (!flags.list) progress.step()
      listed += 1
      yield { ...one, url: listedUrl(one, flags.addresses), head }
    }
  }
  const exit = () => (signal.aborted ? EXIT.interrupted : found.failed > 0 ? EXIT.finding : EXIT.ok)

  if (flags.list) {
    await listUrls(entries(), terminal.json)
    return exit()
  }
  await makeFolder(out)
  const written: { file: string; bytes: number; count: number }[] = []
  for await (const one of sitemapFiles(entries(), `${config.origin}/`)) {
    // A partial sitemap must not look complete.
    if (signal.aborted) break
    const file = join(out, one.name)
    await writeOutput(file, one.body)
    const what = one.name === 'sitemap.xml' && written.length > 0 ? 'file' : 'URL'
    written.push({ file, bytes: one.body.length, count: one.count })
    terminal.line(
      `${file}  ${count(one.count, what)}${one.type === 'application/gzip' ? ', gzipped' : ''}`,
    )
  }
  const atom = signal.aborted ? undefined : await feed.write()
  const feedFile = join(out, 'feed.xml')
  if (atom !== undefined && (await isOursOrNone(feedFile))) {
    await writeOutput(feedFile, atom)
    terminal.line(`${feedFile}  what has changed last`)
  }
  progress.stop()
  terminal.result({ urls: listed, files: written, unlisted: missing })
  if (signal.aborted) {
    terminal.note(
      `Interrupted after ${count(listed, 'URL')}: ${count(written.length, 'file')} written, and sitemap.xml is unchanged.`,
    )
    return EXIT.interrupted
  }
  const none =
    apps.length > 0
      ? 'The table lists no states: add "entries" to its routes.'
      : 'No state was found that may be listed: does the first page link to any?'
  terminal.line(listed > 0 ? `${count(listed, 'URL')}.` : none)
  return listed === 0 ? EXIT.finding : exit()
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
