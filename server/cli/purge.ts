// `hashbang purge`: has a running server, and all that share its cache, forget snapshots.
// In: where the server is, its token, what to forget. Out: how much was forgotten.

import type { Command } from 'commander'
import type { Purged } from '../cache/purge.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { PURGE_PATH } from '../production/purge-endpoint.ts'
import { isToken } from '../site/token.ts'
import { examples, jsonOption, timeoutOption } from './options.ts'
import { readSiteUrl } from './site-url.ts'
import { count, createTerminal, EXIT, type Exit, UsageError, WorkError } from './terminal.ts'

interface PurgeFlags {
  readonly tag?: string
  readonly state?: string
  readonly prefix?: string
  readonly page?: string
  readonly all?: true
  readonly token?: string
  readonly timeout: number
  readonly json?: boolean
}

/** Adds the command. */
export function purgeCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('purge')
    .argument('<server>', 'URL of the running server')
    .description('have a running server forget snapshots')
    .option('--tag <tag>', 'those with this tag')
    .option('--state <state>', 'those of this state, such as /word/ajax')
    .option('--prefix <prefix>', 'those of the states that begin so')
    .option('--page <path>', 'those of this page, such as /')
    .option('--all', 'all of them')
    .option('--token <text>', 'the purgeToken of the server (PURGE_TOKEN)')
    .addOption(timeoutOption(60_000))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('purge https://example.com --tag product:7', 'purge http://localhost:3000 --all'),
    )
    .action((server: string, flags: PurgeFlags) => run(runPurge(server, flags)))
}

async function runPurge(
  server: string,
  { token = process.env.PURGE_TOKEN, timeout, json, ...which }: PurgeFlags,
): Promise<Exit> {
  readSiteUrl('purge', server, 'https://example.com')
  if (!token) throw new UsageError('Give the purgeToken of the server: --token, or PURGE_TOKEN')
  if (!isToken(token))
    throw new UsageError(
      'The token (not shown) has a line break, a space at an end, or a sign that is not ASCII: give the purgeToken of the server',
    )
  if (Object.keys(which).length === 0)
    throw new UsageError('Say what to forget: --tag, --state, --prefix, --page, or --all')
  const empty = (['tag', 'prefix', 'page'] as const).find((name) => which[name] === '')
  if (empty !== undefined)
    throw new UsageError(`--${empty} is empty: say what to forget, or --all for everything`)
  const terminal = createTerminal({ json })
  const url = new URL(PURGE_PATH, server).href
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(which),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    throw new WorkError(diagnosis('HB112', url, cause?.code ?? cause?.message ?? error.message))
  })
  const text = (await response.text()).slice(0, 1000).trim()
  // It answers pages only, by GET.
  if (response.status === 404 || response.status === 405)
    throw new WorkError(`${server} takes no purges: give it a purgeToken in its configuration`)
  const purged = readPurged(text)
  if (purged === undefined) throw new WorkError(`${server} answered ${response.status}: ${text}`)
  terminal.result(purged)
  const rest =
    purged.complete || purged.cdn !== undefined
      ? 'all who share its cache were told.'
      : 'a shared cache could not be reached, and is told as soon as it is back.'
  terminal.line(`Forgot ${count(purged.count, 'snapshot')} in memory; ${rest}`)
  if (purged.cdn === undefined) return purged.complete ? EXIT.ok : EXIT.finding
  throw new WorkError(`The CDN still has what was to be forgotten. ${purged.cdn}. Purge again`)
}

/** What the server has done; undefined where it says something else. */
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
