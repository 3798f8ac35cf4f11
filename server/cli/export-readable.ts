// Makes the readable pages of an export's states through the site's own handler.

import { markdownHref } from '../html/markdown-address.ts'
import { type Readables, readableRewrite } from '../html/readable-links.ts'
import { APP_ALONE, TOO_LARGE_FOR_MARKDOWN } from '../http/responses.ts'
import { createSite } from '../serve/start/create-site.ts'
import { markdownFile, readableFile, whyNoFile } from '../site/address-file.ts'
import { adoptedPages, adoptedReadables } from '../site/adopted-pages.ts'
import type { Config } from '../site/config.ts'
import { stateShape } from '../site/state-shape.ts'
import { importApps } from '../site/states.ts'
import { movedPage } from '../tools/export/moved-page.ts'
import type { FindMove } from '../tools/export/rules.ts'
import type { ReadableTwins, Twin } from '../tools/export/twins.ts'

/** @throws {TypeError} When an app module cannot be imported. */
export async function findReadables(config: Config): Promise<Readables> {
  const tables = (await importApps(config)).flatMap(({ page, routes }) => {
    const { readable } = routes.options
    return readable ? [[page, readable] as const] : []
  })
  return new Map([...tables, ...adoptedReadables(config.pages)])
}

/**
 * Finds the targets of redirecting readable addresses. Web servers compare only the path, so states
 * with a query are omitted.
 */
export const readableMoves =
  (readables: Readables): FindMove =>
  ({ page, state, headers: { location = '' } }, origin) => {
    const href = readables.get(page)?.href(state)
    if (href === undefined || href.includes('?')) return undefined
    const url = readableRewrite(readables, origin + page)(location, 'link') ?? location
    return { path: decodeURIComponent(href).replace(/\/$/, ''), url }
  }

export interface ReadablePages extends ReadableTwins {
  close(): Promise<void>
}

/** @param markdown Whether to make the Markdown pages that a table declares. */
export async function openReadablePages(
  config: Config,
  markdown = false,
): Promise<ReadablePages | undefined> {
  const schemes = await findReadables(config)
  if (schemes.size === 0) return undefined
  const reasons = new Map<string, string>()
  const handler = await createSite(
    { ...config, limits: { ...config.limits, queue: 1000 }, cache: { ...config.cache, bytes: 0 } },
    {
      patience: Number.POSITIVE_INFINITY,
      observe: (event) => {
        if (event.type === 'warning') reasons.set(event.state, event.warnings.join('; '))
      },
    },
  )

  /** One file of a state: the page or its Markdown. A redirect has no Markdown. */
  const makeFile = async (
    state: string,
    address: string,
    path: string,
    isText: boolean,
  ): Promise<Twin | undefined> => {
    const answer = await handler({ method: 'GET', target: address, headers: {} })
    if (answer === null) return { type: 'failed', path, address, reason: 'it is no page' }
    const { status, body, headers } = answer
    if (status === 200) return { type: 'file', path, body }
    if (headers[APP_ALONE] !== undefined)
      return { type: 'failed', path, address, reason: 'no engine shows it right, or is there' }
    if ((status === 301 || status === 302) && headers.location !== undefined)
      return isText ? undefined : { type: 'file', path, body: movedPage(headers.location) }
    if (String(body).startsWith(TOO_LARGE_FOR_MARKDOWN))
      return { type: 'omitted', address, reason: 'it is too large to be converted to Markdown' }
    const why = reasons.get(state)
    const reason = `its status is ${status}${why === undefined ? '' : `: ${why}`}`
    return { type: 'failed', path, address, reason }
  }

  return {
    async make({ page, state }) {
      const scheme = schemes.get(page)
      if (scheme === undefined) return undefined
      // The empty state is at the page itself and below the prefix.
      const address = state === '' ? scheme.prefix : scheme.href(state)
      const path = readableFile(scheme.prefix, address)
      if (path === null) return [{ type: 'omitted', address, reason: whyNoFile(address) }]
      reasons.delete(state)
      const text = markdownHref(scheme, state)
      const textPath = markdown && scheme.markdown ? markdownFile(scheme.prefix, text) : null
      const files = [
        await makeFile(state, address, path, false),
        textPath === null ? undefined : await makeFile(state, text, textPath, true),
      ]
      return files.filter((file) => file !== undefined)
    },
    close: () => handler.close(),
  }
}

export function prettyUrls({ origin, pages }: Config): NonNullable<ReadableTwins['prettyUrl']> {
  const shapes = new Map(
    adoptedPages(pages).map(([path, { states = '#!' }]) => [path, stateShape(states)]),
  )
  return (page, state) => (shapes.get(page) ?? stateShape('#!')).prettyUrl(origin + page, state)
}
