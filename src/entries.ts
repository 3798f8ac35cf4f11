// Enumerates a table's states, for sitemap and export. No method: browsers need not load it.

import { fault } from './diagnostics.ts'
import type { NamedValues } from './read-match.ts'
import { inherited } from './resolve-state.ts'
import type { RouteEntry, RunnableOptions } from './route.ts'
import type { AnyTable, NamedRoute } from './table.ts'
import { show } from './texts.ts'

export interface TableEntry {
  readonly name: string
  /** The canonical text after `#!`. */
  readonly state: string
  readonly lastModified?: Date
  /** False: not for search engines, so not in the sitemap. */
  readonly index: boolean
}

interface EntriesArgs {
  readonly context: unknown
  readonly signal: AbortSignal
}

export const isAlone = ({ pattern, query }: Pick<NamedRoute, 'pattern' | 'query'>): boolean =>
  pattern.parts.every((part) => part.name === undefined || /[?*]/.test(part.modifier)) &&
  (!query ||
    (query.schemas.length === 0 &&
      query.codecs.every(([, codec]) => 'fallback' in codec || 'repeats' in codec)))

export function isIndexed({ chain }: Pick<NamedRoute, 'chain'>): boolean {
  const { index, status = 200 } = inherited(chain)
  return index !== false && status < 400
}

/**
 * Enumerates the states of the routes' `entries`, and of each page without params.
 *
 * @throws HB019 if `entries` throws or returns no list, or an entry does not fit its pattern; the
 * signal's reason.
 */
export async function* entries(
  { all, state }: AnyTable,
  args: EntriesArgs,
): AsyncGenerator<TableEntry, void, undefined> {
  for (const { name, chain, pattern, query, page } of all.values()) {
    const last = chain.at(-1)?.options
    if (!page || last === undefined) continue
    const merged = inherited(chain)
    const index = isIndexed({ chain })
    const alone = last.view !== undefined && isAlone({ pattern, query })
    const listed: AsyncIterable<RouteEntry> | RouteEntry[] = last.entries
      ? listOf(name, pattern.source, last, args)
      : alone
        ? [{}]
        : []
    let count = 0
    for await (const entry of listed) {
      args.signal.throwIfAborted()
      count += 1
      const { params = {}, search = {}, lastModified = merged.lastModified } = entry ?? {}
      let entryState: string
      try {
        entryState = state(name, params as NamedValues, { search: search as NamedValues })
      } catch (cause) {
        const why = `gave ${show(entry)} as entry ${count}: write { params: { … } }, because of ${cause}`
        throw fault('HB019', [name, pattern.source, why.replace(/\.$/, '')], RangeError)
      }
      yield {
        name,
        state: entryState,
        index,
        ...(lastModified === undefined ? {} : { lastModified: new Date(lastModified) }),
      }
    }
  }
}

const isList = (list: unknown): list is Iterable<RouteEntry> =>
  Symbol.iterator in Object(list) || Symbol.asyncIterator in Object(list)

async function* listOf(
  name: string,
  source: string,
  options: RunnableOptions,
  args: EntriesArgs,
): AsyncGenerator<RouteEntry, void, undefined> {
  let list: unknown
  try {
    list = await options.entries?.(args)
    if (isList(list)) yield* list
  } catch (cause) {
    if (args.signal.aborted) throw cause
    const error = fault(
      'HB019',
      [
        name,
        source,
        `threw ${cause}: repair the service that it calls. It runs without a document`,
      ],
      Error,
    )
    // The original error's stack names the app's own code.
    const frames = /(?:\n\s+at .*){1,3}/.exec((cause as Error | undefined)?.stack ?? '')?.[0] ?? ''
    error.stack = error.message + frames
    throw error
  }
  const why = `returned ${show(list)}, which is no list: return [{ params: { … } }]`
  if (!isList(list)) throw fault('HB019', [name, source, why])
}
