// `hashbang warm`: makes a running server render pages in advance. A deploy can wait for its exit
// code.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { toUglyUrl } from '../../src/url.ts'
import { encodeTag, tagsOf } from '../http/cache-tags.ts'
import type { Config } from '../site/config.ts'
import { siteStates } from '../site/states.ts'
import { textLines } from '../site/text-lines.ts'
import { unzipped } from '../site/unzipped.ts'
import { MANIFEST, readManifest } from '../tools/export/manifest.ts'
import { loggedStates } from '../tools/warm/asked-states.ts'
import { warm } from '../tools/warm/run.ts'
import { interruption, until } from './interrupt.ts'
import { openSite, readSite } from './open-site.ts'
import {
  concurrencyOption,
  configOption,
  examples,
  jsonOption,
  timeoutOption,
  whole,
} from './options.ts'
import { readSiteUrl } from './site-url.ts'
import { red, styled } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

interface WarmFlags {
  readonly config?: string
  readonly tag?: string
  readonly list?: string
  readonly log?: string
  readonly limit?: number
  readonly concurrency: number
  readonly timeout: number
  readonly json?: boolean
}

export function warmCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('warm')
    .argument('<server>', 'URL of the running server')
    .description('fill the cache of a running server')
    .addOption(configOption())
    .option('--tag <tag>', 'only states with this tag, by the export in "snapshots"')
    .option('--list <file>', 'only the states or URLs in a file, one a line')
    .option('--log <file>', 'only states in a log of level debug, the most popular first')
    .option('--limit <n>', 'only the first n states', whole(1))
    .addOption(concurrencyOption(4))
    .addOption(timeoutOption(30_000))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'warm http://10.0.0.7:3000 --concurrency 2',
        'warm http://localhost:3000 --log yesterday.log --limit 1000',
      ),
    )
    .action((server: string, flags: WarmFlags) => run(runWarm(server, flags)))
}

const NAMED = 10

async function runWarm(server: string, flags: WarmFlags): Promise<Exit> {
  const { origin, href } = readSiteUrl('warm', server, 'http://localhost:3000')
  if (href !== `${origin}/`)
    throw new UsageError(
      `Cannot warm "${server}": pass only the server, ${origin}, because the paths come from your states`,
    )
  const chosen = [flags.tag, flags.list, flags.log].filter((one) => one !== undefined)
  if (chosen.length > 1)
    throw new UsageError('Only one of --tag, --list and --log can be used: remove the others')
  const terminal = createTerminal(flags)
  const signal = interruption()
  const progress = terminal.progress('Warm', flags.limit ?? 0)
  const { concurrency, timeout } = flags
  const targets = first(until(signal, targetsOf(flags, signal)), flags.limit)
  const report = await warm({
    ...{ server: origin, targets, concurrency, timeout, signal },
    named: NAMED,
    onDone: () => progress.step(),
  }).finally(() => progress.stop())
  const { failed, failures } = report
  terminal.result(report)
  for (const { target, reason } of failures) terminal.note(styled`${red('✘')} ${target}: ${reason}`)
  if (failed > failures.length)
    terminal.note(`  and ${count(failed - failures.length, 'more', 'more')}`)
  terminal.line(`${count(report.warm, 'page')} warm, ${failed} failed.`)
  if (signal.aborted) return EXIT.interrupted
  const [name] = chosen.length > 0 && report.warm + failed === 0 ? chosen : []
  if (name !== undefined) {
    const hint = flags.log === undefined ? '' : '; answers are logged by `serve --log-level debug`'
    terminal.note(styled`${red('✘')} There is no state in ${name}${hint}`)
    return EXIT.finding
  }
  return failed === 0 ? EXIT.ok : EXIT.finding
}

interface State {
  readonly page: string
  readonly state: string
}

async function* targetsOf(flags: WarmFlags, signal: AbortSignal): AsyncGenerator<string> {
  const { list, log, tag } = flags
  if (list !== undefined) return yield* listed(list)
  const states =
    log !== undefined
      ? await loggedStates(linesOf(await fileOf(log)))
      : tag !== undefined
        ? tagged(await readSite(flags.config), tag)
        : siteStatesOf(await readSite(flags.config), signal)
  for await (const { page, state } of states) {
    const target = toUglyUrl(`${page}#!${state}`)
    if (target !== null) yield target
  }
}

async function* siteStatesOf(config: Config, signal: AbortSignal): AsyncGenerator<State> {
  yield* siteStates(await openSite(config), config.origin, signal)
}

/** The lines of a list: states, fragments, or URLs that the server knows. */
async function* listed(list: string): AsyncGenerator<string> {
  await fileOf(list)
  for await (const line of textLines(list)) {
    const isUrl = /^https?:\/\//i.test(line) && URL.canParse(line)
    const local = isUrl ? line.replace(/^https?:\/\/[^/?#]*\/?/i, '/') : line
    const isAddress = isUrl || local.startsWith('#!') || /^\/[^#]*#!/.test(local)
    const at = isAddress ? local : `/#!${local}`
    const page = at.startsWith('#') ? `/${at}` : at
    const target = page.includes('#') ? toUglyUrl(page) : page
    if (target === null || !target.startsWith('/'))
      throw new UsageError(
        `${list} has the line ${JSON.stringify(line)}: expected a state such as "/word/ajax", or its URL`,
      )
    yield target
  }
}

/** @throws {UsageError} When the file cannot be read. */
async function fileOf(file: string): Promise<string> {
  const found = await stat(file).catch(({ code }) => {
    throw new UsageError(`Cannot read "${file}" (${code})`)
  })
  if (found.isDirectory()) throw new UsageError(`Cannot read "${file}": it is a folder`)
  return file
}

const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({
    input: Readable.from(unzipped(createReadStream(file)), { objectMode: false }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })

async function* tagged({ snapshots }: Config, tag: string): AsyncGenerator<State> {
  const manifest = snapshots === undefined ? undefined : await readManifest(snapshots)
  if (manifest === undefined)
    throw new UsageError(
      `--tag reads the export that the setting "snapshots" names, and there is ${snapshots === undefined ? 'none' : `no ${MANIFEST} in ${snapshots}`}`,
    )
  try {
    // A redirect has no page with tags, so it may have any tag.
    for (const record of manifest.records())
      if (tagsOf(record)?.includes(encodeTag(tag)) ?? true) yield record
  } finally {
    manifest.close()
  }
}

async function* first<T>(items: AsyncIterable<T>, limit: number | undefined): AsyncGenerator<T> {
  let left = limit ?? Number.POSITIVE_INFINITY
  if (left < 1) return
  for await (const item of items) {
    yield item
    left -= 1
    if (left < 1) return
  }
}
