// Writes an Atom feed of the states that changed last, of routes and entries with `lastModified`.
// https://www.rfc-editor.org/rfc/rfc4287

import { escapeHtml } from '../../../src/html.ts'
import { FEED } from '../../site/feed-link.ts'
import { listedUrl, type OpenApp, type SiteState } from '../../site/states.ts'
import { HEADS_PATIENCE, headsOf } from './page-heads.ts'

const MOST = 50

export const GENERATOR = '<generator>hashbang-router</generator>'

export interface AtomFeed {
  offer(state: SiteState): void
  /** @returns undefined when no state has `lastModified`. */
  write(): Promise<string | undefined>
}

type Dated = SiteState & { readonly lastModified: Date }

export function atomFeed(apps: readonly OpenApp[], origin: string): AtomFeed {
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
      const signal = AbortSignal.timeout(HEADS_PATIENCE)
      const [home, ...heads] = await headsOf(apps, [{ ...first, state: '' }, ...newest], signal)
      const entries = newest.map((state, at) => {
        const { title = state.state || 'home', description } = heads[at] ?? {}
        const url = listedUrl(state, 'readable')
        return element('entry', [
          text('id', url),
          text('title', title),
          text('updated', state.lastModified.toISOString()),
          `<link rel="alternate" href="${escaped(url)}"/>`,
          ...(description ? [text('summary', description)] : []),
        ])
      })
      const { host } = new URL(origin)
      const parts = [
        text('id', `${origin}/`),
        text('title', home?.title ?? host),
        ...(home?.description ? [text('subtitle', home.description)] : []),
        text('updated', first.lastModified.toISOString()),
        `<author>${text('name', host)}</author>`,
        GENERATOR,
        `<link rel="self" type="application/atom+xml" href="${escaped(origin + FEED)}"/>`,
        `<link rel="alternate" href="${escaped(`${origin}/`)}"/>`,
      ]
      return `<?xml version="1.0" encoding="utf-8"?>\n${element(
        'feed xmlns="http://www.w3.org/2005/Atom"',
        [...parts, ...entries],
      )}\n`
    },
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them, escaped neither
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const escaped = (value: string): string =>
  escapeHtml(value.toWellFormed().replaceAll(NOT_XML, '\ufffd'))

const text = (name: string, value: string): string => `<${name}>${escaped(value)}</${name}>`

const element = (start: string, parts: readonly string[]): string =>
  `<${start}>\n${parts.join('\n')}\n</${start.split(' ', 1)[0]}>`
