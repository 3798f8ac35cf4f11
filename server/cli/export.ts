// `hashbang export`: writes the snapshot of every state to files, and the rules by which nginx and Apache
// serve them; or one shard of them; or puts shards together.

import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import colours from 'picocolors'
import { buildOf } from '../build.ts'
import type { Config } from '../config.ts'
import { mergeShards } from '../export/merge.ts'
import { writeRules } from '../export/rules.ts'
import { openTwins } from '../export/twins.ts'
import { type ExportReport, exportSite, type Shard } from '../export.ts'
import { createHandler } from '../site.ts'
import { siteStates } from '../sitemap/states.ts'
import { concurrencyOption, configOption, jsonOption, whole } from './options.ts'
import { asUsage, openSite, readSite } from './site.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

interface ExportFlags {
  readonly config?: string
  readonly out?: string
  readonly concurrency: number
  readonly workers?: number
  readonly shard?: Shard
  readonly merge?: readonly string[]
  readonly limit?: number
  readonly twins?: string
  readonly json?: boolean
}

const OUT = 'dist/snapshots'

/** Adds the command. */
export function exportCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('export')
    .description('write the snapshot of every state to files')
    .addOption(configOption())
    .option('-o, --out <folder>', `where to (default: "snapshots" of the config, or ${OUT})`)
    .option('--shard <i/n>', 'only the i-th of n parts, such as 1/4', readShard)
    .option('--merge <folder...>', 'put the shards in these folders together, and export nothing')
    .option(
      '--twins <folder>',
      'write a page at a real path for each state too, for hosts without rules',
    )
    .option('--limit <n>', 'export the first so many states only', whole(1))
    .option('--workers <n>', 'threads that make snapshots (default: one a core)', whole(1, 256))
    .addOption(concurrencyOption(64, 'snapshots under way at a time'))
    .addOption(jsonOption())
    .action((flags: ExportFlags) => run(runExport(flags)))
}

function readShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count) throw new InvalidArgumentError('Expected i/n, such as 1/4.')
  return { index, count }
}

async function runExport(flags: ExportFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const config = await readSite(flags.config)
  const folder = flags.out ?? config.snapshots ?? OUT
  if (flags.merge) {
    const states = await mergeShards(flags.merge, folder).catch((error: unknown) => {
      throw error instanceof RangeError ? new UsageError(error.message) : error
    })
    await writeRules(folder, Object.keys(config.pages))
    terminal.result({ states })
    terminal.line(`${count(states, 'state')} put together in ${folder}.`)
    return EXIT.ok
  }
  const report = await exportConfig(config, folder, flags, terminal)
  if (!flags.shard) await writeRules(folder, Object.keys(config.pages))
  terminal.result(report)
  tell(terminal, report, folder)
  return report.errors.length > 0 ? EXIT.finding : EXIT.ok
}

async function exportConfig(
  config: Config,
  folder: string,
  { concurrency, shard, limit, twins, workers }: ExportFlags,
  terminal: Terminal,
): Promise<ExportReport> {
  const apps = await openSite(config)
  const threads = workers ?? config.workers ?? availableParallelism()
  const handler = await asUsage(
    createHandler({
      ...config,
      workers: threads,
      queue: Math.max(concurrency * 2, 100),
      patience: Number.POSITIVE_INFINITY,
      cacheBytes: 0,
      observe: (event) => {
        if (event.type === 'warning')
          for (const text of event.warnings) terminal.note(`#!${event.state}: ${text}`)
      },
    }),
  )
  const pairs = twins === undefined ? undefined : await openTwins(twins, config.origin)
  const progress = terminal.progress('Exported', limit ?? 0)
  const all = siteStates(apps, config.origin, new AbortController().signal)
  try {
    return await exportSite({
      origin: config.origin,
      build: await buildOf(config),
      states: limit === undefined ? all : first(all, limit),
      handler,
      folder,
      concurrency,
      shard,
      async onState(record, body) {
        progress.step()
        await pairs?.write(record, body)
      },
    })
  } finally {
    progress.stop()
    await Promise.all([handler.close(), pairs?.close()])
  }
}

async function* first<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let left = limit
  for await (const item of items) {
    if (left-- === 0) return
    yield item
  }
}

/** How many errors are shown. */
const SHOWN = 10

function tell(terminal: Terminal, report: ExportReport, folder: string): void {
  const { states, written, unchanged, resumed, removed, errors } = report
  for (const { page, state, reason } of errors.slice(0, SHOWN)) {
    terminal.note(`${colours.red('✘')} ${page}#!${state}: ${reason}`)
  }
  if (errors.length > SHOWN) terminal.note(`  and ${count(errors.length - SHOWN, 'more', 'more')}`)
  terminal.line(
    `${count(states, 'state')} in ${folder}: ${written} written, ${unchanged} unchanged, ${resumed} from a run that was stopped, ${removed} removed, ${count(errors.length, 'error')}.`,
  )
}
