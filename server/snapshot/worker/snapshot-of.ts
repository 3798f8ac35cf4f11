// Converts a drawn page into the snapshot of its state, as plain values: head, body, status,
// warnings, times.

import { headTags } from '../../../src/head.ts'
import type { JobContext } from '../../dom/index.ts'
import { tagKey, writeTag } from '../../html/head-tags.ts'
import { NOTHING, showsNothing } from '../../html/shown-text.ts'
import type { Snapshot } from '../pool/protocol.ts'
import { MARK } from '../serialize/mark.ts'
import type { Drawn } from './draw-page.ts'
import { describe } from './error-text.ts'
import { pageTags } from './page-table.ts'

interface Facts {
  /** The absolute URL that users see. */
  readonly url: string
  /** ms of its loaders. */
  readonly load: number
}

export function snapshotOf(
  { page, body, sheets, outside, warnings, fault, ...shown }: Drawn,
  own: JobContext,
  { url, load }: Facts,
): Snapshot {
  const tags = headTags(page.head, url)
  const keys = tags.map(tagKey)
  const written = outside?.tags
  const edits = outside?.edits ?? []
  const error =
    page.error === undefined
      ? undefined
      : [describe(page.error), ...own.refusals.map((what) => `Before this error, ${what}`)].join(
          '\n',
        )
  const robots = written ? outside?.robots : page.head.robots
  return {
    type: 'snapshot',
    status: page.status,
    state: page.state,
    lang: outside?.lang ?? page.head.lang,
    headKeys: written ? [...keys, ...written.map(({ key }) => key)] : keys,
    head: (written ? written.map(({ html }) => html) : tags.map(writeTag)).join(''),
    edits,
    styles: [...own.styles],
    sheets,
    body,
    declares: [{ html: body }, ...edits].some(({ html }) => html.includes(MARK)),
    indexable: !/\b(?:noindex|none)\b/i.test(robots ?? ''),
    maxAge: page.maxAge,
    tags: pageTags(page),
    canonical: canonicalOf(written && outside?.canonical, page.head.canonical ?? url, url),
    fault,
    error,
    warnings: [
      ...([{ html: body }, ...edits].every(({ html }) => showsNothing(html)) ? [NOTHING] : []),
      ...(error === undefined ? [] : [error]),
      ...own.hints,
      ...warnings,
    ],
    timings: { load, dom: shown.dom, serialize: shown.serialize },
  }
}

function canonicalOf(named: string | undefined, said: string, url: string): string {
  if (named === undefined || named === said || !URL.canParse(named, url)) return said
  const { protocol, href } = new URL(named, url)
  return /^https?:$/.test(protocol) ? href : said
}
