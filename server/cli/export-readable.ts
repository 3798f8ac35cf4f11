// The readable pages of an export's states, as the site's own handler answers them. In: the configuration. Out: what makes a page
// of a record, for as long as it is not closed; nothing where no table has readable addresses.

import { markdownFile, readableFile } from '../export/readable-files.ts'
import type { ReadableTwins } from '../export/twins.ts'
import { markdownHref } from '../html/markdown-address.ts'
import { createHandler } from '../production/create-handler.ts'
import { adoptedPages, adoptedReadables } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { stateShape } from '../site/state-shape.ts'
import { importApps } from '../site/states.ts'

/** Makes readable pages until it is closed. */
export interface ReadablePages extends ReadableTwins {
  close(): Promise<void>
}

/**
 * Opens the site for its readable pages.
 *
 * @param markdown Whether each is made as Markdown, too, where its table has it so.
 */
export async function openReadablePages(
  config: Config,
  markdown = false,
): Promise<ReadablePages | undefined> {
  const apps = await importApps(config)
  const schemes = new Map(
    apps.flatMap(({ page, routes }) => {
      const { readable } = routes.options
      return readable ? [[page, readable] as const] : []
    }),
  )
  for (const [page, scheme] of adoptedReadables(config.pages)) schemes.set(page, scheme)
  if (schemes.size === 0) return undefined
  const handler = await createHandler({
    ...config,
    queue: 1000,
    patience: Number.POSITIVE_INFINITY,
    cacheBytes: 0,
    walk: false,
  })
  return {
    async make({ page, state }) {
      const scheme = schemes.get(page)
      if (scheme === undefined) return undefined
      // The empty state is at the page itself, and below the prefix, too.
      const target = state === '' ? scheme.prefix : scheme.href(state)
      const path = readableFile(scheme.prefix, target)
      if (path === null) return undefined
      const get = async (at: string, file: string | null) => {
        const answer =
          file === null ? null : await handler({ method: 'GET', target: at, headers: {} })
        return answer?.status === 200 && file !== null ? [{ path: file, body: answer.body }] : []
      }
      const twin = await get(target, path)
      if (twin.length === 0) return undefined
      const text = markdownHref(scheme, state)
      const isText = markdown && scheme.markdown
      return [...twin, ...(isText ? await get(text, markdownFile(scheme.prefix, text)) : [])]
    },
    close: () => handler.close(),
  }
}

/** Where people see a state. */
export function prettyUrls({ origin, pages }: Config): NonNullable<ReadableTwins['prettyUrl']> {
  const shapes = new Map(
    adoptedPages(pages).map(([path, { states = '#!' }]) => [path, stateShape(states)]),
  )
  return (page, state) => (shapes.get(page) ?? stateShape('#!')).prettyUrl(origin + page, state)
}
