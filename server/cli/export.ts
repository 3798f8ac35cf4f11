// `hashbang export`: writes every snapshot and the rules for nginx and Apache. A failed run leaves
// the folder unchanged.

import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../site/config.ts'
import type { Manifest } from '../tools/export/manifest.ts'
import { ruleFiles } from '../tools/export/rules.ts'
import { readShard, type Shard } from '../tools/export/shard.ts'
import { type ExportFlags, type Outcome, shardOfJob } from './export-flags.ts'
import { copyLists } from './export-lists.ts'
import { mergeParts } from './export-merge.ts'
import { checkPaths, exportPaths, findPathPages, printPaths } from './export-paths.ts'
import { findReadables, readableMoves } from './export-readable.ts'
import { exportConfig } from './export-run.ts'
import { pairUp, printTwins } from './export-twins.ts'
import { asUsage, readSite, withShapes } from './open-site.ts'
import { concurrencyOption, configOption, examples, jsonOption, whole } from './options.ts'
import { red, styled } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

const OUT = 'dist/snapshots'

export function exportCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('export')
    .description('write the snapshot of every state to files')
    .addOption(configOption())
    .option('-o, --out <folder>', `where to (default: ${OUT})`)
    .option(
      '--run <name>',
      'name of this export, such as a build number; the next run with this name continues it',
      name,
    )
    .option(
      '--shard <i/n>',
      'one of n parts, such as 1/4; needs --run (default: JOB_COMPLETION_INDEX of a Kubernetes Job)',
      shard,
    )
    .option('--merge <folder...>', 'merge the shards of these folders, and export nothing')
    .option(
      '--twins <folder>',
      'write each state as a page at a real path too, for hosts without rules',
    )
    .option('--markdown', 'with --twins, write each readable page as Markdown too')
    .option(
      '--paths <folder>',
      'write the whole site of an app whose states are paths, into a folder of its own',
    )
    .option('--limit <n>', 'export only the first n states; keep the files of the others', whole(1))
    .addOption(concurrencyOption(64, 'snapshots at a time'))
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
  const { run, merge, twins, paths, concurrency } = given
  const shard = given.shard ?? (merge ? undefined : shardOfJob(process.env))
  const flags = { ...given, ...(shard && { shard }) }
  if (shard && run === undefined) {
    throw new UsageError(
      '--shard needs --run: pass a name that only the shards of this export share, such as the number of the build job',
    )
  }
  const late = twins !== undefined ? '--twins' : paths !== undefined ? '--paths' : undefined
  if (shard && (late || merge)) {
    throw new UsageError(
      `--shard cannot be combined with ${merge ? '--merge' : `${late}: pass ${late} with --merge`}`,
    )
  }
  if (merge && flags.limit !== undefined)
    throw new UsageError('--limit cannot be combined with --merge: leave it out')
  if (flags.markdown && twins === undefined)
    throw new UsageError('--markdown needs --twins: add it, or leave --markdown out')
  const terminal = createTerminal(flags)
  const named = await readSite(flags)
  const config = twins === undefined ? named : await withShapes(named)
  const folder = flags.out ?? OUT
  const atPaths = late === undefined ? new Map() : await findPathPages(config)
  if (paths !== undefined) checkPaths(config, atPaths, paths, folder)
  if (twins !== undefined && atPaths.size === Object.keys(config.pages).length)
    throw new UsageError(
      '--twins is for states after "#!", and the states of this site are paths: use --paths',
    )
  const readables = shard ? new Map() : await asUsage(findReadables(config))
  const extras = (manifest: Manifest) =>
    ruleFiles(manifest, folder, Object.keys(config.pages), readableMoves(readables))
  const made = merge
    ? await mergeParts(merge, folder, { run, extras }, terminal)
    : await exportParts(config, folder, { ...flags, extras }, terminal)
  const pairs =
    twins === undefined || made.isInterrupted
      ? undefined
      : await pairUp(
          config,
          folder,
          { twins, markdown: flags.markdown, concurrency, failed: made.failed ?? [] },
          atPaths,
        )
  const folders = { from: folder, into: paths ?? '' }
  const site =
    paths !== undefined && !made.isInterrupted
      ? await exportPaths(config, atPaths, folders, flags, terminal)
      : undefined
  if (site) await copyLists(folder, folders.into, config.assets ?? '.')
  terminal.result({
    ...made.report,
    ...(pairs && { twins: pairs }),
    ...(site && { paths: site }),
  })
  terminal.line(made.line)
  if (pairs) printTwins(terminal, pairs, twins ?? '')
  if (site) printPaths(terminal, site, folders.into)
  if (made.isInterrupted) return EXIT.interrupted
  const faults = [pairs?.refused, pairs?.errors, site?.refused, site?.errors]
  return made.isWhole && faults.every((some) => !some?.length) ? EXIT.ok : EXIT.finding
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
  return { report, line, isWhole: errors.length === 0, failed: errors }
}

const SHOWN = 10
