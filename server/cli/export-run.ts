// Runs `hashbang export`: requests every state from a handler of the configured site.

import { join } from 'node:path'
import { createSite } from '../serve/start/create-site.ts'
import { adoptedPages } from '../site/adopted-pages.ts'
import { buildOf } from '../site/build-id.ts'
import type { Config } from '../site/config.ts'
import { unlisted } from '../site/states.ts'
import { type ExportReport, exportSite } from '../tools/export/run.ts'
import { shardFolder } from '../tools/export/shard.ts'
import type { ExportFlags, Extras } from './export-flags.ts'
import { createLists } from './export-lists.ts'
import { interruption } from './interrupt.ts'
import { asUsage, openSite, openStates } from './open-site.ts'
import { styled, yellow } from './styled.ts'
import type { Terminal } from './terminal.ts'

/** Room for pages until they are requested again. */
const CACHE_BYTES = 64 * 2 ** 20

/** Exports the site. An interrupted export publishes nothing. */
export async function exportConfig(
  config: Config,
  folder: string,
  { concurrency, run, shard, limit, extras }: ExportFlags & Extras,
  terminal: Terminal,
): Promise<ExportReport | { readonly interrupted: true; readonly made: number }> {
  const signal = interruption()
  const apps = await openSite(config)
  for (const what of unlisted(apps)) terminal.note(styled`${yellow('!')} ${what}`)
  const handler = await asUsage(
    createSite(
      {
        ...config,
        limits: { ...config.limits, queue: Math.max(concurrency * 2, 100) },
        // A state of an adopted page is requested twice: for its links, and for its file.
        cache: { ...config.cache, bytes: adoptedPages(config.pages).length > 0 ? CACHE_BYTES : 0 },
      },
      {
        patience: Number.POSITIVE_INFINITY,
        observe: (event) => {
          if (event.type === 'warning')
            for (const text of event.warnings) terminal.note(`the state "${event.state}": ${text}`)
        },
      },
    ),
  )
  const progress = terminal.progress('Exported', limit)
  const found = openStates(config, apps, { terminal, signal, handler })
  const lists = createLists(config, apps)
  async function* offered() {
    for await (const state of found.states) {
      lists.offer(state)
      yield state
    }
  }
  let made = 0
  try {
    const report = await exportSite({
      origin: config.origin,
      build: await buildOf(config),
      states: limit === undefined ? offered() : first(found.states, limit),
      handler,
      folder,
      concurrency,
      run,
      shard,
      signal,
      // The links of a failed page are unknown, so pages that only it links to must stay.
      get partial() {
        return limit !== undefined || found.failed > 0
      },
      extras: shard ? () => [] : extras,
      onState: () => {
        made += 1
        progress.step()
      },
    })
    if (limit === undefined && (shard === undefined || shard.index === 1))
      await lists.write(shard ? join(folder, shardFolder(shard)) : folder, handler)
    return report
  } catch (error) {
    if (signal.aborted) return { interrupted: true, made }
    throw error
  } finally {
    progress.stop()
    await handler.close()
  }
}

async function* first<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let left = limit
  for await (const item of items) {
    if (left-- === 0) return
    yield item
  }
}
