// `hashbang export`: writes the snapshot of every state to files, and the rules by which nginx and Apache
// serve them; or one shard of them; or puts shards together. In: flags and the config. Out: a folder that
// holds all of a run or what it held before, and an exit code that says which.

import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Manifest } from '../export/manifest.ts'
import type { Extra } from '../export/publish.ts'
import { ruleFiles } from '../export/rules.ts'
import { readShard, type Shard, shardFolder } from '../export/shard.ts'
import { isBucketUrl } from '../objects/bucket-url.ts'
import type { Config } from '../site/load-config.ts'
import { bucketOf, placeOf, pushTo, shardOfJob } from './export-bucket.ts'
import { mergeBucket, mergeParts } from './export-merge.ts'
import { checkPaths, exportPaths, findPathPages, tellPaths } from './export-paths.ts'
import { exportConfig } from './export-run.ts'
import { pairUp, tellTwins } from './export-twins.ts'
import { readSite, withShapes, withStatesFile } from './open-site.ts'
import {
  concurrencyOption,
  configOption,
  examples,
  jsonOption,
  statesFileOption,
  whole,
} from './options.ts'
import { red, styled } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

/** What of the command line an export takes. */
export interface ExportFlags {
  readonly config?: string
  readonly out?: string
  readonly concurrency: number
  readonly workers?: number
  readonly run?: string
  readonly shard?: Shard
  readonly merge?: readonly string[]
  readonly to?: string
  readonly limit?: number
  readonly twins?: string
  readonly markdown?: true
  readonly paths?: string
  readonly statesFile?: string
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
    .option(
      '--run <name>',
      'name of this state of the data, such as the number of a build job: a run that was stopped is taken up by the next of its name, and shards of one name belong together',
      name,
    )
    .option(
      '--shard <i/n>',
      'only the i-th of n parts, such as 1/4; needs --run (default: as a Kubernetes Indexed Job says, by JOB_COMPLETION_INDEX and JOB_COMPLETION_COUNT)',
      shard,
    )
    .option(
      '--merge <folder...>',
      'put the shards in these folders, or in a bucket, together, and export nothing',
    )
    .option(
      '--to <bucket>',
      'bring what was exported to a bucket, too, such as s3://bucket/prefix; a shard into a folder of its own there',
    )
    .option(
      '--twins <folder>',
      'write a page at a real path for each state too, for hosts without rules; files that are there already are left alone',
    )
    .option('--markdown', 'with --twins: each readable page as Markdown, too')
    .option(
      '--paths <folder>',
      'write the site of an app whose states are paths: an index.html for each state that shows it and starts the app, a 404.html, and the files of the built client, into a folder of its own',
    )
    .option(
      '--limit <n>',
      'export the first so many states only; the others stay as they are',
      whole(1),
    )
    .option('--workers <n>', 'threads that make snapshots (default: one a core)', whole(1, 256))
    .addOption(statesFileOption())
    .addOption(concurrencyOption(64, 'snapshots under way at a time'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'export',
        'export --run "$BUILD" --shard 2/8',
        'export --merge shards/* --run "$BUILD"',
        'export --twins dist/client/s',
        'export --paths dist/site',
      ),
    )
    .action((flags: ExportFlags) => run(runExport(flags)))
}

function shard(text: string): Shard {
  const read = readShard(text)
  if (read === undefined) throw new InvalidArgumentError('Expected i/n, such as 1/4.')
  return read
}

function name(text: string): string {
  if (!/^[\w.:+-]{1,100}$/.test(text)) {
    throw new InvalidArgumentError('Expected up to 100 letters, digits and . : + - _')
  }
  return text
}

