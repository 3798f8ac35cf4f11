// `hashbang ledger FILE`: reads old URLs and reports the state, route and status of each in the
// current site.

import { type Command, Option } from 'commander'
import { LEGACY_SHAPES, type LegacyName } from '../../src/legacy/shapes.ts'
import { textLines } from '../site/text-lines.ts'
import { type PlaceOfUrl, placeOfUrl } from '../tools/ledger/place-of-url.ts'
import { urlsOfLine } from '../tools/ledger/urls-of-line.ts'
import { interruption } from './interrupt.ts'
import { openLedgerSite, type UrlVerdict } from './ledger-site.ts'
import { readSite } from './open-site.ts'
import { configOption, examples, jsonOption } from './options.ts'
import { openOutput } from './output-file.ts'
import { green, red, styled } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, UsageError, WorkError } from './terminal.ts'

interface LedgerFlags {
  readonly config?: string
  readonly from?: LegacyName
  readonly host?: readonly string[]
  readonly load: boolean
  readonly out?: string
  readonly json?: boolean
}

interface LedgerEntry extends UrlVerdict {
  readonly url: string
  readonly page: string | null
  readonly state: string | null
}

/** Most distinct URLs read, and most broken ones shown. */
const MOST_URLS = 1_000_000
const SHOWN = 20

export function ledgerCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('ledger')
    .description('check that every old URL of a file leads to a state')
    .argument('<file>', 'a log, a sitemap, a mail or a list of URLs; may be gzipped')
    .addOption(configOption())
    .addOption(
      new Option('--from <router>', 'the router of the old URLs (default: the app itself)').choices(
        Object.keys(LEGACY_SHAPES),
      ),
    )
    .option('--host <hosts...>', 'other hosts of the site')
    .option('--no-load', 'check routes alone, and load no data')
    .option('-o, --out <file>', 'write all URLs, tab-separated, with page, state, route and status')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('ledger access.log.gz', 'ledger sitemap.xml --from angularjs -o ledger.tsv'),
    )
    .action((file: string, flags: LedgerFlags) => run(runLedger(file, flags)))
}

async function runLedger(file: string, flags: LedgerFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const signal = interruption()
  const { origin, ...config } = await readSite(flags.config)
  const site = await openLedgerSite({ ...config, origin }, flags.load, signal)
  const out = flags.out === undefined ? undefined : await openOutput(flags.out)
  const known = { origin, hosts: new Set(flags.host), pages: site.pages, from: flags.from }
  const answers = new Map<string, UrlVerdict>()
  const lost: LedgerEntry[] = []
  const statuses = new Map<string, number>()
  const counts = { urls: 0, elsewhere: 0, lost: 0 }

  async function check(url: string): Promise<void> {
    const place = placeOfUrl(url, known)
    if (place === 'elsewhere') {
      counts.elsewhere += 1
      return
    }
    const found = place ? await answerOf(place) : NOWHERE
    const entry: LedgerEntry = {
      url,
      page: place?.page ?? null,
      state: place?.state ?? null,
      ...found,
    }
    counts.urls += 1
    const called = String(found.status ?? 'unmapped')
    statuses.set(called, (statuses.get(called) ?? 0) + 1)
    const { page, state, route, status } = entry
    const line = [url, page, state, route, status].map((one) => oneField(one ?? '')).join('\t')
    await out?.line(line)
    if (isFine(found)) return
    counts.lost += 1
    if (lost.length < SHOWN) lost.push(entry)
  }

  async function answerOf(place: PlaceOfUrl): Promise<UrlVerdict> {
    const key = JSON.stringify([place.page, place.state])
    const answer = answers.get(key) ?? (await site.find(place))
    answers.set(key, answer)
    return answer
  }

  const seen = new Set<string>()
  try {
    for await (const line of textLines(file)) {
      for (const url of urlsOfLine(line)) {
        if (signal.aborted) break
        if (seen.has(url)) continue
        if (seen.size >= MOST_URLS) throw new Error(`it has over ${MOST_URLS} different URLs`)
        seen.add(url)
        await check(url)
      }
      if (signal.aborted) break
    }
    // A partial file must not look complete.
    await (signal.aborted ? out?.drop() : out?.close())
  } catch (error) {
    await out?.drop()
    if (error instanceof WorkError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${file} cannot be read: ${why}`, { cause: error })
  } finally {
    await site.close()
  }
  terminal.result({ ...counts, statuses: Object.fromEntries(statuses), unmapped: lost })
  for (const { url, state, route, status } of lost) {
    const why =
      state === null
        ? 'is no state of any page'
        : route === null
          ? `has the state "${state}", which no route takes`
          : `has the state "${state}" of "${route}", which returns status ${status}`
    terminal.line(styled`${red('✘')} ${url} ${why}`)
  }
  if (counts.lost > SHOWN) terminal.line(`  and ${count(counts.lost - SHOWN, 'more', 'more')}`)
  const others =
    counts.elsewhere > 0
      ? ` ${count(counts.elsewhere, 'URL')} of other sites left out (name your former hosts with --host).`
      : ''
  if (signal.aborted) {
    terminal.note(`Interrupted after ${count(counts.urls, 'URL')}.`)
    return EXIT.interrupted
  }
  if (counts.urls === 0) throw new UsageError(`${file} names no URL of the site.${others}`)
  const verdict = counts.lost === 0 ? green('none is lost') : red(`${counts.lost} lost`)
  terminal.line(
    styled`${count(counts.urls, 'URL')}, ${count(answers.size, 'state')}: ${verdict}.${others}`,
  )
  return counts.lost === 0 ? EXIT.ok : EXIT.finding
}

const NOWHERE: UrlVerdict = { route: null, status: null, to: undefined }

/** 410 is the right status for a deliberate removal. */
const isFine = ({ route, status }: UrlVerdict): boolean =>
  route !== null && (status === null || status < 400 || status === 410)

const oneField = (value: string | number): string => String(value).replace(/[\t\r\n]/g, ' ')
