// The run of `hashbang export`: asks a handler of the configured site for every state. In: the configuration, flags. Out: what
// was written, or that it was interrupted.

import { availableParallelism } from 'node:os'
import { type ExportReport, exportSite } from '../export/run.ts'
import type { BucketPlace } from '../objects/bucket-url.ts'
import { createHandler } from '../production/create-handler.ts'
import { adoptedPages } from '../site/adopted-pages.ts'
import { buildOf } from '../site/build-id.ts'
import type { Config } from '../site/load-config.ts'
import { unlisted } from '../site/states.ts'
import type { ExportFlags, Extras } from './export.ts'
import { journalIn } from './export-bucket.ts'
import { interruption } from './interrupt.ts'
import { asUsage, openSite, openStates } from './open-site.ts'
import { styled, yellow } from './styled.ts'
import type { Terminal } from './terminal.ts'

/** Where an export is brought to, too. */
interface Target {
  readonly place?: BucketPlace | undefined
}

/** What is kept until it is asked for again. */
const CACHE_BYTES = 64 * 2 ** 20

/** Exports; a part of it only when it is interrupted, of which nothing is published then. */
export async function exportConfig(
  config: Config,
  folder: string,
  { concurrency, run, shard, limit, workers, extras, place }: ExportFlags & Extras & Target,
  terminal: Terminal,
): Promise<ExportReport | { readonly interrupted: true; readonly made: number }> {
  const signal = interruption()
  const apps = await openSite(config)
  for (const what of unlisted(apps)) terminal.note(styled`${yellow('!')} ${what}`)
  const threads = workers ?? config.workers ?? availableParallelism()
  const handler = await asUsage(
    createHandler({
      ...config,
      workers: threads,
      queue: Math.max(concurrency * 2, 100),
      patience: Number.POSITIVE_INFINITY,
      // A state of an adopted page is asked for twice in a row: for its links, and for its file.
      cacheBytes: adoptedPages(config.pages).length > 0 ? CACHE_BYTES : 0,
      // What is written to files cannot be recalled.
      walk: false,
      observe: (event) => {
        if (event.type === 'warning')
          for (const text of event.warnings) terminal.note(`#!${event.state}: ${text}`)
      },
    }),
  )
  const progress = terminal.progress('Exported', limit ?? 0)
  const found = openStates(config, apps, { terminal, signal, handler })
  let made = 0
  try {
    return await exportSite({
      origin: config.origin,
      build: await buildOf(config),
      states: limit === undefined ? found.states : first(found.states, limit),
      handler,
      folder,
      openJournal: place && run !== undefined ? await journalIn(place, shard, terminal) : undefined,
      concurrency,
      run,
      shard,
      signal,
      // What a page that failed links to was not found, and stays.
      get partial() {
        return limit !== undefined || found.failed > 0
      },
      extras: shard ? () => [] : extras,
      onState: () => {
        made += 1
        progress.step()
      },
    })
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
