// Writes an Atom feed of the states with the latest `lastModified`.
// https://www.rfc-editor.org/rfc/rfc4287

import { escapeXml, xmlText } from '../../html/escape.ts'
import { headsOf, listedUrl, type OpenedApp, type SiteState } from '../../site/site-states.ts'
import { FEED } from '../../site/site-urls.ts'

const MOST = 50

export const GENERATOR = '<generator>hashbang-router</generator>'

type Dated = SiteState & { readonly lastModified: Date }

export function atomFeed(apps: readonly OpenedApp[], origin: string) {
  let newest: Dated[] = []

  return {
    offer(state: SiteState): void {
      const { index, lastModified } = state
      if (!index || lastModified === undefined || Number.isNaN(+lastModified)) return
      const last = newest[MOST - 1]
      if (last && last.lastModified >= lastModified) return
      newest = [...newest, { ...state, lastModified }]
        .sort((one, other) => +other.lastModified - +one.lastModified)
        .slice(0, MOST)
    },
    /** @returns Undefined without a state that has `lastModified`. */
    async write(): Promise<string | undefined> {
      const [first] = newest
      if (!first) return undefined
      const [home, ...heads] = await headsOf(apps, [{ ...first, state: '' }, ...newest])
      const entries = newest.flatMap((state, index) => {
        const head = heads[index]
        if (head === null) return []
        const { title = state.state || 'home', description } = head ?? {}
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
      const metadata = [
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
        [...metadata, ...entries],
      )}\n`
    },
  }
}

const element = (start: string, children: readonly string[]): string =>
  `<${start}>\n${children.join('\n')}\n</${start.split(' ', 1)[0]}>`