async function runExport(given: ExportFlags): Promise<Exit> {
  const { run, merge, twins, paths, to, concurrency } = given
  const shard = given.shard ?? (merge ? undefined : shardOfJob(process.env))
  const flags = { ...given, ...(shard && { shard }) }
  const place = to === undefined ? undefined : placeOf(to)
  const there = merge && bucketOf(merge)
  if (shard && run === undefined) {
    throw new UsageError(
      '--shard needs --run: a name that all shards of this export have, and no other export, such as the number of the build job',
    )
  }
  const late = twins !== undefined ? '--twins' : paths !== undefined ? '--paths' : undefined
  if (shard && (late || merge)) {
    throw new UsageError(
      `--shard does not go with ${merge ? '--merge' : `${late}: give it with --merge`}`,
    )
  }
  if (merge && flags.limit !== undefined) throw new UsageError('--limit does not go with --merge')
  if (flags.markdown && twins === undefined) throw new UsageError('--markdown goes with --twins')
  const unused = Object.entries({ '--to': to, '--out': flags.out, ...(late && { [late]: late }) })
  const [useless] = unused.find(([, value]) => there && value !== undefined) ?? []
  if (useless !== undefined)
    throw new UsageError(
      `${useless} does not go with --merge of a bucket, where the whole stays: export it from a folder`,
    )
  const terminal = createTerminal(flags)
  if (there) return mergeBucket(there, flags, terminal)
  const named = withStatesFile(await readSite(flags.config), flags.statesFile)
  const config = twins === undefined ? named : await withShapes(named)
  const { snapshots = OUT } = config
  const folder = flags.out ?? (isBucketUrl(snapshots) ? OUT : snapshots)
  const atPaths = late === undefined ? new Map() : await findPathPages(config)
  if (paths !== undefined) checkPaths(config, atPaths, paths, folder)
  if (twins !== undefined && atPaths.size === Object.keys(config.pages).length)
    throw new UsageError(
      '--twins is for states after "#!", and those of this site are paths: give --paths',
    )
  const extras = (manifest: Manifest) => ruleFiles(manifest, folder, Object.keys(config.pages))
  const made = merge
    ? await mergeParts(merge, folder, { run, extras }, terminal)
    : await exportParts(config, folder, { ...flags, extras, place }, terminal)
  const pairs =
    twins === undefined || made.isInterrupted
      ? undefined
      : await pairUp(config, folder, { twins, markdown: flags.markdown }, atPaths)
  const folders = { from: folder, into: paths ?? '' }
  const site =
    paths !== undefined && !made.isInterrupted
      ? await exportPaths(config, atPaths, folders, flags, terminal)
      : undefined
  const shared = shard ? join(folder, shardFolder(shard)) : folder
  const pushed =
    place && !made.isInterrupted
      ? await pushTo(place, shared, { maxAge: config.maxAge, concurrency }, terminal)
      : undefined
  terminal.result({
    ...made.report,
    ...(pushed && { bucket: pushed }),
    ...(pairs && { twins: pairs }),
    ...(site && { paths: site }),
  })
  terminal.line(made.line)
  if (pushed)
    terminal.line(
      `In ${to}: ${pushed.written} written, ${pushed.unchanged} unchanged, ${pushed.removed} removed.`,
    )
  if (pairs) tellTwins(terminal, pairs, twins ?? '')
  if (site) tellPaths(terminal, site, folders.into)
  if (made.isInterrupted) return EXIT.interrupted
  const faults = [pairs?.refused, site?.refused, site?.errors]
  return made.isWhole && faults.every((some) => !some?.length) ? EXIT.ok : EXIT.finding
}

/** The rules of servers that go with an export. */
export interface Extras {
  extras(manifest: Manifest): Extra[]
}

/** What was done, for machines and for people. */
export interface Outcome {
  readonly report: object
  readonly line: string
  readonly isWhole: boolean
  readonly isInterrupted?: boolean
}

async function exportParts(
  config: Config,
  folder: string,
  flags: Parameters<typeof exportConfig>[2],
  terminal: Terminal,
): Promise<Outcome> {
  const report = await exportConfig(config, folder, flags, terminal)
  if ('interrupted' in report) {
    const next = flags.run === undefined ? 'run it again' : `--run ${flags.run} takes it up`
    const line = `Interrupted after ${count(report.made, 'state')}: nothing has been published, what was there is as it was; ${next}.`
    return { report, line, isWhole: false, isInterrupted: true }
  }
  const { states, written, unchanged, resumed, removed, errors, partial } = report
  for (const { page, state, reason } of errors.slice(0, SHOWN)) {
    terminal.note(styled`${red('✘')} ${page}#!${state}: ${reason}`)
  }
  if (errors.length > SHOWN) terminal.note(`  and ${count(errors.length - SHOWN, 'more', 'more')}`)
  if (partial) {
    const why = flags.limit === undefined ? 'Pages failed that may link to more' : '--limit'
    terminal.note(`${why}: a part only; the other states stay as they are.`)
  }
  const line = `${count(states, 'state')} in ${folder}: ${written} written, ${unchanged} unchanged, ${resumed} from a run that was stopped, ${removed} removed, ${count(errors.length, 'error')}.`
  return { report, line, isWhole: errors.length === 0 }
}

/** How many errors are shown. */
const SHOWN = 10
