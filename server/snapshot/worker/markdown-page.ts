// Converts a finished page to Markdown, and redirects to the Markdown address.

import type { ReadableScheme } from '../../../src/readable.ts'
import { inherited } from '../../../src/resolve-state.ts'
import type { Table } from '../../../src/table.ts'
import type { ShellPlan } from '../../dom/index.ts'
import { markdownHref } from '../../html/readable-links.ts'
import { isShellElement } from '../../html/shell-tree.ts'
import type { frontMatter, PageFacts } from '../markdown/front-matter.ts'
import type { htmlToMarkdown } from '../markdown/to-markdown.ts'
import type { Answer, Job, Snapshot } from '../pool/protocol.ts'

export interface MarkdownParts {
  /** The page's absolute URL without a fragment. */
  readonly url: string
  readonly scheme: ReadableScheme
  /** Facts about a state besides its head. */
  readonly facts: (state: string) => Omit<PageFacts, 'canonical'>
}

export interface Converter {
  readonly htmlToMarkdown: typeof htmlToMarkdown
  readonly frontMatter: typeof frontMatter
}

/** Undefined: the job asks for none, or the table has no readable addresses. */
export function markdownOf(
  { url, form }: Job,
  routes: Table,
  shell: ShellPlan,
): MarkdownParts | undefined {
  const scheme = routes.options.readable
  if (form !== 'markdown' || !scheme) return undefined
  const facts = (state: string) => ({ title: titleOf(shell), lastModified: changed(routes, state) })
  return { url, scheme, facts }
}

/** @param answer The answer of the readable address. */
export async function markdownPage(
  answer: Answer,
  { url, scheme, facts }: MarkdownParts,
  load: () => Promise<Converter>,
): Promise<Answer> {
  if (answer.type === 'redirect') {
    const { state } = answer
    // A redirect to another site or page.
    if (state === undefined) return answer
    return { ...answer, location: new URL(markdownHref(scheme, state), url).href }
  }
  if (answer.type !== 'snapshot') return answer
  const { htmlToMarkdown, frontMatter } = await load()
  const { body, head, canonical, state, warnings } = answer
  const bare: Snapshot = { ...answer, head: '', body: '', sheets: '', styles: [], edits: [] }
  // Nodes that views put beside the outlet, such as dialogs.
  const beside = answer.edits.filter(({ how }) => how === 'before' || how === 'end')
  const html = [body, ...beside.map((edit) => edit.html)].join('\n')
  const text = htmlToMarkdown(html, new URL(scheme.href(state), url).href)
  if (text === undefined) {
    const why = `The page cannot be answered as Markdown: its ${body.length} characters of HTML, or the elements in them, are too many. Show less of it, or, with a route table, set "markdown: false" in readableScheme()`
    return { ...bare, warnings: [...warnings, why] }
  }
  const matter = frontMatter(head, { canonical, ...facts(state) })
  return { ...bare, markdown: `${matter}${text === '' ? '' : `\n${text}`}` }
}

function titleOf({ keyed, nodes }: ShellPlan): string | undefined {
  const node = nodes[keyed.get('title') ?? -1]
  const [text] = node && isShellElement(node) ? node.childNodes : []
  return text && 'value' in text ? text.value : undefined
}

function changed(routes: Table, state: string): Date | undefined {
  const match = routes.match(state)
  const { lastModified } = inherited(routes.all.get(match?.name ?? '')?.chain ?? [])
  return lastModified === undefined ? undefined : new Date(lastModified)
}
