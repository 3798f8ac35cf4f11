// `hashbang export`: writes the page of every state to files, as your host needs them.

import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { toUglyUrl } from '../../src/url.ts'
import { someOf } from '../diagnostics/printable.ts'
import { llmsFullText } from '../serve/listing/llms-full.ts'
import { llmsText } from '../serve/listing/llms-txt.ts'
import { robotsText } from '../serve/listing/robots-txt.ts'
import { createSite, type Site } from '../serve/start/create-site.ts'
import { adoptedPages, adoptedReadables, isServer } from '../site/adopted-pages.ts'
import { buildOf } from '../site/build-id.ts'
import type { Config } from '../site/config.ts'
import type { OpenedApp } from '../site/site-states.ts'
import { type ExportedSite, type Form, failedFile } from '../tools/export/export-form.ts'
import { allStates, firstStates } from '../tools/export/export-selection.ts'
import { type ExportReport, exportSite } from '../tools/export/export-site.ts'
import { readShard, type Shard } from '../tools/export/shard.ts'
import { pagesWithoutPaths, siteForm } from '../tools/export/site-form.ts'
import { snapshotForm } from '../tools/export/snapshot-form.ts'
import { checkFolders, freeFolder, OUTS } from './export-out.ts'
import { asUsage, openSite, openStates, readSite, type SiteFlags } from './open-site.ts'
import { type AddCommand, examples, option, wholeNumber } from './shared-options.ts'
import { count, red, styled, yellow } from './styled.ts'
import { EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

interface ExportFlags extends SiteFlags {
  readonly out?: string | undefined
  readonly servedFrom?: string
  readonly site?: string
  readonly concurrency: number
  readonly run?: string
  readonly shard?: Shard | undefined
  readonly limit?: number
  readonly json?: boolean
}

export const exportCommand: AddCommand = (program, run) => {
  program
    .command('export')
    .description('write the page of every state to files')
    .addOption(option.config())
    .addOption(option.origin())
    .option(
      '-o, --out <folder>',
      `snapshots and rules for nginx and Apache (default: ${OUTS[0]}, or ${OUTS[1]} if dist is served)`,
    )
    .option(
      '--served-from <folder>',
      'where your web server has that folder (default: the same path)',
    )
    .option('--site <folder>', 'the whole site, for hosts that only serve files')
    .option(
      '--run <name>',
      'name of this run, such as a build number: if you stop it, the same name continues it',
    )
    .option(
      '--shard <i/n>',
      'one of n parts, such as 1/4 (default: JOB_COMPLETION_INDEX of a Kubernetes Job)',
      shard,
    )
    .option('--limit <n>', 'only the first n states; the files of the others stay', wholeNumber(1))
    .addOption(option.concurrency(64, 'states at a time'))
    .addOption(option.json())
    .addHelpText(...examples('export', 'export --site dist/site', 'export --shard 2/8'))
    .action(run(runExport))
}

function shard(text: string): Shard {
  const read = readShard(text)
  if (read === undefined) throw new InvalidArgumentError('Expected i/n, such as 1/4.')
  return read
}

/** The shard of a Kubernetes Indexed Job's Pod. @throws {UsageError} When a variable is wrong. */
function shardOfJob({
  JOB_COMPLETION_INDEX: index,
  JOB_COMPLETION_COUNT: count,
}: NodeJS.ProcessEnv) {
  if (!index && !count) return undefined
  const read = readShard(`${Number(index ?? NaN) + 1}/${count ?? ''}`)
  if (read !== undefined) return read
  throw new UsageError(
    `JOB_COMPLETION_INDEX is "${index ?? ''}" and JOB_COMPLETION_COUNT is "${count ?? ''}": both must be numbers, the index less than the count; set the count in the env of the Job`,
  )
}

/** Room for pages until they are requested again. */
const CACHE_BYTES = 64 * 2 ** 20

async function runExport(terminal: Terminal, given: ExportFlags) {
  const { site: siteFolder, concurrency } = given
  const config = await readSite(given)
  const out = given.out ?? (siteFolder === undefined ? freeFolder(OUTS, config) : undefined)
  const flags = { ...given, out, shard: given.shard ?? shardOfJob(process.env) }
  checkFolders(config, flags)
  const apps = await openSite(config, terminal)
  const { limits, cache, base = '/' } = config
  // A state of an adopted page is requested twice: for its links, and for its file.
  const bytes = adoptedPages(config.pages).length > 0 ? CACHE_BYTES : 0
  const queue = Math.max(concurrency * 2, 100)
  // Each form of a page has the same warnings.
  const warned = new Set<string>()
  const site = await asUsage(() =>
    createSite(
      { ...config, limits: { ...limits, queue }, cache: { ...cache, bytes } },
      {
        missing: siteFolder === undefined ? undefined : `${base}404.html`,
        patience: Number.POSITIVE_INFINITY,
        observe(event) {
          if (event.type !== 'warning') return
          for (const text of event.warnings.map(
            (warning) => `the state "${event.state}": ${warning}`,
          )) {
            if (!warned.has(text)) terminal.note(text)
            warned.add(text)
          }
        },
      },
    ),
  )
  try {
    return await exportStates(config, apps, flags, site, terminal)
  } finally {
    await site.close()
  }
}

/** @throws {UsageError} When no page has paths. */
function wholeSite(folder: string, exported: ExportedSite, terminal: Terminal): Form {
  const hidden = pagesWithoutPaths(exported)
  const message = `The states of ${hidden.map((page) => `"${page}"`).join(', ')} are after "#", which no file can answer: give the table readable addresses, defineRoutes({ … }, { readable: readableScheme('/s/', { files: true }) }), or an adopted page readable: '/s/'`
  if (hidden.length === Object.keys(exported.pages).length) throw new UsageError(message)
  if (hidden.length > 0) terminal.warn(message)
  for (const [page, { site: url }] of adoptedPages(exported.pages))
    if (isServer(url))
      terminal.warn(
        `The page "${page}" is adopted from ${url}, so ${folder} gets none of its files: copy its build there, or let "site" be the folder of the build`,
      )
  return siteForm(folder, exported)
}

async function formsOf(
  config: Config,
  apps: readonly OpenedApp[],
  { out, servedFrom = out, site: siteFolder }: ExportFlags,
  site: Site,
  terminal: Terminal,
): Promise<Form[]> {
  const readables = new Map(adoptedReadables(config.pages))
  for (const { page, routes } of apps)
    if (routes.options.readable) readables.set(page, routes.options.readable)
  const exported: ExportedSite = { ...config, apps, readables }
  const forms: Form[] = []
  if (out !== undefined) {
    // The first page's empty state has the headers of most states, such as the language.
    const target = toUglyUrl(`${Object.keys(config.pages)[0]}#!`) ?? '/'
    const answer = await site({ method: 'GET', target, headers: {} })
    const { 'x-robots-tag': _, ...usual } = answer?.status === 200 ? answer.headers : {}
    forms.push(snapshotForm(out, { ...exported, usual, served: resolve(servedFrom ?? out) }))
  }
  // The lists for crawlers go into the first.
  if (siteFolder !== undefined) forms.unshift(wholeSite(siteFolder, exported, terminal))
  return forms
}

async function exportStates(
  config: Config,
  apps: readonly OpenedApp[],
  flags: ExportFlags,
  site: Site,
  terminal: Terminal,
): Promise<Exit> {
  const { run, shard, concurrency, limit } = flags
  const { signal } = terminal
  const openedStates = openStates(config, apps, terminal, site)
  const llms = llmsText(apps, config.origin, adoptedReadables(config.pages))
  const progress = terminal.progress('Exported', limit ?? 0)
  let exported = 0
  async function* offered() {
    for await (const state of openedStates.states) {
      llms.offer(state)
      yield state
    }
  }
  // The links of a failed page are unknown, so pages that only it links to must stay.
  const all = allStates(offered(), shard, () => openedStates.failed === 0)
  try {
    const report = await exportSite({
      ...{ run, concurrency, signal, handler: site },
      selection: limit === undefined ? all : firstStates(all, limit),
      ...{ origin: config.origin, build: await buildOf(config) },
      forms: await formsOf(config, apps, flags, site, terminal),
      lists: () => listsOf(config, apps, site, llms),
      onState() {
        exported += 1
        progress.step()
      },
    })
    return print(report, flags, terminal)
  } catch (error) {
    if (!signal.aborted) throw error
    const next = run === undefined ? 'run it again' : `--run ${run} continues it`
    terminal.result({ interrupted: true, made: exported })
    terminal.line(`Interrupted after ${count(exported, 'state')}: nothing was removed; ${next}.`)
    return EXIT.interrupted
  } finally {
    progress.stop()
  }
}

/** The lists for crawlers, as the server returns them. */
async function listsOf(
  { origin, base }: Config,
  apps: readonly OpenedApp[],
  site: Site,
  llms: ReturnType<typeof llmsText>,
) {
  const robots = { 'robots.txt': robotsText({ origin, apps, base }) }
  const { text: fullText, failed: missing, absent } = await llmsFullText(llms.paths, site)
  const text = await llms.write(absent)
  if (text === undefined) return robots
  const full =
    missing.length > 0 ? failedFile(`it would lack ${missing.length} of its pages`) : fullText
  return { ...robots, 'llms.txt': text, 'llms-full.txt': full }
}

const SHOWN = 10

function print(report: ExportReport, { shard }: ExportFlags, terminal: Terminal): Exit {
  const { states, failed, omitted, partial, folders, faults } = report
  const isNone = states === omitted && shard === undefined
  for (const kind of ['failed', 'omitted'] as const) {
    const sign = kind === 'failed' ? red('✘') : yellow('!')
    let rest = report[kind]
    for (const fault of faults.filter((one) => one.kind === kind).slice(0, SHOWN)) {
      rest -= fault.count
      const pages = fault.states.map(({ address }) => address)
      const some = someOf(pages, fault.count)
      terminal.note(styled`${sign} ${count(fault.count, 'page')}: ${fault.reason}: ${some}`)
    }
    if (rest > 0) terminal.note(`  and ${rest} more`)
  }
  if (partial) terminal.note('A part only: nothing was removed, the files of other states stay.')
  terminal.result(report)
  for (const { folder, written, unchanged, resumed, removed } of folders)
    terminal.line(
      `${folder}: ${written} written, ${unchanged} unchanged, ${resumed} from a run that was stopped, ${removed} removed.`,
    )
  terminal.line(`${count(states, 'state')}, ${count(failed, 'error')}, ${omitted} left out.`)
  if (isNone) terminal.note('No state has a file: list them with "entries".')
  return failed === 0 && !isNone ? EXIT.ok : EXIT.finding
}
