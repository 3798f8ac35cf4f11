// Converts a finished page to Markdown, and redirects to the Markdown address.

import { escapeHtml } from '../../../src/html.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { inherited } from '../../../src/resolve-state.ts'
import type { Table } from '../../../src/table.ts'
import type { ShellPlan } from '../../dom/index.ts'
import { markdownHref } from '../../html/readable-links.ts'
import { ownText } from '../../html/shell-tree.ts'
import { frontMatter, type PageFacts } from '../markdown/front-matter.ts'
import { htmlToMarkdown } from '../markdown/to-markdown.ts'
import type { Answer, Job, Snapshot } from '../pool/protocol.ts'
import type { FinishedPage } from './document-metadata.ts'

export interface MarkdownParts {
  /** The page's absolute URL without a fragment. */
  readonly url: string
  readonly scheme: ReadableScheme
  /** Facts about a state besides its head. */
  readonly facts: (state: string) => Omit<PageFacts, 'canonical'>
}

/** Prepares the Markdown of a job. Only tables with readable addresses have any. */
export function markdownOf(
  { url, form }: Job,
  routes: Table,
  { keyed }: ShellPlan,
): MarkdownParts | undefined {
  const scheme = routes.options.readable
  if (form !== 'markdown' || !scheme) return undefined
  const titleTag = keyed.get('title')
  const title = titleTag && ownText(titleTag)
  const facts = (state: string) => ({ title: title, lastModified: changed(routes, state) })
  return { url, scheme, facts }
}

export function markdownPage(
  { facts, head, body, beside }: FinishedPage,
  { url, scheme, facts: factsOf }: MarkdownParts,
): Snapshot {
  const { canonical, state, warnings } = facts
  const markdown = htmlToMarkdown(
    [body, ...beside].join('\n'),
    new URL(scheme.href(state), url).href,
  )
  if (markdown === undefined) {
    const why = `The page cannot be answered as Markdown: its ${body.length} characters of HTML, or the elements in them, are too many. Show less of it, or, with a route table, set "markdown: false" in readableScheme()`
    return { ...facts, document: undefined, warnings: [...warnings, why] }
  }
  const matter = frontMatter(head, { canonical, ...factsOf(state) })
  return { ...facts, document: Buffer.from(`${matter}${markdown === '' ? '' : `\n${markdown}`}`) }
}

/** A redirect to another site or page stays as it is. */
export function markdownRedirect(answer: Answer, { url, scheme }: MarkdownParts): Answer {
  if (answer.type !== 'redirect' || answer.state === undefined) return answer
  return { ...answer, location: new URL(markdownHref(scheme, answer.state), url).href }
}

/** @param url The page's, absolute and without a fragment. */
export function markdownLink(scheme: ReadableScheme, state: string, url: string): string {
  if (!scheme.markdown) return ''
  const { href } = new URL(markdownHref(scheme, state), url)
  return `<link rel="alternate" type="text/markdown" href="${escapeHtml(href)}">`
}

function changed(routes: Table, state: string): Date | undefined {
  const match = routes.match(state)
  const { lastModified } = inherited(routes.all.get(match?.name ?? '')?.chain ?? [])
  return lastModified === undefined ? undefined : new Date(lastModified)
}
