// `hashbang purge`: purges snapshots in a running server and all servers that share its cache.

import type { Purged } from '../cache/tags.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { fetchReason } from '../serve/http/bounded-get.ts'
import { PURGE_PATH } from '../serve/start/purge-endpoint.ts'
import { isToken } from '../site/setting-rules.ts'
import { defineCommand, flag, readSiteUrl, shared } from './shared-options.ts'
import { count } from './styled.ts'
import { UsageError, WorkError } from './terminal.ts'

/** Time limit of the answer in ms: a purge reaches the CDN, too. */
const TIMEOUT = 60_000

export const purgeCommand = defineCommand({
  name: 'purge',
  description: 'drop snapshots from a running server and its CDN',
  argument: ['<server>', 'URL of the running server'],
  flags: {
    tag: flag('--tag <tag>', 'snapshots with this tag'),
    state: flag('--state <state>', 'snapshots of this state, such as /word/ajax'),
    prefix: flag('--prefix <folder>', 'snapshots of states in this folder, such as /word/'),
    page: flag('--page <path>', 'snapshots of this page, such as /'),
    all: flag('--all', 'all snapshots'),
    json: shared.json,
  },
  examples: ['purge https://example.com --tag product:7', 'purge http://localhost:3000 --all'],
  async work(command, { json: _, ...which }, server) {
    const token = process.env.PURGE_TOKEN
    readSiteUrl('purge', server, 'https://example.com')
    if (!token) throw new UsageError('No token: set PURGE_TOKEN to the purgeToken of the server')
    if (!isToken(token))
      throw new UsageError(
        'The token (not shown) has a line break, a space at an end, or a character that is not ASCII: set PURGE_TOKEN to the purgeToken of the server',
      )
    const chosen = Object.entries(which)
    if (chosen.length === 0)
      throw new UsageError(
        'Nothing to purge: choose snapshots with --tag, --state, --prefix or --page, or all with --all',
      )
    if (which.all && chosen.length > 1)
      throw new UsageError('--all drops everything: choose it alone, or leave it out')
    const [empty] = chosen.find(([name, value]) => name !== 'state' && value === '') ?? []
    if (empty !== undefined)
      throw new UsageError(`--${empty} is empty: set it, or purge everything with --all`)
    const url = new URL(PURGE_PATH, server).href
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(which),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((error: unknown) => {
      throw new WorkError(diagnosis('HB112', url, fetchReason(error)))
    })
    const reply = (await response.text()).slice(0, 1000).trim()
    // This server accepts only GET for pages.
    if (response.status === 404 || response.status === 405)
      throw new WorkError(`${server} accepts no purges: set purgeToken in its configuration`)
    if (response.status === 401)
      throw new WorkError(`PURGE_TOKEN is not the purgeToken of ${server}: set it to that`)
    const purged = readPurged(reply)
    if (purged === undefined) throw new WorkError(`${server} answered ${response.status}: ${reply}`)
    command.result(purged)
    const others =
      purged.complete || purged.cdn !== undefined
        ? 'servers that share its cache follow within a second.'
        : 'Redis is unreachable. The server repeats the purge when it is back.'
    command.line(`Dropped ${count(purged.count, 'snapshot')} from memory; ${others}`)
    if (which.state !== undefined && purged.count === 0)
      command.line(
        `Memory had no snapshot of ${which.state}. Name the text after #!, such as /word/ajax, and no readable address.`,
      )
    if (purged.cdn === undefined) return command.end(!purged.complete)
    throw new WorkError(`The CDN still holds purged pages. ${purged.cdn}. Purge again`)
  },
})

function readPurged(json: string): Purged | undefined {
  try {
    const value: Partial<Purged> | null = JSON.parse(json)
    return typeof value?.count === 'number' && typeof value.complete === 'boolean'
      ? (value as Purged)
      : undefined
  } catch {
    return undefined
  }
}
