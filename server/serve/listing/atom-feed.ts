// Writes an Atom feed of the states with the latest `lastModified`.
// https://www.rfc-editor.org/rfc/rfc4287

import { escapeXml, xmlText } from '../../html/escape.ts'
import { listedUrl, type OpenedApp, type SiteState } from '../../site/site-states.ts'
import { FEED } from '../../site/site-urls.ts'
import { HEADS_TIMEOUT_MS, headsOf } from './page-heads.ts'

const MOST = 50

export const GENERATOR = '<generator>hashbang-router</generator>'

export interface AtomFeed {
  offer(state: SiteState): void
  /** @returns Undefined without `lastModified`. */
  write(): Promise<string | undefined>
}

type Dated = SiteState & { readonly lastModified: Date }

export function atomFeed(apps: readonly OpenedApp[], origin: string): AtomFeed {
  let newest: Dated[] = []

  return {
    offer(state) {
      const { index, lastModified } = state
      if (!index || lastModified === undefined || Number.isNaN(+lastModified)) return
      const last = newest[MOST - 1]
      if (last && last.lastModified >= lastModified) return
      newest = [...newest, { ...state, lastModified }]
        .sort((one, other) => +other.lastModified - +one.lastModified)
        .slice(0, MOST)
    },
    async write() {
      const [first] = newest
      if (!first) return undefined
      const signal = AbortSignal.timeout(HEADS_TIMEOUT_MS)
      const [home, ...heads] = await headsOf(apps, [{ ...first, state: '' }, ...newest], signal)
      const entries = newest.flatMap((state, at) => {
        if (heads[at] === null) return []
        const { title = state.state || 'home', description } = heads[at] ?? {}
        const url = listedUrl(state, 'readable')
        return element('entry', [
          xmlText('id', url),
          xmlText('title', title),
          xmlText('updated', state.lastModified.toISOString()),
          `<link rel="alternate" href="${escapeXml(url)}"/>`,
          ...(description ? [xmlText('summary', description)] : []),
        ])
      })
      const { host } = new URL(origin)
      const parts = [
        xmlText('id', `${origin}/`),
        xmlText('title', home?.title ?? host),
        ...(home?.description ? [xmlText('subtitle', home.description)] : []),
        xmlText('updated', first.lastModified.toISOString()),
        `<author>${xmlText('name', host)}</author>`,
        GENERATOR,
        `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + FEED)}"/>`,
        `<link rel="alternate" href="${escapeXml(`${origin}/`)}"/>`,
      ]
      return `<?xml version="1.0" encoding="utf-8"?>\n${element(
        'feed xmlns="http://www.w3.org/2005/Atom"',
        [...parts, ...entries],
      )}\n`
    },
  }
}

const element = (start: string, parts: readonly string[]): string =>
  `<${start}>\n${parts.join('\n')}\n</${start.split(' ', 1)[0]}>`
