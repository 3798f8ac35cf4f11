// `hashbang purge`: purges snapshots in a running server and all servers that share its cache.

import type { Purged } from '../cache/tags.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { PURGE_PATH } from '../serve/start/purge-endpoint.ts'
import { isToken } from '../site/setting-rules.ts'
import { type AddCommand, examples, option, readSiteUrl } from './shared-options.ts'
import { count } from './styled.ts'
import { EXIT, type Terminal, UsageError, WorkError } from './terminal.ts'

interface PurgeFlags {
  readonly tag?: string
  readonly state?: string
  readonly prefix?: string
  readonly page?: string
  readonly all?: true
  readonly json?: boolean
}

/** Time limit of the answer in ms: a purge reaches the CDN, too. */
const TIMEOUT = 60_000

export const purgeCommand: AddCommand = (program, run) => {
  program
    .command('purge')
    .argument('<server>', 'URL of the running server')
    .description('drop snapshots from a running server and its CDN')
    .option('--tag <tag>', 'snapshots with this tag')
    .option('--state <state>', 'snapshots of this state, such as /word/ajax')
    .option('--prefix <folder>', 'snapshots of states in this folder, such as /word/')
    .option('--page <path>', 'snapshots of this page, such as /')
    .option('--all', 'all snapshots')
    .addOption(option.json())
    .addHelpText(
      ...examples('purge https://example.com --tag product:7', 'purge http://localhost:3000 --all'),
    )
    .action(run(runPurge))
}

async function runPurge(terminal: Terminal, server: string, { json: _, ...which }: PurgeFlags) {
  const token = process.env.PURGE_TOKEN
  readSiteUrl('purge', server, 'https://example.com')
  if (!token) throw new UsageError('No token: set PURGE_TOKEN to the purgeToken of the server')
  if (!isToken(token))
    throw new UsageError(
      'The token (not shown) has a line break, a space at an end, or a character that is not ASCII: set PURGE_TOKEN to the purgeToken of the server',
    )
  if (Object.keys(which).length === 0)
    throw new UsageError(
      'Nothing to purge: choose snapshots with --tag, --state, --prefix or --page, or all with --all',
    )
  if (which.all && Object.keys(which).length > 1)
    throw new UsageError('--all drops everything: choose it alone, or leave it out')
  const empty = (['tag', 'prefix', 'page'] as const).find((name) => which[name] === '')
  if (empty !== undefined)
    throw new UsageError(`--${empty} is empty: set it, or purge everything with --all`)
  const url = new URL(PURGE_PATH, server).href
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(which),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    throw new WorkError(diagnosis('HB112', url, cause?.code ?? cause?.message ?? error.message))
  })
  const text = (await response.text()).slice(0, 1000).trim()
  // This server accepts only GET for pages.
  if (response.status === 404 || response.status === 405)
    throw new WorkError(`${server} accepts no purges: set purgeToken in its configuration`)
  if (response.status === 401)
    throw new WorkError(`PURGE_TOKEN is not the purgeToken of ${server}: set it to that`)
  const purged = readPurged(text)
  if (purged === undefined) throw new WorkError(`${server} answered ${response.status}: ${text}`)
  terminal.result(purged)
  const rest =
    purged.complete || purged.cdn !== undefined
      ? 'servers that share its cache follow within a second.'
      : 'Redis is unreachable. The server repeats the purge when it is back.'
  terminal.line(`Dropped ${count(purged.count, 'snapshot')} from memory; ${rest}`)
  if (which.state !== undefined && purged.count === 0)
    terminal.line(
      `Memory had no snapshot of ${which.state}. Name the text after #!, such as /word/ajax, and no readable address.`,
    )
  if (purged.cdn === undefined) return purged.complete ? EXIT.ok : EXIT.finding
  throw new WorkError(`The CDN still holds purged pages. ${purged.cdn}. Purge again`)
}

function readPurged(text: string): Purged | undefined {
  try {
    const value: Partial<Purged> | null = JSON.parse(text)
    return typeof value?.count === 'number' && typeof value.complete === 'boolean'
      ? (value as Purged)
      : undefined
  } catch {
    return undefined
  }
}
