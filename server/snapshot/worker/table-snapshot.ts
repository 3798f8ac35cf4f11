// Converts a rendered page of a table into its snapshot, in the stage "write".

import { headTags } from '../../../src/head.ts'
import type { PageContext } from '../../dom/index.ts'
import { tagKey, writeTag } from '../../html/head-tags.ts'
import { NOTHING, showsNothing } from '../../html/shown-text.ts'
import type { Snapshot } from '../pool/protocol.ts'
import { MARK } from '../serialize/serialize-options.ts'
import { errorText } from './error-text.ts'
import { pageTags } from './page-table.ts'
import type { RenderedPage } from './render-views.ts'

interface Facts {
  readonly url: string
  /** ms of its loaders. */
  readonly load: number
}

export function tableSnapshot(
  { page, body, sheets, changes, warnings, fault, ...shown }: RenderedPage,
  own: PageContext,
  { url, load }: Facts,
): Snapshot {
  const ownUrl = page.status < 400 ? url : undefined
  const tags = headTags(page.head, ownUrl)
  // An error has no address of its own, and the shell's is another page's.
  const keys = headTags(page.head, url).map(tagKey)
  const written = changes?.tags
  const edits = changes?.edits ?? []
  const error =
    page.error === undefined
      ? undefined
      : [errorText(page.error), ...own.refusals.map((what) => `Before this error, ${what}`)].join(
          '\n',
        )
  const robots = written ? changes?.robots : page.head.robots
  return {
    type: 'snapshot',
    status: page.status,
    state: page.state,
    lang: changes?.lang ?? page.head.lang,
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
    canonical: canonicalOf(
      ownUrl && written && changes?.canonical,
      page.head.canonical ?? ownUrl,
      url,
    ),
    fault,
    error,
    warnings: [
      ...([{ html: body }, ...edits].every(({ html }) => showsNothing(html)) ? [NOTHING] : []),
      ...(error === undefined ? [] : [error]),
      ...own.hints,
      ...own.lacked,
      ...warnings,
    ],
    timings: { load, dom: shown.dom, serialize: shown.serialize },
  }
}

function canonicalOf<T>(named: string | undefined, own: T, url: string): string | T {
  if (named === undefined || named === own || !URL.canParse(named, url)) return own
  const { protocol, href } = new URL(named, url)
  return /^https?:$/.test(protocol) ? href : own
}
