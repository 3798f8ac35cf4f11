// `hashbang export`: writes the page of every state to files, as your host needs them.

import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { toUglyUrl } from '../../src/url.ts'
import { someOf } from '../diagnostics/printable.ts'
import { llmsFullText, llmsText } from '../serve/listing/llms-txt.ts'
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
import type { OpenedCommand } from './open-command.ts'
import { openSite, openStates } from './open-site.ts'
import { defineCommand, type FlagValues, flag, shared, wholeNumber } from './shared-options.ts'
import { count, red, styled, yellow } from './styled.ts'
import { EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

const FLAGS = {
  config: shared.config,
  origin: shared.origin,
  out: flag(
    '-o, --out <folder>',
    `snapshots and rules for nginx and Apache (default: ${OUTS[0]}, or ${OUTS[1]} if dist is served)`,
  ),
  servedFrom: flag(
    '--served-from <folder>',
    'where your web server has that folder (default: the same path)',
  ),
  site: flag('--site <folder>', 'the whole site, for hosts that only serve files'),
  run: flag(
    '--run <name>',
    'name of this run, such as a build number: if you stop it, the same name continues it',
  ),
  shard: flag(
    '--shard <i/n>',
    'one of n parts, such as 1/4 (default: JOB_COMPLETION_INDEX of a Kubernetes Job)',
    shard,
  ),
  limit: flag(
    '--limit <n>',
    'only the first n states; the files of the others stay',
    wholeNumber(1),
  ),
  concurrency: shared.concurrency(64, 'states at a time'),
  json: shared.json,
}

export const exportCommand = defineCommand({
  name: 'export',
  description: 'write the page of every state to files',
  flags: FLAGS,
  examples: ['export', 'export --site dist/site', 'export --shard 2/8'],
  work: runExport,
})

type ExportFlags = FlagValues<typeof FLAGS>

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

interface Opened {
  readonly command: OpenedCommand
  readonly flags: ExportFlags
  readonly config: Config
  readonly apps: readonly OpenedApp[]
  readonly site: Site
}

/** Room for pages until they are requested again. */
const CACHE_BYTES = 64 * 2 ** 20

async function runExport(command: OpenedCommand, flags: ExportFlags) {
  const { site: siteFolder, concurrency } = flags
  const config = await command.config('origin')
  const out = flags.out ?? (siteFolder === undefined ? freeFolder(OUTS, config) : undefined)
  const completed = { ...flags, out, shard: flags.shard ?? shardOfJob(process.env) }
  checkFolders(config, completed)
  const apps = await openSite(config, command)
  const { limits, cache, base = '/' } = config
  // A state of an adopted page is requested twice: for its links, and for its file.
  const bytes = adoptedPages(config.pages).length > 0 ? CACHE_BYTES : 0
  const queue = Math.max(concurrency * 2, 100)
  // All forms of a page have the same warnings.
  const warned = new Set<string>()
  const site = await createSite(
    { ...config, limits: { ...limits, queue }, cache: { ...cache, bytes } },
    {
      missing: siteFolder === undefined ? undefined : `${base}404.html`,
      patience: Number.POSITIVE_INFINITY,
      observe(event) {
        if (event.type !== 'warning') return
        for (const warning of event.warnings) {
          const note = `the state "${event.state}": ${warning}`
          if (!warned.has(note)) command.note(note)
          warned.add(note)
        }
      },
    },
  )
  try {
    return await exportStates({ command, flags: completed, config, apps, site })
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

async function formsOf({ command, flags, config, apps, site }: Opened): Promise<Form[]> {
  const { out, servedFrom = out, site: siteFolder } = flags
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
  if (siteFolder !== undefined) forms.unshift(wholeSite(siteFolder, exported, command))
  return forms
}

async function exportStates(opened: Opened): Promise<Exit> {
  const { command, flags, config, apps, site } = opened
  const { run, shard, concurrency, limit } = flags
  const { signal } = command
  const openedStates = openStates(config, apps, command, site)
  const llms = llmsText(apps, config.origin, adoptedReadables(config.pages))
  const step = command.progress('Exported', limit)
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
      run,
      concurrency,
      signal,
      handler: site,
      selection: limit === undefined ? all : firstStates(all, limit),
      origin: config.origin,
      build: await buildOf(config),
      forms: await formsOf(opened),
      lists: () => listsOf(opened, llms),
      onState() {
        exported += 1
        step()
      },
    })
    return print(report, flags, command)
  } catch (error) {
    if (!signal.aborted) throw error
    const next = run === undefined ? 'run it again' : `--run ${run} continues it`
    command.result({ interrupted: true, made: exported })
    const part = `Interrupted after ${count(exported, 'state')}: nothing was removed; ${next}.`
    return command.end(false, part)
  }
}

/** The lists for crawlers, as the server returns them. */
async function listsOf({ config, apps, site }: Opened, llms: ReturnType<typeof llmsText>) {
  const { origin, base } = config
  const robots = { 'robots.txt': robotsText({ origin, apps, base }) }
  const { markdown, failed, absent } = await llmsFullText(llms.paths, site)
  const llmsFile = await llms.write(absent)
  if (llmsFile === undefined) return robots
  const full =
    failed.length > 0 ? failedFile(`it would lack ${failed.length} of its pages`) : markdown
  return { ...robots, 'llms.txt': llmsFile, 'llms-full.txt': full }
}

const SHOWN = 10

function print(report: ExportReport, { shard }: ExportFlags, command: OpenedCommand): Exit {
  const { states, failed, omitted, partial, folders, faults } = report
  const isNone = states === omitted && shard === undefined
  for (const kind of ['failed', 'omitted'] as const) {
    const sign = kind === 'failed' ? red('✘') : yellow('!')
    let unnamed = report[kind]
    for (const fault of faults.filter((one) => one.kind === kind).slice(0, SHOWN)) {
      unnamed -= fault.count
      const pages = fault.states.map(({ address }) => address)
      const some = someOf(pages, fault.count)
      command.note(styled`${sign} ${count(fault.count, 'page')}: ${fault.reason}: ${some}`)
    }
    if (unnamed > 0) command.note(`  and ${unnamed} more`)
  }
  if (partial) command.note('A part only: nothing was removed, the files of other states stay.')
  command.result(report)
  for (const { folder, written, unchanged, resumed, removed } of folders)
    command.line(
      `${folder}: ${written} written, ${unchanged} unchanged, ${resumed} from a run that was stopped, ${removed} removed.`,
    )
  command.line(`${count(states, 'state')}, ${count(failed, 'error')}, ${omitted} left out.`)
  if (isNone) command.note('No state has a file: list them with "entries".')
  return failed > 0 || isNone ? EXIT.finding : EXIT.ok
}
