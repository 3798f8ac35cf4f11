// `hashbang sitemap`: writes the sitemap of the site's states, or lists their URLs.

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { headOf, siteStates } from '../sitemap/states.ts'
import { type SitemapEntry, sitemapFiles } from '../sitemap.ts'
import { configOption, jsonOption } from './options.ts'
import { openSite, readSite } from './site.ts'
import { count, createTerminal, EXIT, type Exit } from './terminal.ts'

interface SitemapFlags {
  readonly config?: string
  readonly out?: string
  readonly heads?: boolean
  readonly list?: boolean
  readonly json?: boolean
}

/** Adds the command. */
export function sitemapCommand(
  program: Command,
  run: (code: Promise<Exit>) => Promise<void>,
): void {
  program
    .command('sitemap')
    .description("write sitemap.xml of the app's states, split and gzipped as needed")
    .addOption(configOption())
    .option('-o, --out <folder>', 'where to write (default: the assets folder of the config)')
    .option('--heads', 'load every state, for the pictures and languages of its head')
    .option('--list', 'print the URLs, one a line, and write nothing')
    .addOption(jsonOption())
    .action((flags: SitemapFlags) => run(runSitemap(flags)))
}

async function runSitemap(flags: SitemapFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const config = await readSite(flags.config)
  const apps = await openSite(config)
  const signal = new AbortController().signal
  const out = flags.out ?? config.assets ?? '.'
  const progress = terminal.progress('Listed', 0)

  async function* entries(): AsyncGenerator<SitemapEntry> {
    for await (const { page, state, url, index, lastModified } of siteStates(
      apps,
      config.origin,
      signal,
    )) {
      if (!index) continue
      const app = flags.heads ? apps.find((one) => one.page === page) : undefined
      const head = app && (await headOf(app, state, signal))
      progress.step()
      yield { url, ...(lastModified === undefined ? {} : { lastModified }), head }
    }
  }

  if (flags.list) {
    progress.stop()
    for await (const { url } of entries()) {
      if (!process.stdout.write(`${url}\n`)) {
        await new Promise((resolve) => process.stdout.once('drain', resolve))
      }
    }
    return EXIT.ok
  }
  await mkdir(out, { recursive: true })
  const written: { file: string; bytes: number; count: number }[] = []
  let urls = 0
  for await (const { name, body, count: held, type } of sitemapFiles(
    entries(),
    `${config.origin}/`,
  )) {
    const file = join(out, name)
    await writeFile(`${file}.tmp`, body)
    await rename(`${file}.tmp`, file)
    const isIndex = name === 'sitemap.xml' && written.length > 0
    if (!isIndex) urls += held
    written.push({ file, bytes: body.length, count: held })
    terminal.line(
      `${file}  ${count(held, isIndex ? 'file' : 'URL')}${type === 'application/gzip' ? ', gzipped' : ''}`,
    )
  }
  progress.stop()
  terminal.result({ urls, files: written })
  terminal.line(
    urls === 0 ? 'The table lists no states: give its routes "entries".' : `${count(urls, 'URL')}.`,
  )
  return urls === 0 ? EXIT.finding : EXIT.ok
}
